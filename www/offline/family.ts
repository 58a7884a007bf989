/** Returns how the names of the caches begin in which pages at `base` are kept; the build comes behind. Several pages may share an origin. */
export function family(base: string): string {
  return `chaperone-page-1 ${new URL("./", base).pathname} `;
}
