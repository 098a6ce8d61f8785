/** The types of data items in CBOR (RFC 8949), with the names that the reference's messages use. */

/** Major types, which the first three bits of an item hold. */
export const majorTypes = {
  positiveInteger: 0,
  negativeInteger: 1,
  byteString: 2,
  textString: 3,
  array: 4,
  map: 5,
  tag: 6,
  primitive: 7,
} as const;

const typeNames = [
  "positive integer",
  "negative integer",
  "byte string",
  "UTF-8 text string",
  "array",
  "map",
  "tag",
  "primitives",
] as const;

/** Returns the name of a major type in messages. */
export function typeName(major: number): string {
  return typeNames[major] ?? `type ${major}`;
}

/** Additional information of the first byte: how the argument of the item is encoded. */
export const infos = { oneByte: 24, twoBytes: 25, fourBytes: 26, eightBytes: 27, indefinite: 31 } as const;

/** Simple values that have a meaning in JSON. */
export const simpleValues = { false: 20, true: 21, null: 22 } as const;

/** First byte of null. */
export const nullByte = 0xf6;
/** First byte of `undefined`, which only a few places accept. */
export const undefinedByte = 0xf7;
/** Byte that ends an item of indefinite length. */
export const breakByte = 0xff;

/** Tags that have a meaning here. All others are skipped. */
export const tags = {
  timeText: 0,
  epochTime: 1,
  positiveBignum: 2,
  negativeBignum: 3,
  laterBase64Url: 21,
  laterBase64: 22,
  laterBase16: 23,
  selfDescribed: 55_799,
} as const;

/** The tag that begins every document of the reference. */
export const selfDescribedTag: Buffer = Buffer.from([0xd9, 0xd9, 0xf7]);
