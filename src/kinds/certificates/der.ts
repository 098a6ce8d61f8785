/** The distinguished encoding of ASN.1 as far as certificates and requests for them need it: elements within elements. */
import { ParseError } from "../../meta/parse-error.ts";

export interface DerElement {
  readonly tag: number;
  /** With tag and length. */
  readonly bytes: Buffer;
  readonly content: Buffer;
}

export const derTags = { boolean: 0x01, bitString: 0x03, octetString: 0x04, oid: 0x06, sequence: 0x30 } as const;

/** The elements that stand one after another. @throws ParseError */
export function readDer(bytes: Buffer): DerElement[] {
  const elements: DerElement[] = [];
  for (let rest = bytes; rest.length > 0; ) {
    const element = readElement(rest);
    elements.push(element);
    rest = rest.subarray(element.bytes.length);
  }
  return elements;
}

/** What a sequence holds. @throws ParseError for what is none */
export function readSequence(element: DerElement | undefined): DerElement[] {
  if (element?.tag !== derTags.sequence) throw new ParseError("asn1: structure error: tags don't match");
  return readDer(element.content);
}

/** @throws ParseError for a boolean that is neither true nor false */
export function readBoolean({ content }: DerElement): boolean {
  const [value] = content;
  if (content.length !== 1 || (value !== 0 && value !== 0xff)) {
    throw new ParseError("asn1: syntax error: invalid boolean");
  }
  return value === 0xff;
}

/** An object identifier in hexadecimal digits; empty for what is none. */
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
