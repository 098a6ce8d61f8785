/** The settings of authorizers, however they are configured. They are plain data, so that all processes can get them. */

/** A webhook that reviews access. */
export interface WebhookSettings {
  /** Label in metrics and messages. Unique among the authorizers of a server. */
  readonly name: string;
  /** How long permissions are kept. 0: they are not kept. */
  readonly authorizedMs: number;
  /** How long refusals are kept. 0: they are not kept. */
  readonly unauthorizedMs: number;
  /** Time limit of a call. */
  readonly timeoutMs: number;
  /** Version of the SubjectAccessReviews that the webhook gets and sends. */
  readonly reviewVersion: "v1" | "v1beta1";
  /** Decision if the call fails, or if a condition cannot be evaluated. */
  readonly failurePolicy: "NoOpinion" | "Deny";
  /** Absolute path of the client configuration file, for messages and for the files that it names. */
  readonly configFile: string;
  /** Text of the client configuration file. */
  readonly configContent: string;
  /** Expressions that must be true for a request that the webhook reviews. They have been checked. */
  readonly matchConditions: readonly string[];
}

/** An authorizer without settings. */
export interface PlainAuthorizerSettings {
  readonly type: "AlwaysAllow" | "AlwaysDeny" | "ABAC" | "RBAC" | "Node";
  /** Label in metrics. */
  readonly name: string;
}

/** An authorizer that asks a webhook. */
export interface WebhookAuthorizerSettings {
  readonly type: "Webhook";
  readonly name: string;
  readonly webhook: WebhookSettings;
}

/** One authorizer of a server. */
export type AuthorizerSettings = PlainAuthorizerSettings | WebhookAuthorizerSettings;
