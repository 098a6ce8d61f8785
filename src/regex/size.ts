/** Estimates the size of a pattern before it is compiled. */
import { scanPattern } from "./scan.ts";

/** Properties of a pattern that are found without compiling it. */
export interface PatternSize {
  /** At least a part of the number of instructions, and usually more. */
  readonly instructions: number;
  /** Where a class begins that does not end; undefined if all classes end. */
  readonly unclosedClass: number | undefined;
  /** How many groups do not end. */
  readonly unclosedGroups: number;
}

/** Returns the size of a pattern, in a time that is linear in the length of the pattern. */
export function sizeOfPattern(source: string): PatternSize {
  /** The sizes of the open groups, without that of their last part. */
  const outer: { total: number; last: number }[] = [];
  let current = { total: 0, last: 0 };
  const add = (size: number): void => {
    current.total += current.last;
    current.last = size;
  };
  const close = (): void => {
    const group = current.total + current.last;
    current = outer.pop() ?? { total: 0, last: 0 };
    add(group + 1);
  };
  const unclosedClass = scanPattern(source, {
    characters(count) {
      current.total += count - 1;
      add(1);
    },
    unicodeClass: () => undefined,
    literalBracket: () => undefined,
    open() {
      outer.push(current);
      current = { total: 0, last: 0 };
    },
    close,
    repetition(count) {
      current.last = current.last * count + 1;
    },
  });
  const unclosedGroups = outer.length;
  while (outer.length > 0) close();
  return { instructions: current.total + current.last, unclosedClass, unclosedGroups };
}
