/** Encodes protobuf messages for the bodies of requests. */

/** Fields of a message. Each value is a text, bytes or a message. */
export type MessageFields = readonly (readonly [field: number, value: string | Buffer | MessageFields])[];

/** Returns the bytes of the message. */
export function message(fields: MessageFields): Buffer {
  return Buffer.concat(
    fields.flatMap(([field, value]) => {
      const bytes = typeof value === "string" ? Buffer.from(value) : Buffer.isBuffer(value) ? value : message(value);
      return [varint((field << 3) | 2), varint(bytes.length), bytes];
    }),
  );
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>>= 7) {
    if (rest < 0x80) return Buffer.from([...bytes, rest]);
    bytes.push((rest & 0x7f) | 0x80);
  }
}
