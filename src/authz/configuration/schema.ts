/** The structured authorization configuration: a list of authorizers with their settings. */
import {
  duration,
  type FieldsOf,
  list,
  optional,
  pointer,
  required,
  type StructSchema,
  struct,
  text,
  typeMetaFields,
} from "../../schema/index.ts";

/** Versions in which a file can be written. They have the same fields. */
export const configurationVersions = ["v1alpha1", "v1beta1", "v1"] as const;

/** The second part of a file's `apiVersion`. */
export type ConfigurationVersion = (typeof configurationVersions)[number];

const connectionFields = {
  type: required(text, 1, "KubeConfigFile, or InClusterConfig for other servers than an API server."),
  kubeConfigFile: pointer(text, 2, "Absolute path of the client configuration file."),
};

/** How a webhook is reached. */
export interface ConnectionConfiguration extends FieldsOf<typeof connectionFields> {}

/** A condition of the requests that a webhook reviews. */
export interface ConditionConfiguration {
  expression: string;
}

/** The settings of a webhook as a file contains them. */
export interface WebhookConfiguration {
  authorizedTTL?: string;
  unauthorizedTTL?: string;
  timeout?: string;
  subjectAccessReviewVersion: string;
  matchConditionSubjectAccessReviewVersion: string;
  failurePolicy: string;
  connectionInfo: ConnectionConfiguration;
  matchConditions?: ConditionConfiguration[];
}

/** An authorizer as a file contains it. */
export interface AuthorizerConfiguration {
  type: string;
  name: string;
  webhook?: WebhookConfiguration;
}

/** The content of a configuration file. */
export interface AuthorizationConfiguration {
  authorizers?: AuthorizerConfiguration[];
}

/** Returns the schema of a configuration file in one version. */
export function configurationSchema(version: ConfigurationVersion): StructSchema<AuthorizationConfiguration> {
  const nameOf = (type: string): string => `apiserver/${version}.${type}`;
  const condition: StructSchema<ConditionConfiguration> = struct(nameOf("WebhookMatchCondition"), "A condition.", {
    expression: required(
      text,
      1,
      "Expression about the variable request, a SubjectAccessReviewSpec, that must be true.",
    ),
  });
  const webhook: StructSchema<WebhookConfiguration> = struct(nameOf("WebhookConfiguration"), "A webhook.", {
    authorizedTTL: optional(duration, 1, "How long permissions are kept."),
    unauthorizedTTL: optional(duration, 2, "How long refusals are kept."),
    timeout: optional(duration, 3, "Time limit of a call."),
    subjectAccessReviewVersion: required(text, 4, "Version of the reviews that the webhook gets and sends."),
    matchConditionSubjectAccessReviewVersion: required(text, 5, "Version of the review that conditions see."),
    failurePolicy: required(text, 6, "Decision if a call fails: NoOpinion or Deny."),
    connectionInfo: required(
      struct(nameOf("WebhookConnectionInfo"), "How a webhook is reached.", connectionFields),
      7,
      "How the webhook is reached.",
    ),
    matchConditions: optional(list(condition), 8, "Conditions of the requests that the webhook reviews. Unset: all."),
  });
  const authorizer: StructSchema<AuthorizerConfiguration> = struct(
    nameOf("AuthorizerConfiguration"),
    "An authorizer.",
    {
      type: required(text, 1, "Type of the authorizer, such as RBAC."),
      name: required(text, 2, "Label in metrics."),
      webhook: pointer(webhook, 3, "Settings of the type Webhook."),
    },
  );
  return struct(nameOf("AuthorizationConfiguration"), "The authorizers of a server.", {
    ...typeMetaFields,
    authorizers: optional(list(authorizer), 1, "Authorizers in the order in which they are called."),
  });
}
