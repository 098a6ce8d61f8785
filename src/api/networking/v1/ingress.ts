import { group } from "../../../meta/vocabulary.ts";
import {
  enumText,
  type FieldsOf,
  inline,
  type KindDeclaration,
  list,
  type ObjectOf,
  optional,
  pointer,
  required,
  requiredPointer,
  type StructSchema,
  statusSubresource,
  struct,
  text,
} from "../../../schema/index.ts";
import { kind } from "../../kind.ts";
import { ingressBackend } from "./ingress-backend.ts";
import { ingressStatus } from "./ingress-status.ts";

/** Types of paths, in the order in which messages list them. */
export const pathTypes = ["Exact", "ImplementationSpecific", "Prefix"] as const;

const httpIngressPathFields = {
  path: optional(text, 1, "Path of the request's URL. It starts with a slash if pathType is Exact or Prefix."),
  pathType: requiredPointer(
    enumText("v1.PathType", pathTypes),
    3,
    "Comparison of paths: Exact, Prefix (of whole elements between slashes), or ImplementationSpecific.",
  ),
  backend: required(ingressBackend, 2, "Backend of matching requests."),
};

export interface HTTPIngressPath extends FieldsOf<typeof httpIngressPathFields> {}

export const httpIngressPath: StructSchema<HTTPIngressPath> = struct(
  "networking/v1.HTTPIngressPath",
  "Path with its backend.",
  httpIngressPathFields,
);

const httpIngressRuleValueFields = {
  paths: required(list(httpIngressPath, { type: "atomic" }), 1, "Paths with their backends."),
};

export interface HTTPIngressRuleValue extends FieldsOf<typeof httpIngressRuleValueFields> {}

export const httpIngressRuleValue: StructSchema<HTTPIngressRuleValue> = struct(
  "networking/v1.HTTPIngressRuleValue",
  "Backends of one host, by path.",
  httpIngressRuleValueFields,
);

const ingressRuleFields = {
  host: optional(
    text,
    1,
    "Host name of the request, without port, or with * as its first label. Not an IP address. Empty matches every host.",
  ),
  ...inline(2, {
    http: pointer(httpIngressRuleValue, 1, "Backends by path. Unset sends all requests to the default backend."),
  }),
};

export interface IngressRule extends FieldsOf<typeof ingressRuleFields> {}

export const ingressRule: StructSchema<IngressRule> = struct(
  "networking/v1.IngressRule",
  "Rules for the requests to one host.",
  ingressRuleFields,
);

const ingressTLSFields = {
  hosts: optional(list(text, { type: "atomic" }), 1, "Host names of the certificate. Default: that of the controller."),
  secretName: optional(
    text,
    2,
    "Name of the Secret with certificate and key. Empty routes TLS connections by host name only.",
  ),
};

export interface IngressTLS extends FieldsOf<typeof ingressTLSFields> {}

export const ingressTLS: StructSchema<IngressTLS> = struct(
  "networking/v1.IngressTLS",
  "TLS settings for some hosts.",
  ingressTLSFields,
);

const ingressSpecFields = {
  ingressClassName: pointer(text, 4, "Name of the IngressClass, which determines the controller."),
  defaultBackend: pointer(ingressBackend, 1, "Backend of requests that match no rule."),
  tls: optional(list(ingressTLS, { type: "atomic" }), 2, "Certificates by host. All are served on port 443."),
  rules: optional(list(ingressRule, { type: "atomic" }), 3, "Rules for requests, by host and path."),
};

export interface IngressSpec extends FieldsOf<typeof ingressSpecFields> {}

export const ingressSpec: StructSchema<IngressSpec> = struct(
  "networking/v1.IngressSpec",
  "Desired state of an Ingress.",
  ingressSpecFields,
);

const ingressFields = {
  spec: optional(ingressSpec, 2, "Desired state of the Ingress."),
  status: optional(ingressStatus, 3, "Observed state, which the controller writes."),
};

export interface Ingress extends ObjectOf<typeof ingressFields> {}

export const ingress: KindDeclaration<Ingress> = kind({
  group: group("networking"),
  version: "v1",
  kind: "Ingress",
  package: "networking",
  plural: "ingresses",
  shortNames: ["ing"],
  scope: "Namespaced",
  subresources: { status: statusSubresource() },
  storage: { prefix: "ingress" },
  rules: { updateChecks: { update: ["change", "create", "schema", "hook"] }, generation: ["spec"] },
  doc: "Routing of external requests to Services, by host and path.",
  fields: ingressFields,
});
