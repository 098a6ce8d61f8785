/** Byte helpers shared by the store and the wire. */

/**
 * A copy of `text` in UTF-8 with memory of its own. Small Buffers of `Buffer.from` are cut from a shared pool, and one
 * long-lived cut keeps all of its 8 KB pool alive.
 */
export function ownedUtf8(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text, "utf8"));
  bytes.write(text, "utf8");
  return bytes;
}

/** The smallest key that is greater than every key with this prefix. */
export function prefixEnd(prefix: string): string {
  const last = prefix.charCodeAt(prefix.length - 1);
  return prefix.slice(0, -1) + String.fromCharCode(last + 1);
}
