import { describe, expect, test } from "vitest";
import { MalformedMessage, type ProtoValue, readFields } from "./proto-reader.ts";
import { ProtoWriter } from "./proto-writer.ts";

function fieldsOf(message: Buffer): (readonly [number, ProtoValue])[] {
  const fields: (readonly [number, ProtoValue])[] = [];
  readFields(message, (field, value) => fields.push([field, value]));
  return fields;
}

describe("ProtoWriter", () => {
  test("ProtoWriter writes the bytes of the protobuf encoding", () => {
    // The examples of the protobuf documentation: 150 in field 1, "testing" in field 2, a message in field 3.
    expect(new ProtoWriter().integer(1, 150).finish().toString("hex")).toBe("089601");
    expect(new ProtoWriter().text(2, "testing").finish().toString("hex")).toBe("120774657374696e67");
    expect(new ProtoWriter().message(3, new ProtoWriter().integer(1, 150)).finish().toString("hex")).toBe("1a03089601");
  });

  test("ProtoWriter omits default values, but not empty messages", () => {
    const message = new ProtoWriter().integer(1, 0).boolean(2, false).text(3, "").message(4, new ProtoWriter());
    expect(message.finish().toString("hex")).toBe("2200");
  });

  test("ProtoWriter rejects numbers that would lose digits", () => {
    for (const number of [-1, 0.5, 2 ** 53]) expect(() => new ProtoWriter().integer(1, number)).toThrow("integers");
  });
});

describe("readFields()", () => {
  test("readFields() returns what a writer has written", () => {
    const numbers = [1, 127, 128, 2 ** 31, 2 ** 32 + 5, Number.MAX_SAFE_INTEGER];
    const writer = new ProtoWriter();
    for (const number of numbers) writer.integer(19, number);
    expect(fieldsOf(writer.finish())).toEqual(numbers.map((number) => [19, number]));
  });

  test("readFields() reads negative numbers of ten bytes", () => {
    expect(fieldsOf(Buffer.from("10ffffffffffffffffff01", "hex"))).toEqual([[2, -1]]);
  });

  test("readFields() skips fields of fixed length", () => {
    expect(fieldsOf(Buffer.from("09010203040506070815010203041805", "hex"))).toEqual([[3, 5]]);
  });

  test("readFields() rejects messages that are cut off or malformed", () => {
    for (const hex of ["08", "12ff01", "0a02aa", "0bffff", "08ffffffffffffffffffffff01"]) {
      expect(() => fieldsOf(Buffer.from(hex, "hex"))).toThrow(MalformedMessage);
    }
  });
});
