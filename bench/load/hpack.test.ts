import { expect, test } from "vitest";
import { encodeHeaders, statusOf } from "./hpack.ts";

test("header blocks are literals, without indexing and without Huffman coding", () => {
  const block = encodeHeaders({ method: "GET", path: "/a", headers: { accept: "*/*" } });
  expect(block.toString("latin1")).toBe(
    "\0\x07:method\x03GET" +
      "\0\x07:scheme\x05https" +
      "\0\x0a:authority\x09localhost" +
      "\0\x05:path\x02/a" +
      "\0\x06accept\x03*/*",
  );
});

test("a text longer than the prefix holds has its length in several bytes", () => {
  const path = `/${"x".repeat(299)}`;
  const block = encodeHeaders({ method: "GET", path, headers: {} });
  // 300 = 127 + 45 + 1 * 128
  expect(block.indexOf(Buffer.concat([Buffer.of(127, 45 | 128, 1), Buffer.from(path)]))).toBeGreaterThan(0);
});

test.each([
  ["an index of the static table", [0x88], 200],
  ["another", [0x8d], 404],
  ["a new size of the table before it", [0x20, 0x88], 200],
  ["a literal", [0x08, 0x03, 0x32, 0x30, 0x31], 201],
  ["a literal that is to be indexed", [0x48, 0x03, 0x34, 0x32, 0x39], 429],
  // RFC 7541, C.6.1: 302.
  ["a literal in Huffman code", [0x48, 0x82, 0x64, 0x02], 302],
  // RFC 7541, C.6.2: 307.
  ["a literal in Huffman code of 19 bits", [0x48, 0x83, 0x64, 0x0e, 0xff], 307],
])("reads a status from %s", (_, bytes, status) => {
  expect(statusOf(Buffer.from(bytes))).toBe(status);
});
