/** Finds the managed fields in the JSON of an object. */
import { endOfValue } from "../../codec/index.ts";

const quote = 0x22;
const comma = 0x2c;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const metadataKey = Buffer.from('"metadata"');
const managedFieldsKey = Buffer.from('"managedFields"');

/** A member of an object in JSON, from its key to the end of its value. */
interface Member {
  readonly start: number;
  readonly valueStart: number;
  readonly end: number;
}

/**
 * Returns the position of `metadata.managedFields` in the JSON of an object, with the comma that separates it from the other members.
 * Undefined if the object has none.
 * @param bytes valid JSON without white space
 */
export function managedFieldsIn(bytes: Buffer): { readonly start: number; readonly end: number } | undefined {
  const metadata = findMember(bytes, 0, metadataKey);
  const managers = metadata && findMember(bytes, metadata.valueStart, managedFieldsKey);
  if (!managers) return undefined;
  if (bytes[managers.start - 1] === comma) return { start: managers.start - 1, end: managers.end };
  return { start: managers.start, end: bytes[managers.end] === comma ? managers.end + 1 : managers.end };
}

function findMember(bytes: Buffer, objectStart: number, key: Buffer): Member | undefined {
  if (bytes[objectStart] !== openBrace) return undefined;
  let at = objectStart + 1;
  while (at < bytes.length && bytes[at] === quote) {
    const start = at;
    const keyEnd = endOfValue(bytes, start);
    const valueStart = keyEnd + 1;
    const end = endOfValue(bytes, valueStart);
    if (key.compare(bytes, start, keyEnd) === 0) return { start, valueStart, end };
    if (bytes[end] === closeBrace) return undefined;
    at = end + 1;
  }
  return undefined;
}
