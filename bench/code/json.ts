/** Comparisons of code that reads, copies and compares JSON. */
import { cloneJson, equalJson } from "../../src/base/json-tree.ts";
import { parseExact } from "../../src/codec/json/exact.ts";
import { fieldReader } from "../../src/codec/json/field-reader.ts";
import { parseJson } from "../../src/codec/json/parse.ts";
import { scanJson } from "../../src/codec/json/scan.ts";
import { endOfString, endOfValue } from "../../src/codec/json/skip.ts";
import { defaultDecodeLimits } from "../../src/codec/limits.ts";
import { pod } from "../objects.ts";
import type { TimeComparison } from "./comparison.ts";

const podText = JSON.stringify(pod("web-1"));
const podBytes = Buffer.from(podText);
const podObject = JSON.parse(podText) as object;
const otherPod = JSON.parse(podText) as object;

/** Like `equalJson()`, with closures and lists of names. */
function equalByLists(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null) return false;
  if (Array.isArray(left) || Array.isArray(right)) {
    if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false;
    return left.every((item, index) => equalByLists(item, right[index]));
  }
  const names = Object.keys(left);
  const [one, other] = [left as Record<string, unknown>, right as Record<string, unknown>];
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && equalByLists(one[name], other[name]))
  );
}

const [quote, backslash] = [0x22, 0x5c];
const [openBrackets, closeBrackets] = ["{[", "}]"].map((text) => new Set(Buffer.from(text)));

/** Like `scanJson()`, with a function for each kind of token. */
class TokenScan {
  keyCount = 0;
  needsExactReader = false;
  #at = 0;
  #depth = 0;
  readonly #bytes: Buffer;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  run(depthMax: number): { keyCount: number; isTooDeep: boolean; needsExactReader: boolean } {
    while (this.#at < this.#bytes.length && this.#depth <= depthMax) this.#token();
    const { keyCount, needsExactReader } = this;
    return { keyCount, isTooDeep: this.#depth > depthMax, needsExactReader };
  }

  #token(): void {
    const byte = this.#bytes[this.#at++] as number;
    if (byte === quote) this.#text();
    else if (openBrackets?.has(byte)) this.#depth++;
    else if (closeBrackets?.has(byte)) this.#depth--;
    else if (byte === 0x3a) this.keyCount++;
    else if (isDigit(byte)) this.#number();
  }

  #text(): void {
    while (this.#at < this.#bytes.length) {
      const byte = this.#bytes[this.#at++] as number;
      if (byte === quote) return;
      if (byte === backslash) this.#escape();
    }
  }

  #escape(): void {
    const letters = this.#bytes.toString("latin1", this.#at, this.#at + 3);
    if (/^u[dD][89a-fA-F]/.test(letters)) this.needsExactReader = true;
    this.#at++;
  }

  #number(): void {
    const start = this.#at - 1;
    while (isDigit(this.#bytes[this.#at] ?? 0)) this.#at++;
    if (this.#at - start > 15 || ((this.#bytes[this.#at] ?? 0) | 0x20) === 0x65) this.needsExactReader = true;
  }
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

/** Like `endOfValue()`, with a call for each string. */
function endOfContainer(bytes: Buffer, start: number): number {
  let depth = 0;
  let at = start;
  while (at < bytes.length) {
    const byte = bytes[at] as number;
    at = byte === quote ? endOfString(bytes, at) : at + 1;
    if (openBrackets?.has(byte)) depth++;
    else if (closeBrackets?.has(byte) && --depth === 0) return at;
  }
  return bytes.length;
}

const readName = fieldReader(["metadata.name", "spec.nodeName", "status.phase"]);

const names = ["apiVersion", "kind", "metadata", "name", "labels", "spec", "containers", "env", "image", "nodeName"];
const nameBytes = names.map((name) => Buffer.from(name));
const searchedNames = [Buffer.from("metadata"), Buffer.from("spec"), Buffer.from("status")];

function isAtByBytes(bytes: Buffer, start: number, end: number, name: Buffer): boolean {
  if (end - start !== name.length) return false;
  for (let at = 0; at < name.length; at++) if (bytes[start + at] !== name[at]) return false;
  return true;
}

function countMatches(isAt: typeof isAtByBytes): number {
  let count = 0;
  for (const bytes of nameBytes) {
    for (const name of searchedNames) if (isAt(bytes, 0, bytes.length, name)) count++;
  }
  return count;
}

/** Comparisons of JSON code, with a Pod of 1.6 KB. */
export const jsonComparisons: readonly TimeComparison[] = [
  {
    name: "cloneJson",
    plainForm: "`structuredClone()`",
    optimized: () => cloneJson(podObject),
    plain: () => structuredClone(podObject),
  },
  {
    name: "equalJson",
    plainForm: "`Object.keys()` and `every()` instead of loops",
    optimized: () => equalJson(podObject, otherPod),
    plain: () => equalByLists(podObject, otherPod),
  },
  {
    name: "scanJson",
    plainForm: "a method for each kind of token instead of one loop",
    optimized: () => scanJson(podBytes, defaultDecodeLimits),
    plain: () => new TokenScan(podBytes).run(defaultDecodeLimits.depthMax),
  },
  {
    name: "parseJson",
    plainForm: "`parseExact()` for every body, without a scan",
    optimized: () => parseJson(podBytes).value,
    plain: () => parseExact(podBytes.toString(), { limits: defaultDecodeLimits }).value,
  },
  {
    name: "endOfValue",
    plainForm: "a call for each string in the value",
    optimized: () => endOfValue(podBytes, 0),
    plain: () => endOfContainer(podBytes, 0),
  },
  {
    name: "fieldReader",
    plainForm: "`JSON.parse` of the whole Pod",
    optimized: () => readName(podBytes) !== undefined,
    plain: () => JSON.parse(podBytes.toString()) !== undefined,
  },
  {
    name: "names of fields",
    plainForm: "`Buffer.compare()` instead of a loop over the bytes",
    optimized: () => countMatches(isAtByBytes),
    plain: () => countMatches((bytes, start, end, name) => bytes.compare(name, 0, name.length, start, end) === 0),
  },
];
