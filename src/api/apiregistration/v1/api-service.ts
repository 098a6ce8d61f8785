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
  "Service that runs an API server.",
  serviceReferenceFields,
);

const apiServiceSpecFields = {
  service: pointer(
    serviceReference,
    1,
    "Service of the API server that serves the group version. Unset means this server.",
  ),
  group: optional(text, 2, "The API group."),
  version: optional(text, 3, "The version of the group."),
  insecureSkipTLSVerify: optional(
    boolean,
    4,
    "Whether the certificate of the API server is not verified. Use caBundle instead.",
  ),
  caBundle: optional(
    bytes,
    5,
    "CA certificates in PEM that verify the API server's certificate. Default: the system's CA certificates.",
    { listTypeMark: "atomic" },
  ),
  groupPriorityMinimum: required(
    int32,
    7,
    "Smallest priority of the group, up to 20000. Names without a group refer to the group with the highest priority.",
  ),
  versionPriority: required(int32, 8, "Priority of the version within its group, up to 1000."),
};

export interface APIServiceSpec extends FieldsOf<typeof apiServiceSpecFields> {}

export const apiServiceSpec: StructSchema<APIServiceSpec> = struct(
  "apiregistration/v1.APIServiceSpec",
  "Group version, and the API server that serves it.",
  apiServiceSpecFields,
);

const apiServiceConditionFields = {
  type: required(namedText("v1.APIServiceConditionType"), 1, "Type of the condition: Available."),
  status: required(namedText("v1.ConditionStatus"), 2, "Status of the condition: True, False or Unknown."),
  lastTransitionTime: optional(time, 3, "Time of the last change of the status."),
  reason: optional(text, 4, "Reason of the last change, as one CamelCase word."),
  message: optional(text, 5, "Message about the last change for users."),
};

export interface APIServiceCondition extends FieldsOf<typeof apiServiceConditionFields> {}

export const apiServiceCondition: StructSchema<APIServiceCondition> = struct(
  "apiregistration/v1.APIServiceCondition",
  "Condition of an APIService.",
  apiServiceConditionFields,
);

const apiServiceStatusFields = {
  conditions: optional(
    list(apiServiceCondition, { type: "map", keys: ["type"], merge: "type" }),
    1,
    "Conditions of the group version.",
  ),
};

export interface APIServiceStatus extends FieldsOf<typeof apiServiceStatusFields> {}

export const apiServiceStatus: StructSchema<APIServiceStatus> = struct(
  "apiregistration/v1.APIServiceStatus",
  "Observed state of a group version.",
  apiServiceStatusFields,
);

const apiServiceFields = {
  spec: optional(apiServiceSpec, 2, "Registered group version with its API server."),
  status: optional(apiServiceStatus, 3, "Observed state."),
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
  doc: "Registration of a group version that this server or another API server serves. The name of the object is VERSION.GROUP.",
  fields: apiServiceFields,
});
