import type { Coverage } from "./coverage.ts";
import type { CaseResult } from "./run-cases.ts";

/** The results of a run. */
export interface TestRun {
  /** The files and folders with policies, as the command line names them. */
  readonly files: readonly string[];
  readonly results: readonly CaseResult[];
  /** Undefined unless it is to be shown. */
  readonly coverage: Coverage | undefined;
}
