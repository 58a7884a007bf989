/** Where the focus is. */

/** The element that has the focus, through all shadows. */
export function innermost(): HTMLElement | undefined {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return element instanceof HTMLElement ? element : undefined;
}

/** Gives the focus to `element` where what had it is gone, so that a keyboard goes on from there. */
export function focusWhereLost(element: HTMLElement | null | undefined): void {
  if (innermost() === document.body) element?.focus();
}
