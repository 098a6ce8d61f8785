import { expect, test } from "vitest";
import { ProtobufWriter } from "./protobuf-writer.ts";

function written(write: (writer: ProtobufWriter) => void): string {
  const writer = new ProtobufWriter();
  write(writer);
  return writer.finish().toString("hex");
}

// The expected bytes are examples of protobuf's encoding guide, or written by hand by its rules.
test("ProtobufWriter writes a string as its tag, its length in bytes, and its bytes", () => {
  expect(written((writer) => writer.text(2, "testing"))).toBe("120774657374696e67");
  expect(written((writer) => writer.text(1, "é"))).toBe("0a02c3a9");
});

test("ProtobufWriter writes the tag of a field number above 15 in two bytes", () => {
  expect(written((writer) => writer.text(31, "a"))).toBe("fa010161");
});

test("ProtobufWriter omits zero values, except in list items and map keys", () => {
  expect(written((writer) => writer.text(1, ""))).toBe("");
  expect(written((writer) => writer.boolean(1, false))).toBe("");
  expect(written((writer) => writer.element(1, ""))).toBe("0a00");
});

test("ProtobufWriter writes true as the varint 1", () => {
  expect(written((writer) => writer.boolean(4, true))).toBe("2001");
});

test("ProtobufWriter writes a message behind its length, which may have several bytes", () => {
  expect(written((writer) => writer.message(3, () => writer.text(1, "ab")))).toBe("1a040a026162");
  expect(written((writer) => writer.message(3, () => undefined))).toBe("1a00");
  const long = "x".repeat(300);
  const hexOfLong = "78".repeat(300);
  expect(written((writer) => writer.message(3, () => writer.text(1, long)))).toBe(`1aaf020aac02${hexOfLong}`);
});

test("ProtobufWriter continues the outer message after a nested message", () => {
  const hex = written((writer) => {
    writer.message(1, () => {
      writer.message(2, () => writer.text(3, "a".repeat(200)));
      writer.text(4, "b");
    });
    writer.text(5, "c");
  });
  expect(hex).toBe(`0ad10112cb011ac801${"61".repeat(200)}2201622a0163`);
});

test("ProtobufWriter writes the start of a message whose bytes follow", () => {
  expect(written((writer) => writer.messageStart(8, 4))).toBe("4204");
  expect(written((writer) => writer.messageStart(8, 300))).toBe("42ac02");
});

test("ProtobufWriter writes integers and doubles other than 0", () => {
  expect(written((writer) => writer.integer(11, 300))).toBe("58ac02");
  expect(written((writer) => writer.double(7, 1))).toBe("39000000000000f03f");
  expect(written((writer) => [writer.integer(11, 0), writer.integer(11, 0n), writer.double(7, 0)])).toBe("");
});

test("ProtobufWriter extends its buffer for large messages", () => {
  const text = "y".repeat(50_000);
  const hex = written((writer) => {
    for (let count = 0; count < 10; count++) writer.message(1, () => writer.text(1, text));
  });
  expect(hex).toBe(`0ad486030ad08603${"79".repeat(50_000)}`.repeat(10));
});
