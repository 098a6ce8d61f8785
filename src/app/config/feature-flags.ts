/** The flags of feature gates. */
import { releaseMinor } from "../../api/release.ts";
import type { ExplicitValues, FlagSpec } from "../flags/flag-spec.ts";
import { readEmulatedVersion } from "./emulated-version.ts";
import { type GateSettings, readFeatureGates } from "./feature-gates.ts";

/** Flags of every command that has feature gates. */
export const featureFlags = [
  {
    name: "feature-gates",
    type: "list",
    placeholder: "NAME=true|false,...",
    default: [],
    group: "Features",
    doc:
      "Features to enable or disable, by the names of the reference's gates. AllAlpha and AllBeta set all gates of " +
      "a stage. A name may begin with kube:. A gate that is deprecated or generally available, or that has no effect in " +
      "this release, is accepted with a warning. docs/features.md lists all gates with their effect.",
  },
  {
    name: "emulated-version",
    type: "list",
    placeholder: "VERSION",
    default: [],
    group: "Features",
    doc:
      `Release whose API versions and feature gates the server has: 1.${releaseMinor} or 1.${releaseMinor - 1}. It may ` +
      `begin with kube=. Default: 1.${releaseMinor}.`,
  },
] as const satisfies readonly FlagSpec[];

/** A flag of feature gates. */
export type FeatureFlag = (typeof featureFlags)[number];

/** The gates of the emulated release. */
export interface FeatureSettings extends GateSettings {
  /** Minor release of version 1 whose gates count. */
  readonly emulatedMinor: number;
}

/** Returns the state of all gates, and the problems of both flags. */
export function featureSettings(values: ExplicitValues<FeatureFlag>): FeatureSettings {
  const emulated = readEmulatedVersion(values["emulated-version"] ?? []);
  const gates = readFeatureGates(values["feature-gates"] ?? [], emulated.minor);
  return { ...gates, emulatedMinor: emulated.minor, problems: [...emulated.problems, ...gates.problems] };
}
