/** The flags about profiles and pages for operators. */
import type { FlagSpec } from "../flags/flag-spec.ts";
import type { FlagText } from "./flag-texts.ts";

/** Flags about profiles. */
export const diagnosisFlags = [
  {
    name: "profiling",
    type: "boolean",
    default: true,
    group: "Diagnosis",
    doc: "Serve profiles at /debug/pprof/, and changes of the detail of the log at /debug/flags/v.",
  },
] as const satisfies readonly FlagSpec[];

/** Profiles and pages that operators can request. It is plain data, for all processes. */
export interface DiagnosisConfig {
  /** Whether profiles are served. */
  readonly profiling: boolean;
  /** The values of all flags. */
  readonly flags: readonly FlagText[];
}
