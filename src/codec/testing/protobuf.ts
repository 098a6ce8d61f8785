/** Helpers for protobuf tests: bytes in hexadecimal. */

/** Returns the bytes of hexadecimal text. @param text such as `0a 03`, with any white space */
export function hex(text: string): Buffer {
  return Buffer.from(text.replaceAll(/\s/g, ""), "hex");
}
