/** Reads the DER encoding of ASN.1, as far as certificates and certificate requests need it. */
import { ParseError } from "../../meta/parse-error.ts";
/** An element of DER. */

/** One element of DER, with its own encoding and its content. */
export interface DerElement {
  readonly tag: number;
  /** The whole element, with tag and length. */
  readonly bytes: Buffer;
  readonly content: Buffer;
}

/** Tags of the element types. */
export const derTags = { boolean: 0x01, bitString: 0x03, octetString: 0x04, oid: 0x06, sequence: 0x30 } as const;

/**
 * Returns the consecutive elements.
 * @throws ParseError if an element is incomplete
 */
export function readDer(bytes: Buffer): DerElement[] {
  const elements: DerElement[] = [];
  for (let rest = bytes; rest.length > 0; ) {
    const element = readElement(rest);
    elements.push(element);
    rest = rest.subarray(element.bytes.length);
  }
  return elements;
}

/**
 * Returns the elements of a sequence.
 * @throws ParseError if it is not a sequence
 */
export function readSequence(element: DerElement | undefined): DerElement[] {
  if (element?.tag !== derTags.sequence) throw new ParseError("asn1: structure error: tags don't match");
  return readDer(element.content);
}

/**
 * Returns the value of a boolean.
 * @throws ParseError if it is malformed
 */
export function readBoolean({ content }: DerElement): boolean {
  const [value] = content;
  if (content.length !== 1 || (value !== 0 && value !== 0xff)) {
    throw new ParseError("asn1: syntax error: invalid boolean");
  }
  return value === 0xff;
}

/** Returns an object identifier in hexadecimal digits. Empty if the element is of another type. */
export function oidOf(element: DerElement | undefined): string {
  return element?.tag === derTags.oid ? element.content.toString("hex") : "";
}

function readElement(bytes: Buffer): DerElement {
  const [tag = 0, first] = bytes;
  if (first === undefined) throw truncated();
  const lengthBytes = first < 0x80 ? 0 : first & 0x7f;
  if (first === 0x80 || lengthBytes > 4) throw new ParseError("asn1: structure error: invalid length");
  const start = 2 + lengthBytes;
  if (bytes.length < start) throw truncated();
  const end = start + (lengthBytes === 0 ? first : bytes.readUIntBE(2, lengthBytes));
  if (bytes.length < end) throw truncated();
  return { tag, bytes: bytes.subarray(0, end), content: bytes.subarray(start, end) };
}

function truncated(): ParseError {
  return new ParseError("asn1: syntax error: data truncated");
}
