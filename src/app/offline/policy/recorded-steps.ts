/** The parts that the recorders of policies share. */
import type { AdmissionRequest } from "../../../admission/index.ts";
import type { PolicyObserver } from "../../../admission/policies/index.ts";
import type { SharedObject } from "../../../meta/object-meta.ts";

/** A trace while it is recorded. */
export type Mutable<T> = {
  -readonly [Name in keyof T]: T[Name] extends readonly (infer Item)[] ? Item[] : T[Name];
};

/** The request with which rules are compared. */
export type RuleSource = AdmissionRequest;

/** Returns why a request does not match. Undefined if it does. */
export function mismatchOf(match: Parameters<PolicyObserver["policy"]>[1]): string | undefined {
  if (typeof match === "string") return match;
  return match instanceof Error ? match.message : undefined;
}

/** Returns parameters as traces name them. Undefined if there are none. */
export function parametersTitle(params: SharedObject | undefined): string | undefined {
  return params && `${params.kind} ${[params.metadata.namespace, params.metadata.name].filter(Boolean).join("/")}`;
}
