/** The flags about profiles and pages for operators. */
import type { FlagSpec, FlagValues } from "../flags/flag-spec.ts";
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
  {
    name: "contention-profiling",
    type: "boolean",
    default: false,
    group: "Diagnosis",
    doc: "Has no effect, because code of the server never waits for locks. It is accepted for command lines of the reference.",
  },
] as const satisfies readonly FlagSpec[];

/** Profiles and pages that operators can request. It is plain data, for all processes. */
export interface DiagnosisConfig {
  /** Whether profiles are served. */
  readonly profiling: boolean;
  /** The values of all flags. */
  readonly flags: readonly FlagText[];
}

/** Returns the warning about a flag without effect. */
export function diagnosisWarnings(values: FlagValues<(typeof diagnosisFlags)[number]>): readonly string[] {
  return values["contention-profiling"] ? ["--contention-profiling has no effect"] : [];
}
