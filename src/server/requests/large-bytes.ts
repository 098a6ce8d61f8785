/**
 * Bodies and stored objects above this size are large. Reading, comparing and writing them can take longer than other
 * clients should wait, so another thread handles them if there is one. Passing a request to the thread and back costs
 * about a millisecond. See docs/performance.md, "Delay of other clients by one expensive request".
 */
export const largeBytes = 32 * 1024;

/** Whether an object is large. */
export function isLarge({ byteLength }: { readonly byteLength: number }): boolean {
  return byteLength > largeBytes;
}
