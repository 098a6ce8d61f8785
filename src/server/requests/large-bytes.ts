/**
 * Bodies and stored objects that are longer count as large: reading, comparing and writing them can take longer than other
 * clients should wait. They are handled in another thread, where there is one. Handing a request over and back costs about
 * a millisecond, which is little beside the time that such an object takes.
 */
export const largeBytes = 32 * 1024;

/** Returns whether an object is large. */
export function isLarge({ byteLength }: { readonly byteLength: number }): boolean {
  return byteLength > largeBytes;
}
