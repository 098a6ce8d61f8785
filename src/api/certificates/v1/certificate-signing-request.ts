import { group } from "../../../meta/vocabulary.ts";
import {
  bytes,
  type FieldsOf,
  int32,
  type KindDeclaration,
  list,
  map,
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
import { conditionStatus } from "../../core/v1/condition-status.ts";
import { kind } from "../../kind.ts";
import { keyUsage } from "./key-usage.ts";

const certificateSigningRequestSpecFields = {
  request: required(bytes, 1, "Certificate request, PKCS#10 in PEM.", { listTypeMark: "atomic" }),
  signerName: required(text, 7, "Name of the signer, as domain/path. It determines the rules for signing."),
  expirationSeconds: pointer(
    int32,
    8,
    "Requested lifetime of the certificate in seconds, at least 600. The signer may choose another one.",
  ),
  usages: optional(list(keyUsage, { type: "atomic" }), 5, "Requested key usages."),
  username: optional(text, 2, "Name of the requesting user. Set by the server."),
  uid: optional(text, 3, "Unique identifier of the requesting user. Set by the server."),
  groups: optional(list(text, { type: "atomic" }), 4, "Groups of the requesting user. Set by the server."),
  extra: optional(
    map(list(text, { typeName: "v1.ExtraValue" })),
    6,
    "Further attributes of the requesting user. Set by the server.",
  ),
};

export interface CertificateSigningRequestSpec extends FieldsOf<typeof certificateSigningRequestSpecFields> {}

export const certificateSigningRequestSpec: StructSchema<CertificateSigningRequestSpec> = struct(
  "certificates/v1.CertificateSigningRequestSpec",
  "Requested certificate, and requesting user.",
  certificateSigningRequestSpecFields,
);

const certificateSigningRequestConditionFields = {
  type: required(
    namedText("v1.RequestConditionType"),
    1,
    "Type of the condition: Approved, Denied, Failed, or a type of the signer.",
  ),
  status: required(conditionStatus, 6, "Status of the condition. Approved, Denied and Failed can only be True."),
  reason: optional(text, 2, "Reason in one word."),
  message: optional(text, 3, "Message for users."),
  lastUpdateTime: optional(time, 4, "Time of the last write of the condition."),
  lastTransitionTime: optional(time, 5, "Time of the last change of the status. Set by the server."),
};

export interface CertificateSigningRequestCondition extends FieldsOf<typeof certificateSigningRequestConditionFields> {}

export const certificateSigningRequestCondition: StructSchema<CertificateSigningRequestCondition> = struct(
  "certificates/v1.CertificateSigningRequestCondition",
  "Condition of a CertificateSigningRequest.",
  certificateSigningRequestConditionFields,
);

const certificateSigningRequestStatusFields = {
  conditions: optional(
    list(certificateSigningRequestCondition, { type: "map", keys: ["type"] }),
    1,
    "Conditions of the request. Approved, Denied and Failed cannot be removed.",
  ),
  certificate: optional(
    bytes,
    2,
    "Issued certificate in PEM, with its intermediate certificates. Immutable once set.",
    { listTypeMark: "atomic" },
  ),
};

export interface CertificateSigningRequestStatus extends FieldsOf<typeof certificateSigningRequestStatusFields> {}

export const certificateSigningRequestStatus: StructSchema<CertificateSigningRequestStatus> = struct(
  "certificates/v1.CertificateSigningRequestStatus",
  "Decision, and issued certificate.",
  certificateSigningRequestStatusFields,
);

const certificateSigningRequestFields = {
  spec: required(certificateSigningRequestSpec, 2, "Requested certificate. Immutable."),
  status: optional(certificateSigningRequestStatus, 3, "Decision about the request, and the issued certificate."),
};

export interface CertificateSigningRequest extends ObjectOf<typeof certificateSigningRequestFields> {}

/** Approvers write the subresource `approval`, signers write `status`. */
export const certificateSigningRequest: KindDeclaration<CertificateSigningRequest> = kind({
  group: group("certificates"),
  version: "v1",
  kind: "CertificateSigningRequest",
  package: "certificates",
  plural: "certificatesigningrequests",
  shortNames: ["csr"],
  scope: "Cluster",
  selectableFields: ["spec.signerName"],
  subresources: {
    status: statusSubresource([], ["status.conditions"]),
    others: { approval: { verbs: ["get", "patch", "update"], keeps: ["spec", "status.certificate"], hasTable: false } },
  },
  rules: {
    updateChecks: {
      update: ["create", "schema", "hook", "change"],
      subresource: ["create", "schema", "hook", "change"],
    },
    unowned: ["spec"],
  },
  doc: "Request for a certificate. The signer issues it once the request is approved.",
  fields: certificateSigningRequestFields,
});
