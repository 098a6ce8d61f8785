import { expect, test } from "vitest";
import { encodeHeaders, StatusReader } from "./hpack.ts";

const text = (bytes: Buffer): string => bytes.toString("latin1");

test("encodeHeaders() adds the fields to the server's table in the first block, and refers to them in later blocks", () => {
  const { first, later } = encodeHeaders({ method: "GET", path: "/a", headers: { accept: "*/*" } });
  expect(text(first.bytes)).toBe(
    "\x40\x07:method\x03GET" +
      "\x40\x07:scheme\x05https" +
      "\x40\x0a:authority\x09localhost" +
      "\x04\x02/a" +
      "\x40\x06accept\x03*/*",
  );
  // Among the four fields, the newest has index 62.
  expect(text(later.bytes)).toBe("\xc1\xc0\xbf\x04\x02/a\xbe");
});

test("encodeHeaders() finds counters only in the path, not in encoded lengths", () => {
  // The byte that encodes this length is a `#`.
  const path = `/${"x".repeat(30)}-###`;
  expect(path.length).toBe("#".charCodeAt(0));
  for (const { bytes, counters } of Object.values(encodeHeaders({ method: "GET", path, headers: {} }))) {
    expect(counters).toEqual([{ offset: bytes.indexOf("-###") + 1, digits: 3 }]);
  }
});

test("encodeHeaders() encodes a length that exceeds the prefix in several bytes", () => {
  const path = `/${"x".repeat(299)}`;
  const { bytes } = encodeHeaders({ method: "GET", path, headers: {} }).later;
  // 300 = 127 + 45 + 1 * 128
  expect(bytes.indexOf(Buffer.concat([Buffer.of(127, 45 | 128, 1), Buffer.from(path)]))).toBeGreaterThan(0);
});

test.each([
  ["an index of the static table", [0x88], 200],
  ["another index of the static table", [0x8d], 404],
  ["a new size of the table before it", [0x20, 0x88], 200],
  ["a literal", [0x08, 0x03, 0x32, 0x30, 0x31], 201],
  ["a literal that is put into the table", [0x48, 0x03, 0x34, 0x32, 0x39], 429],
  // RFC 7541, C.6.1: 302.
  ["a literal in Huffman code", [0x48, 0x82, 0x64, 0x02], 302],
  // RFC 7541, C.6.2: 307.
  ["a literal in Huffman code of 19 bits", [0x48, 0x83, 0x64, 0x0e, 0xff], 307],
])("StatusReader reads a status from %s", (_, bytes, status) => {
  expect(new StatusReader().read(Buffer.from(bytes))).toBe(status);
});

test("StatusReader finds a status in the dynamic table after other fields have been added", () => {
  const reader = new StatusReader();
  const created = Buffer.from("\x48\x03201", "latin1");
  const dated = Buffer.from("\x61\x01x", "latin1");
  const named = Buffer.from("\x40\x01a\x01b", "latin1");
  const notKept = Buffer.from("\x0f\x0d\x0242", "latin1");
  expect(reader.read(Buffer.concat([created, dated, notKept]))).toBe(201);
  // The date was added after the status, so the status has index 63.
  expect(reader.read(Buffer.concat([Buffer.of(0xbf), named]))).toBe(201);
  expect(reader.read(Buffer.of(0xc0))).toBe(201);
  expect(reader.read(Buffer.from("\x48\x03409", "latin1"))).toBe(409);
  expect(reader.read(Buffer.of(0xc1))).toBe(201);
  expect(reader.read(Buffer.of(0xbe))).toBe(409);
  expect(() => reader.read(Buffer.of(0xbf))).toThrow("the header block contains no status");
});
