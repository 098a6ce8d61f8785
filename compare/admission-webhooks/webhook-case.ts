/** A case of the suite `admission-webhooks`. */
import type { CaseRequest, CaseServer } from "../admission-policies/policy-case.ts";
import type { Json } from "../suite.ts";
import type { Behaviour } from "./webhook-server.ts";

/** A webhook of a configuration. */
export interface CaseWebhook {
  /** Default: it allows every request. */
  readonly behaviour?: Behaviour;
  /** Fields of the webhook that replace the usual ones. */
  readonly spec?: object | ((server: CaseServer) => object);
}

/** Webhooks, and requests that are sent once they are in effect. */
export interface WebhookCase {
  readonly title: string;
  /** Returns the definition of a custom type that is established first. */
  readonly definition?: (server: CaseServer) => Json;
  /** Requests before the webhooks exist. */
  readonly before?: (server: CaseServer) => readonly CaseRequest[];
  /** The configurations of webhooks that may change objects. */
  readonly mutating?: readonly (readonly CaseWebhook[])[];
  /** The configurations of webhooks that accept or reject requests. */
  readonly validating?: readonly (readonly CaseWebhook[])[];
  readonly requests: (server: CaseServer) => readonly CaseRequest[];
}
