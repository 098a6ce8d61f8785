/** The flags that say what users may do, with the reference's names. */
import type { FlagSpec } from "../flags/flag-spec.ts";

const group = "Authorization";

/** Flags of the authorizers. `--explain-denials` is the only one that the reference does not have. */
export const authorizationFlags = [
  {
    name: "authorization-mode",
    type: "list",
    placeholder: "MODE,...",
    default: ["Node", "RBAC"],
    group,
    doc:
      "Authorizers, in the order in which they are asked: AlwaysAllow, AlwaysDeny, ABAC, Webhook, RBAC, Node. The first " +
      "one that allows or denies a request decides. A request without a decision is denied.",
  },
  {
    name: "authorization-config",
    type: "path",
    group,
    doc:
      "File with an AuthorizationConfiguration, which lists the authorizers and their settings. The server loads it again " +
      "when it changes. It excludes --authorization-mode and the flags of the webhook.",
  },
  {
    name: "authorization-policy-file",
    type: "path",
    group,
    doc: "File with a policy in each line, for the mode ABAC. It is read at the start.",
  },
  {
    name: "authorization-webhook-config-file",
    type: "path",
    group,
    doc: "Client configuration of the service that reviews access, for the mode Webhook.",
  },
  {
    name: "authorization-webhook-version",
    type: "enum",
    values: ["v1", "v1beta1"],
    default: "v1beta1",
    group,
    doc: "Version of the SubjectAccessReviews that the webhook gets and sends.",
  },
  {
    name: "authorization-webhook-cache-authorized-ttl",
    type: "duration",
    default: "5m0s",
    minMs: 0,
    group,
    doc: "How long the webhook's permissions are kept. 0 asks it for every request.",
  },
  {
    name: "authorization-webhook-cache-unauthorized-ttl",
    type: "duration",
    default: "30s",
    minMs: 0,
    group,
    doc: "How long the webhook's refusals are kept. 0 asks it for every request.",
  },
  {
    name: "explain-denials",
    type: "boolean",
    default: false,
    group,
    doc:
      "Add to the message of a 403 which rule is missing, for users whose roles let them list the roles and bindings " +
      "that could allow the request.",
  },
] as const satisfies readonly FlagSpec[];

/** A flag of the authorizers. */
export type AuthorizationFlag = (typeof authorizationFlags)[number];
