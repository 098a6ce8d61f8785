import { group, groupName } from "../../../meta/vocabulary.ts";
import {
  boolean,
  bytes,
  type FieldsOf,
  int32,
  type KindDeclaration,
  list,
  namedText,
  type ObjectOf,
  optional,
  pointer,
  required,
  type StructSchema,
  statusSubresource,
  struct,
  text,
  time,
} from "../../../schema/index.ts";
import { kind } from "../../kind.ts";

const serviceReferenceFields = {
  namespace: optional(text, 1, "Namespace of the Service."),
  name: optional(text, 2, "Name of the Service."),
  port: pointer(int32, 3, "Port of the Service. Default: 443.", { default: 443 }),
};

export interface ServiceReference extends FieldsOf<typeof serviceReferenceFields> {}

export const serviceReference: StructSchema<ServiceReference> = struct(
  "apiregistration/v1.ServiceReference",
  "The Service behind which an API server runs.",
  serviceReferenceFields,
);

const apiServiceSpecFields = {
  service: pointer(serviceReference, 1, "Who serves the group version. Unset: this server."),
  group: optional(text, 2, "The API group."),
  version: optional(text, 3, "The version of the group."),
  insecureSkipTLSVerify: optional(boolean, 4, "Do not look at the certificate of who serves. Better give caBundle."),
  caBundle: optional(
    bytes,
    5,
    "PEM certificates by which that of who serves is verified. Unset: those of the system.",
    { listTypeMark: "atomic" },
  ),
  groupPriorityMinimum: required(
    int32,
    7,
    "The least priority of the group, up to 20000: groups of higher priority come first where a name says no group.",
  ),
  versionPriority: required(int32, 8, "The priority of the version within its group, up to 1000."),
};

export interface APIServiceSpec extends FieldsOf<typeof apiServiceSpecFields> {}

export const apiServiceSpec: StructSchema<APIServiceSpec> = struct(
  "apiregistration/v1.APIServiceSpec",
  "Which group version is served, and by whom.",
  apiServiceSpecFields,
);

const apiServiceConditionFields = {
  type: required(namedText("v1.APIServiceConditionType"), 1, "What the condition is about: Available."),
  status: required(namedText("v1.ConditionStatus"), 2, "Whether the condition holds: True, False or Unknown."),
  lastTransitionTime: optional(time, 3, "When the status last changed."),
  reason: optional(text, 4, "Why it last changed, as one CamelCase word."),
  message: optional(text, 5, "Details about the last change, for people."),
};

export interface APIServiceCondition extends FieldsOf<typeof apiServiceConditionFields> {}

export const apiServiceCondition: StructSchema<APIServiceCondition> = struct(
  "apiregistration/v1.APIServiceCondition",
  "One observed aspect of an APIService.",
  apiServiceConditionFields,
);

const apiServiceStatusFields = {
  conditions: optional(
    list(apiServiceCondition, { type: "map", keys: ["type"], merge: "type" }),
    1,
    "What holds of the group version.",
  ),
};

export interface APIServiceStatus extends FieldsOf<typeof apiServiceStatusFields> {}

export const apiServiceStatus: StructSchema<APIServiceStatus> = struct(
  "apiregistration/v1.APIServiceStatus",
  "Whether a group version can be reached.",
  apiServiceStatusFields,
);

const apiServiceFields = {
  spec: optional(apiServiceSpec, 2, "What is served, and by whom."),
  status: optional(apiServiceStatus, 3, "Whether it can be reached."),
};

export interface APIService extends ObjectOf<typeof apiServiceFields> {}

export const apiService: KindDeclaration<APIService> = kind({
  group: group("apiregistration"),
  version: "v1",
  kind: "APIService",
  package: "apiregistration",
  plural: "apiservices",
  categories: ["api-extensions"],
  scope: "Cluster",
  subresources: {
    status: {
      ...statusSubresource(
        ["metadata.annotations", "metadata.finalizers", "metadata.labels", "metadata.ownerReferences"],
        ["metadata"],
      ),
      hasTable: false,
    },
  },
  storage: { prefix: groupName("apiregistration/apiservices") },
  rules: {
    freeFinalizerNames: true,
    createChecks: ["hook", "create", "schema"],
    updateChecks: {
      update: ["plainChange", "createHook", "plainCreate", "schema"],
      subresource: ["plainChange", "schema", "hook"],
    },
    unconditionalUpdate: false,
  },
  doc: "Says who serves a group version: this server, or another one behind it. Its name is VERSION.GROUP.",
  fields: apiServiceFields,
});
