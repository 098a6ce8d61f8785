import { isUtf8 } from "node:buffer";

/** A lone surrogate stands for a byte outside ASCII. Its code is this number plus the byte. */
const surrogateBase = 0xdc00;
const firstByteOutsideAscii = 0x80;
const lastByte = 0xff;

/**
 * Returns the text of any bytes. If they are not UTF-8, each byte outside ASCII becomes a lone surrogate, so that error
 * messages can name the byte.
 */
export function textOfAnyBytes(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString("utf8");
  const surrogate = (character: string): string => String.fromCharCode(surrogateBase + character.charCodeAt(0));
  return bytes.toString("latin1").replaceAll(/[\x80-\xff]/g, surrogate);
}

/**
 * Returns the byte that a lone surrogate in a text of `textOfAnyBytes` represents. Undefined for an ordinary character.
 */
export function byteOf(codePoint: number): number | undefined {
  const byte = codePoint - surrogateBase;
  return byte >= firstByteOutsideAscii && byte <= lastByte ? byte : undefined;
}
