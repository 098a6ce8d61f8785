import { describe, expect, test } from "vitest";
import {
  encodeRecord,
  headCodec,
  recordCodec,
  revisionCodec,
  type StoredRecord,
  textCodec,
  Unreadable,
} from "./codec.ts";

const fromHex = (text: string): Buffer => Buffer.from(text.replaceAll(" ", ""), "hex");
const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");

/** Bytes that follow the documented format. The checksums were computed by another CRC-32 (Python's binascii). */
const examples: { record: StoredRecord; bytes: Buffer }[] = [
  {
    record: { key: "/é", previous: 258, value: Buffer.from("v1\0") },
    bytes: fromHex("60f9e11d 01 000000000102 0003 2fc3a9 763100"),
  },
  {
    record: { key: "/k", previous: 2 ** 40, value: undefined },
    bytes: fromHex("17d137c0 02 010000000000 0002 2f6b"),
  },
];

describe("a record", () => {
  test.each(examples)(
    "recordCodec writes the documented format and reads it back: $record.key",
    ({ record, bytes }) => {
      expect(toHex(recordCodec.encode(encodeRecord({ ...record, revision: 1 })))).toBe(toHex(bytes));
      expect(recordCodec.decode(bytes)).toEqual(record);
    },
  );

  test("recordCodec returns a record in its own memory", () => {
    const record1 = encodeRecord({ revision: 1, key: "/k", previous: 0, value: Buffer.from("before") });
    const bytes = Buffer.from(record1.bytes);
    const record = recordCodec.decode(bytes);
    bytes.fill(0);
    expect(record).toMatchObject({ key: "/k", value: Buffer.from("before") });
  });

  test("recordCodec returns Unreadable for a record with any flipped bit", () => {
    for (const { bytes } of examples) {
      for (let bit = 0; bit < bytes.length * 8; bit++) {
        const damaged = Buffer.from(bytes);
        damaged.writeUInt8(damaged.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
        expect(recordCodec.decode(damaged), `bit ${bit}`).toBeInstanceOf(Unreadable);
      }
    }
  });

  test("recordCodec returns Unreadable for a truncated record", () => {
    for (const { bytes } of examples) {
      for (let length = 0; length < bytes.length; length++) {
        expect(recordCodec.decode(bytes.subarray(0, length)), `${length} bytes`).toBeInstanceOf(Unreadable);
      }
    }
  });
});

describe("a head", () => {
  test("headCodec writes the documented format and reads it back", () => {
    const heads = [
      { head: { revision: 0x0102_0304_0506, deleted: false }, bytes: "01010203040506" },
      { head: { revision: 7, deleted: true }, bytes: "02000000000007" },
    ];
    for (const { head, bytes } of heads) {
      expect(toHex(headCodec.encode(head))).toBe(bytes);
      expect(headCodec.decode(fromHex(bytes))).toEqual(head);
    }
  });

  test("headCodec returns Unreadable for bytes of another form", () => {
    for (const bytes of ["", "010000000000", "0100000000000001", "00000000000001", "03000000000001"]) {
      expect(headCodec.decode(fromHex(bytes)), bytes).toBeInstanceOf(Unreadable);
    }
  });
});

describe("key codecs", () => {
  test("revisionCodec keeps the order of revisions", () => {
    const target = Buffer.alloc(20);
    const end = revisionCodec.writeKey(0x0102_0304_0506, target, 3);
    expect([toHex(target.subarray(3, end)), end]).toEqual(["010203040506", 9]);
    expect(revisionCodec.readKey(target, 3, 9)).toBe(0x0102_0304_0506);
  });

  test("textCodec writes UTF-8 and throws if the key does not fit", () => {
    const target = Buffer.alloc(8);
    const end = textCodec.writeKey("/é", target, 2);
    expect([toHex(target.subarray(2, end)), end]).toEqual(["2fc3a9", 5]);
    expect(textCodec.readKey(target, 2, 5)).toBe("/é");
    expect(textCodec.writeKey("é", target, 6)).toBe(8);
    expect(() => textCodec.writeKey("éé", target, 5)).toThrow(RangeError);
  });
});

test("recordCodec returns a record that does not change when the source buffer is reused", () => {
  const { bytes } = encodeRecord({ revision: 7, key: "/a", value: Buffer.from("first"), previous: 3 });
  const shared = Buffer.from(bytes);
  const read = recordCodec.decode(shared);
  shared.fill(0);
  expect(read).toEqual({ key: "/a", previous: 3, value: Buffer.from("first") });
});
