import type { PodCheck } from "./checked-pod.ts";

/** A check in the form that it has since a release. */
export interface CheckVersion {
  /** The second number of the first release with this form, such as 25 for v1.25. */
  readonly sinceMinor: number;
  readonly check: PodCheck;
}

/** A check in all its forms. */
export interface SecurityCheck {
  /** Unique. Violations are in the order of the identifiers, those of the level baseline first. */
  readonly id: string;
  readonly level: "baseline" | "restricted";
  /** The check of the level baseline that this check of the level restricted includes. */
  readonly includes?: string;
  /** In ascending order. */
  readonly versions: readonly CheckVersion[];
}
