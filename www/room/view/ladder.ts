/** What is loaded by itself, by what the device has. Words are searched at once, on every device. */

/** Gibibytes of memory below which the model of search by meaning waits until it is asked for. */
export const MEANING_GIB = 2;

/** Returns the memory of the device in gibibytes, rounded as browsers tell it; `undefined` where they do not. */
export function memoryOf(navigator: Navigator): number | undefined {
  return (navigator as { readonly deviceMemory?: number }).deviceMemory;
}

/** Returns whether search by meaning is prepared by itself. A device that does not tell its memory is taken to have enough. */
export function preparesByItself(memoryGib: number | undefined): boolean {
  return memoryGib === undefined || memoryGib >= MEANING_GIB;
}
