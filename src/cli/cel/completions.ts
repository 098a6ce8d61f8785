/** Completes the end of an expression: names of variables, fields and functions. */
import type { CelSubject } from "./subject.ts";

/** The end of a line that can be completed: an operand, a dot, and the beginning of a name. */
const memberEnd = /^(?<before>.*?)(?<operand>[A-Za-z_](?:[\w.]|\[(?:\d+|"[^"\]]*"|'[^'\]]*')\])*)\.(?<start>\w*)$/s;
const nameEnd = /(?<start>[A-Za-z_]\w*)$/;

/**
 * Returns the names that can continue a line, and the part of the line that they replace. After `operand.`, these are the
 * fields of the operand's value and its member functions. Otherwise, these are variables and functions.
 */
export function completions(line: string, subject: CelSubject): [candidates: string[], replaced: string] {
  const member = memberEnd.exec(line)?.groups;
  if (member) {
    const { operand = "", start = "" } = member;
    const names = [...subject.fieldsOf(operand), ...subject.memberFunctions.map((name) => `${name}(`)];
    return [matching(names, start), start];
  }
  const start = nameEnd.exec(line)?.groups?.["start"] ?? "";
  const names = [...subject.variables.map(({ name }) => name), ...subject.globalFunctions.map((name) => `${name}(`)];
  return [matching(names, start), start];
}

function matching(names: readonly string[], start: string): string[] {
  return [...new Set(names)].filter((name) => name.startsWith(start));
}
