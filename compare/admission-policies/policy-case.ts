/** A case of the suite `admission-policies`. */
import type { ComparedRequest } from "../suite.ts";

/** A request with its path. */
export interface CaseRequest extends ComparedRequest {
  readonly target: string;
  /** Whether the request waits until its target is served, as with objects of a new custom type. Only for preparations. */
  readonly untilServed?: boolean;
}

/** A policy, and its bindings. */
export interface CasePolicy {
  /** The spec. The suite adds a selector for the namespace of the scenario, unless the policy has one. */
  readonly spec: Readonly<Record<string, unknown>> & { readonly matchConstraints: object };
  /** Specs without the name of the policy. Default: one that denies. */
  readonly bindings?: readonly object[];
}

/** The server of a case. */
export interface CaseServer {
  readonly namespace: string;
  name(base: string): string;
}

/** Policies, and requests that are sent once they are in effect. */
export interface PolicyCase {
  readonly title: string;
  /** Requests before the policies exist. */
  readonly before?: (server: CaseServer) => readonly CaseRequest[];
  /** Requests after the policies have been created, before they are in effect. */
  readonly after?: (server: CaseServer) => readonly CaseRequest[] | Promise<readonly CaseRequest[]>;
  readonly policies: (server: CaseServer) => readonly CasePolicy[];
  /** How long the servers need before the policies are in effect. Default: 4 seconds. */
  readonly settlingMs?: number;
  readonly requests: (server: CaseServer) => readonly CaseRequest[];
}
