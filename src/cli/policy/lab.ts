/** A place in which requests meet policies. The program `server` provides it: a server without a network. */
import type { Tree } from "../../manifests/index.ts";
import type { User } from "../../meta/user.ts";
import type { Vocabulary } from "../../meta/vocabulary.ts";
import type { Judgement } from "../check/judge.ts";
import type { MutatingPolicyTrace, PolicyTrace } from "./trace.ts";

/** The operations that policies distinguish. */
export const operations = ["CREATE", "UPDATE", "DELETE", "CONNECT"] as const;

/** An operation, in capitals. */
export type PolicyOperation = (typeof operations)[number];

/** A request to the policies. */
export interface LabRequest {
  readonly operation: PolicyOperation;
  /** Empty for the object itself. */
  readonly subresource: string;
  /** Undefined: that of the object, or `default`. It is created if it does not exist. */
  readonly namespace: string | undefined;
  /** Undefined: that of the object. */
  readonly name: string | undefined;
  /** Undefined for deletions. */
  readonly object: Tree | undefined;
  /** Undefined for creates. */
  readonly oldObject: Tree | undefined;
  /** Plural and group of the resource, such as `deployments.apps`. Undefined: that of the object. The object is then not completed. */
  readonly resource: string | undefined;
  readonly user: User;
  readonly dryRun: boolean;
}

/** The decision about a request, and how it was made. */
export interface LabOutcome {
  readonly isAllowed: boolean;
  /** The error that the client gets. Empty if the request is allowed. */
  readonly message: string;
  /** The status code of the error. 0 if the request is allowed. */
  readonly code: number;
  readonly warnings: readonly string[];
  /** Annotations of the audit event. */
  readonly audit: Readonly<Record<string, string>>;
  /** The request as policies see it: `CREATE deployments.apps shop/web`. */
  readonly title: string;
  /** The object after all changes. Undefined if the request has none. */
  readonly object: Tree | undefined;
  readonly mutatingPolicies: readonly MutatingPolicyTrace[];
  readonly policies: readonly PolicyTrace[];
}

/** The request could not be made, such as for an unknown field of its object. */
export class LabError extends Error {
  override readonly name = "LabError";
}

/** A server without a network, with policies and their parameters. */
export interface PolicyLab extends AsyncDisposable {
  /** Stores an object, or replaces it. Its namespace is created if it does not exist. */
  store(object: Tree): Promise<Judgement>;
  /** Remembers the stored objects. @returns the function that restores them */
  mark(): () => Promise<void>;
  /** Sends a request to the policies. Nothing is stored. @throws LabError */
  send(request: LabRequest): Promise<LabOutcome>;
}

/** Opens a lab for the vocabulary of policies. */
export type OpenPolicyLab = (vocabulary: Vocabulary) => Promise<PolicyLab>;
