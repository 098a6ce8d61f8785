/** Encodings of the value of a field; the low three bits of the field's tag. */
export const wireTypes = {
  varint: 0,
  fixed64: 1,
  lengthDelimited: 2,
  startGroup: 3,
  endGroup: 4,
  fixed32: 5,
} as const;

/** One of the encodings. */
export type WireType = (typeof wireTypes)[keyof typeof wireTypes];
