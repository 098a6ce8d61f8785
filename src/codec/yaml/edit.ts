/** Changes members of a YAML mapping in its text. Comments, order and style of all other lines stay as they are. */

import type { ReadonlyJsonObject } from "../../base/json-object.ts";
import { equalJson } from "../../base/json-tree.ts";
import { DecodeError } from "../decode-error.ts";
import type { DecodeLimits } from "../limits.ts";
import { parseSmallYaml } from "./parse.ts";
import { stringifyYaml } from "./stringify.ts";

/** A document before and after its change. */
export interface YamlChange {
  /** The value of the document. */
  readonly previous: ReadonlyJsonObject;
  readonly next: ReadonlyJsonObject;
}

/**
 * Returns a YAML text with the value `next`. A line of `text` stays if its member of the root, or its item of a list in
 * the root, does not change. If the root is not in block style, the text is replaced as a whole.
 */
export function editYaml(text: string, { previous, next }: YamlChange, limits: DecodeLimits): string {
  const edited = withMembers(text, { previous, next });
  // The lines were found by their form. Only the parser knows whether they were the right ones.
  return hasValue(edited, next, limits) ? edited : render(next);
}

function hasValue(text: string, value: unknown, limits: DecodeLimits): boolean {
  try {
    return equalJson(parseSmallYaml(Buffer.from(text), limits).value, value);
  } catch (error) {
    if (error instanceof DecodeError) return false;
    throw error;
  }
}

function render(value: unknown): string {
  return stringifyYaml(value, { sortKeys: false });
}

/** Lines with their line breaks, and a range of them. The end is exclusive. */
interface Section {
  readonly lines: readonly string[];
  readonly start: number;
  readonly end: number;
}

function withMembers(text: string, { previous, next }: YamlChange): string {
  let lines = linesOf(text);
  for (const [key, value] of Object.entries(next)) {
    if (equalJson(previous[key], value)) continue;
    const section = sectionOf(lines, key);
    const changed = section
      ? changedSection(section, previous[key], { key, value })
      : linesOf(render({ [key]: value }));
    lines = section ? replaced(section, changed) : [...lines, ...changed];
  }
  return lines.join("");
}

/** Returns the lines of a text. The last one ends with a line break, too. */
function linesOf(text: string): readonly string[] {
  const complete = text === "" || text.endsWith("\n") ? text : `${text}\n`;
  return complete.split(/(?<=\n)/);
}

function replaced({ lines, start, end }: Section, others: readonly string[]): readonly string[] {
  return [...lines.slice(0, start), ...others, ...lines.slice(end)];
}

/** Returns the lines of a member of the root. Comments before the next member are not among them. */
function sectionOf(lines: readonly string[], key: string): Section | undefined {
  const start = lines.findIndex((line) => isKeyLine(line, key));
  if (start < 0) return undefined;
  // Items of a list may begin in the column of its key.
  const isNext = (line: string, index: number): boolean => index > start && /^(?![\s#]|-\s)/.test(line);
  const next = lines.findIndex(isNext);
  return { lines, start, end: endOfContent(lines, start, next < 0 ? lines.length : next) };
}

function isKeyLine(line: string, key: string): boolean {
  return [key, `"${key}"`, `'${key}'`].some((spelling) => line.startsWith(`${spelling}:`));
}

/** Returns the end of a range without blank lines and comments at its end. */
function endOfContent(lines: readonly string[], start: number, end: number): number {
  let last = end;
  while (last > start + 1 && isBlank(lines[last - 1] ?? "")) last--;
  return last;
}

/** Whether a line has only a comment, or nothing. */
function isBlank(line: string): boolean {
  return /^\s*(#.*)?$/.test(line.trimEnd());
}

interface ChangedMember {
  readonly key: string;
  readonly value: unknown;
}

function changedSection(section: Section, previous: unknown, { key, value }: ChangedMember): readonly string[] {
  const items = Array.isArray(previous) ? itemsOf(section) : [];
  if (Array.isArray(previous) && Array.isArray(value) && items.length === previous.length && items.length > 0) {
    return withItems(section, items, { previous, next: value });
  }
  const rendered = linesOf(render({ [key]: value }));
  const comment = section.end === section.start + 1 ? commentIn(section.lines[section.start] ?? "") : "";
  return comment === ""
    ? rendered
    : rendered.map((line, index) => (index === 0 ? line.replace("\n", `${comment}\n`) : line));
}

/** Returns the comment at the end of a line, with the blanks before it. Empty if the line has none. */
function commentIn(line: string): string {
  const trimmed = line.trimEnd();
  const afterQuotes = Math.max(trimmed.lastIndexOf('"'), trimmed.lastIndexOf("'")) + 1;
  const blank = trimmed.slice(afterQuotes).search(/\s#/);
  if (blank < 0) return "";
  const start = trimmed.slice(0, afterQuotes + blank).trimEnd().length;
  return trimmed.slice(Math.max(start, afterQuotes));
}

/** Returns the lines of each item of a list in block style. */
function itemsOf({ lines, start, end }: Section): readonly Section[] {
  const firstLine = lines.slice(start + 1, end).find((line) => !isBlank(line)) ?? "";
  const [, indent] = /^( *)-\s/.exec(firstLine) ?? [];
  if (indent === undefined) return [];
  const starts = lines.flatMap((line, index) =>
    index > start && index < end && line.startsWith(`${indent}-`) && /^-\s/.test(line.slice(indent.length))
      ? [index]
      : [],
  );
  return starts.map((first, index) => ({
    lines,
    start: first,
    end: endOfContent(lines, first, starts[index + 1] ?? end),
  }));
}

function withItems(
  section: Section,
  items: readonly Section[],
  { previous, next }: { readonly previous: readonly unknown[]; readonly next: readonly unknown[] },
): readonly string[] {
  const [first] = items;
  const indent = /^ */.exec(section.lines[first?.start ?? 0] ?? "")?.[0] ?? "";
  const renderItem = (item: unknown): readonly string[] => linesOf(render([item])).map((line) => indent + line);
  let lines = section.lines;
  // From the last to the first, so that the positions of the others stay right.
  const added = next.slice(items.length).flatMap(renderItem);
  lines = replaced({ lines, start: section.end, end: section.end }, added);
  for (const [index, item] of [...items.entries()].toReversed()) {
    if (index >= next.length) lines = replaced({ ...item, lines }, []);
    else if (!equalJson(previous[index], next[index])) lines = replaced({ ...item, lines }, renderItem(next[index]));
  }
  const growth = lines.length - section.lines.length;
  return lines.slice(section.start, section.end + growth);
}
