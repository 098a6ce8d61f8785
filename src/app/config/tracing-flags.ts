/** The flag of tracing, with the reference's name. */
import type { FlagSpec, FlagValues } from "../flags/flag-spec.ts";

/** Flags about traces. */
export const tracingFlags = [
  {
    name: "tracing-config-file",
    type: "path",
    group: "Diagnosis",
    doc: "File with a TracingConfiguration, which says how many requests are traced, and which collector gets the traces.",
  },
] as const satisfies readonly FlagSpec[];

const tracingGate = "APIServerTracing";

/** Content of the file. It is plain data, for all processes. */
export interface LoadedTracing {
  /** Address of the collector. Undefined: the collector of this machine. */
  readonly endpoint: string | undefined;
  /** How many of a million requests are traced, at least 1. */
  readonly samplesPerMillion: number;
  /** Name of the server in its traces, for the second thread. Undefined in processes, which know their name. */
  readonly instance?: string;
}

/** Returns the path of the file that configures tracing. Undefined without tracing. */
export function tracingFile(
  values: FlagValues<(typeof tracingFlags)[number]>,
  absolute: (path: string | undefined) => string | undefined,
  isEnabled: (gate: string) => boolean,
): string | undefined {
  return isEnabled(tracingGate) ? absolute(values["tracing-config-file"]) : undefined;
}

/** Returns the warning about a file that has no effect. */
export function tracingWarnings(
  values: FlagValues<(typeof tracingFlags)[number]>,
  isEnabled: (gate: string) => boolean,
): readonly string[] {
  if (values["tracing-config-file"] === undefined || isEnabled(tracingGate)) return [];
  return [`--tracing-config-file has no effect without the feature gate ${tracingGate}`];
}
