/** The little of HPACK (RFC 7541) that a client needs which sends literals and reads nothing but the status. */
import type { RequestTemplate } from "./connection.ts";

/** Statuses of the static table, by index. */
const staticStatuses: Readonly<Record<number, number>> = {
  8: 200,
  9: 204,
  10: 206,
  11: 304,
  12: 400,
  13: 404,
  14: 500,
};
const statusNameIndex = 8;
const indexed = 0x80;
const indexing = 0x40;
const tableSizeUpdate = 0x20;

/** Literals without indexing and without Huffman coding. */
export function encodeHeaders({ method, path, headers }: RequestTemplate): Buffer {
  const fields = { ":method": method, ":scheme": "https", ":authority": "localhost", ":path": path, ...headers };
  return Buffer.concat(
    Object.entries(fields).flatMap(([name, value]) => [Buffer.of(0), encodeText(name), encodeText(value)]),
  );
}

function encodeText(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([encodeLength(bytes.length), bytes]);
}

/** An integer with a prefix of seven bits. */
function encodeLength(length: number): Buffer {
  if (length < 127) return Buffer.of(length);
  const bytes = [127];
  let rest = length - 127;
  for (; rest >= 128; rest >>= 7) bytes.push((rest & 127) | 128);
  return Buffer.of(...bytes, rest);
}

/** The status, which servers send first. */
export function statusOf(block: Buffer): number {
  let at = 0;
  while (((block[at] ?? 0) & 0xe0) === tableSizeUpdate) at++;
  const first = block[at] ?? 0;
  if ((first & indexed) !== 0) return staticStatuses[first & 0x7f] ?? 0;
  const nameIndex = first & ((first & indexing) !== 0 ? 0x3f : 0x0f);
  if (nameIndex < statusNameIndex || nameIndex > 14) throw new Error("the status is expected first");
  const length = block[at + 1] ?? 0;
  const text = block.subarray(at + 2, at + 2 + (length & 0x7f));
  return Number((length & 0x80) !== 0 ? huffmanDigits(text) : text.toString("latin1"));
}

/** Digits in Huffman code: 0, 1 and 2 take five bits, the others six. */
function huffmanDigits(bytes: Buffer): string {
  let bits = "";
  for (const byte of bytes) bits += byte.toString(2).padStart(8, "0");
  let digits = "";
  for (let at = 0; digits.length < 3; ) {
    const five = Number.parseInt(bits.slice(at, at + 5), 2);
    const isShort = five <= 2;
    digits += isShort ? five : Number.parseInt(bits.slice(at, at + 6), 2) - 0b011001 + 3;
    at += isShort ? 5 : 6;
  }
  return digits;
}
