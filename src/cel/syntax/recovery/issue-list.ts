/** Collects the faults of a text. */
import type { Issue } from "../ast.ts";
import { formatDirectives } from "./format-directives.ts";

const syntaxErrorsMax = 100;

/** The offset of parts that are missing in a text. The reference shows it as column 0. */
export const missingOffset = -1;

/** A list of faults. It is closed by a fault after which the reference reports no others. */
export class IssueList {
  readonly #issues: Issue[] = [];
  #syntaxErrors = 0;
  #isClosed = false;

  get issues(): readonly Issue[] {
    return this.#issues;
  }

  /** Whether further faults are ignored. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** @param offset in code points; undefined if the fault has no position */
  add(offset: number | undefined, message: string): void {
    if (!this.#isClosed) this.#issues.push({ offset, message });
  }

  addSyntaxError(offset: number, message: string): void {
    const isLast = this.#syntaxErrors++ === syntaxErrorsMax;
    const shown = isLast ? `More than ${syntaxErrorsMax} syntax errors` : formatDirectives(message);
    this.add(offset, `Syntax error: ${shown}`);
    if (isLast) this.close();
  }

  /** Adds a fault without a position, and closes the list. */
  addLast(message: string): void {
    this.add(undefined, message);
    this.close();
  }

  close(): void {
    this.#isClosed = true;
  }
}
