/** Completes the end of an expression: names of variables, fields and functions. */
import type { CelSubject } from "./subject.ts";

/**
 * Returns the names that can continue a line, and the part of the line that they replace. After `operand.`, these are the
 * fields of the operand's value and its member functions. Otherwise, these are variables and functions.
 */
export function completions(line: string, subject: CelSubject): [candidates: string[], replaced: string] {
  const nameStart = startOfName(line, line.length);
  const start = line.slice(nameStart);
  if (line[nameStart - 1] !== ".") {
    const names = [...subject.variables.map(({ name }) => name), ...subject.globalFunctions.map((name) => `${name}(`)];
    return [matching(names, start), start];
  }
  const operand = line.slice(startOfOperand(line, nameStart - 1), nameStart - 1);
  const names = [...subject.fieldsOf(operand), ...subject.memberFunctions.map((name) => `${name}(`)];
  return [matching(names, start), start];
}

function isNameCharacter(character: string | undefined): boolean {
  return character !== undefined && /^\w$/.test(character);
}

function startOfName(line: string, end: number): number {
  let at = end;
  while (isNameCharacter(line[at - 1])) at--;
  return at;
}

/** Returns where the names, dots and indexes begin that end at `end`: `self.items[0]`. */
function startOfOperand(line: string, end: number): number {
  let at = end;
  for (;;) {
    const character = line[at - 1];
    if (character === "]") at = Math.max(0, line.lastIndexOf("[", at - 1));
    else if (character === "." || isNameCharacter(character)) at--;
    else return at;
  }
}

function matching(names: readonly string[], start: string): string[] {
  return [...new Set(names)].filter((name) => name.startsWith(start));
}
