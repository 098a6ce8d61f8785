/**
 * Checks that every exported declaration under `src/` has a docstring whose first sentence says something.
 *
 * The pages of `src/api/<group>/<version>/` declare types as data. Each type's description is the `doc` text of its
 * declaration, which OpenAPI and `orch explain` show, so only functions need a docstring there.
 */
import { type Declaration, exportedDeclarations } from "./declarations.ts";
import { docstringProblem } from "./docstring.ts";
import type { SourceFile } from "./source-files.ts";

/** A violation of a rule, with the place where it is. */
export interface Violation {
  /** Relative to the root of the checkout. */
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  /** States the identifier, the fault and the better form. */
  readonly text: string;
}

/** Formats a violation as `file:line name: what is missing, and the better form`. */
export function violationLine({ file, line, text }: Violation): string {
  return `${file}:${line} ${text}`;
}

/** Returns a violation for each exported declaration without a docstring that says something. */
export function missingDocstrings(files: readonly SourceFile[]): Violation[] {
  return files.flatMap(({ path, content }) =>
    exportedDeclarations(content).flatMap((declaration) => {
      if (isDescribedByData(path, declaration)) return [];
      const problem = docstringProblem(declaration.docstring, declaration.name);
      if (problem === undefined) return [];
      return { file: path, line: declaration.line, text: `${declaration.name}: ${problem}` };
    }),
  );
}

function isDescribedByData(path: string, { type }: Declaration): boolean {
  return /^src\/api\/\w+\/v\w+\//.test(path) && type !== "function" && type !== "arrow function";
}
