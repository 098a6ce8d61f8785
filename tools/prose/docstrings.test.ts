import { expect, test } from "vitest";
import { exportedDeclarations } from "./declarations.ts";
import { missingDocstrings, violationLine } from "./docstrings.ts";

function report(content: string, path = "src/room/file.ts"): string[] {
  return missingDocstrings([{ path, content }]).map(violationLine);
}

const better = "such as `/** Returns …, or undefined if … */` or `/** Number of … */`";
const missing = `has no docstring: write ${better} directly above it`;

const undocumented: readonly [code: string, name: string][] = [
  ["export function parse(text: string): void {}", "parse"],
  ["export async function* chunks(): AsyncGenerator<string> {}", "chunks"],
  ["export abstract class Frame {}", "Frame"],
  ["export interface Frame { size: number }", "Frame"],
  ["export type Frame = string;", "Frame"],
  ["export const limit = 5;", "limit"],
  ["export const parse = async <T,>(text: T): Promise<T> => text;", "parse"],
  ["/* Returns the frame. */\nexport const limit = 5;", "limit"],
  ["// Returns the frame.\nexport const limit = 5;", "limit"],
  ["/** Header of the file. */\n\nexport const limit = 5;", "limit"],
  ["const text = `/** Returns. */`;\nexport const limit = 5;", "limit"],
];

test.each(undocumented)("a missing docstring is reported for %j", (code, name) => {
  const line = code.split("\n").findIndex((text) => text.startsWith("export")) + 1;
  expect(report(code)).toEqual([`src/room/file.ts:${line} ${name}: ${missing}`]);
});

const rejected: readonly [docstring: string, problem: string][] = [
  ["@param text in UTF-8", `its docstring begins with a tag: begin with a sentence, ${better}`],
  ["", `its docstring begins with a tag: begin with a sentence, ${better}`],
  ["Of a list, the limit.", `its docstring starts with "Of": start with a noun or a verb, ${better}`],
  ["And back.", `its docstring starts with "And": start with a noun or a verb, ${better}`],
  ["What a client may send.", `its docstring starts with "What": start with a noun or a verb, ${better}`],
  ["Who may read.", `its docstring starts with "Who": start with a noun or a verb, ${better}`],
  ["By which it is known.", `its docstring starts with "By which": start with a noun or a verb, ${better}`],
  ["In which it lies.", `its docstring starts with "In which": start with a noun or a verb, ${better}`],
  ["See limits.ts.", `its docstring starts with "See": start with a noun or a verb, ${better}`],
  [
    "The limit of an entry.",
    "its docstring only repeats the name: add what the name and the type do not say (unit, shape, reason)",
  ],
];

test.each(rejected)("the docstring %j is reported as saying nothing", (docstring, problem) => {
  expect(report(`/** ${docstring} */\nexport const entryLimit = 5;`)).toEqual([
    `src/room/file.ts:2 entryLimit: ${problem}`,
  ]);
});

test("docstrings that say something pass", () => {
  const code = `
/** Returns the frame at an offset, or undefined at the end. */
export function frameAt(offset: number): Frame | undefined;
export function frameAt(offset: bigint): Frame | undefined;
export function frameAt(): undefined {}

/**
 * Number of entries, at most 500.
 *
 * @see other
 */
export const limit: number = 5;
export { limit as other } from "./other.ts";
export * from "./more.ts";
const hidden = { export: 1 };
function alsoHidden(): void { const exported = "export const x = 1"; }
`;
  expect(report(code)).toEqual([]);
});

test("pages of the API need docstrings only for functions, because types have a doc text", () => {
  const code = `export const pod = kind({});\nexport interface Pod {}\nexport function isReady(): boolean {}`;
  expect(report(code, "src/api/core/v1/pod.ts")).toEqual([`src/api/core/v1/pod.ts:3 isReady: ${missing}`]);
});

test("a constant counts as an arrow function if its value is one", () => {
  const types = (code: string): string[] => exportedDeclarations(code).map(({ type }) => type);
  expect(types("export const a = (b: { c: string }, d = (1)): Map<string, number> => new Map();")).toEqual([
    "arrow function",
  ]);
  expect(types("export const a: (b: string) => void = async (b) => {};")).toEqual(["arrow function"]);
  expect(types("export const a = b => b;")).toEqual(["arrow function"]);
  expect(types("export const a = (1 + 2);")).toEqual(["constant"]);
  expect(types("export const a = { b: () => 1 };")).toEqual(["constant"]);
});
