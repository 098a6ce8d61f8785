/** How the value of a field stands in a message; the low three bits of a field's tag. */
export const wireTypes = {
  varint: 0,
  fixed64: 1,
  lengthDelimited: 2,
  startGroup: 3,
  endGroup: 4,
  fixed32: 5,
} as const;

export type WireType = (typeof wireTypes)[keyof typeof wireTypes];
