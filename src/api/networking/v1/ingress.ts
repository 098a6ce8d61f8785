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

/** In the order of messages. */
export const pathTypes = ["Exact", "ImplementationSpecific", "Prefix"] as const;

const httpIngressPathFields = {
  path: optional(text, 1, "Path of the request's URL; it begins with a slash where pathType is Exact or Prefix."),
  pathType: requiredPointer(
    enumText("v1.PathType", pathTypes),
    3,
    "How paths are compared: Exact, Prefix by whole elements between slashes, or ImplementationSpecific.",
  ),
  backend: required(ingressBackend, 2, "Where matching requests are sent."),
};

export interface HTTPIngressPath extends FieldsOf<typeof httpIngressPathFields> {}

export const httpIngressPath: StructSchema<HTTPIngressPath> = struct(
  "networking/v1.HTTPIngressPath",
  "A path with its backend.",
  httpIngressPathFields,
);

const httpIngressRuleValueFields = {
  paths: required(list(httpIngressPath, { type: "atomic" }), 1, "Paths with their backends."),
};

export interface HTTPIngressRuleValue extends FieldsOf<typeof httpIngressRuleValueFields> {}

export const httpIngressRuleValue: StructSchema<HTTPIngressRuleValue> = struct(
  "networking/v1.HTTPIngressRuleValue",
  "The backends of one host, by path.",
  httpIngressRuleValueFields,
);

const ingressRuleFields = {
  host: optional(
    text,
    1,
    "Host name of the request, whole or with * as its first label. Empty takes every host. No address, no port.",
  ),
  ...inline(2, {
    http: pointer(httpIngressRuleValue, 1, "Backends by path. Unset: requests go to the default backend."),
  }),
};

export interface IngressRule extends FieldsOf<typeof ingressRuleFields> {}

export const ingressRule: StructSchema<IngressRule> = struct(
  "networking/v1.IngressRule",
  "What becomes of the requests for one host.",
  ingressRuleFields,
);

const ingressTLSFields = {
  hosts: optional(
    list(text, { type: "atomic" }),
    1,
    "Host names of the certificate. Empty: what the controller takes when nothing is said.",
  ),
  secretName: optional(text, 2, "Name of the Secret with certificate and key. Empty: host names alone decide."),
};

export interface IngressTLS extends FieldsOf<typeof ingressTLSFields> {}

export const ingressTLS: StructSchema<IngressTLS> = struct(
  "networking/v1.IngressTLS",
  "Where TLS ends for some hosts, and with which certificate.",
  ingressTLSFields,
);

const ingressSpecFields = {
  ingressClassName: pointer(text, 4, "Name of the IngressClass whose controller is to serve this."),
  defaultBackend: pointer(ingressBackend, 1, "Where requests are sent that no rule matches."),
  tls: optional(list(ingressTLS, { type: "atomic" }), 2, "Certificates by host. All are served on port 443."),
  rules: optional(list(ingressRule, { type: "atomic" }), 3, "What becomes of requests, by host and path."),
};

export interface IngressSpec extends FieldsOf<typeof ingressSpecFields> {}

export const ingressSpec: StructSchema<IngressSpec> = struct(
  "networking/v1.IngressSpec",
  "How requests from outside find their backends.",
  ingressSpecFields,
);

const ingressFields = {
  spec: optional(ingressSpec, 2, "How requests find their backends."),
  status: optional(ingressStatus, 3, "Where requests are taken. Written by the controller."),
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
  doc: "Leads requests from outside to Services, by host and path.",
  fields: ingressFields,
});
