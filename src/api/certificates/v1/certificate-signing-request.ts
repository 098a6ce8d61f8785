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
  request: required(bytes, 1, "The request for a certificate, PKCS#10 in PEM.", { listTypeMark: "atomic" }),
  signerName: required(text, 7, "Who is to sign, as a domain and a path below it. Sets what is signed, and how."),
  expirationSeconds: pointer(
    int32,
    8,
    "Wanted lifetime of the certificate in seconds, at least 600; the signer may decide otherwise.",
  ),
  usages: optional(list(keyUsage, { type: "atomic" }), 5, "What the certificate's key is to be used for."),
  username: optional(text, 2, "Who made the request; set by the server."),
  uid: optional(text, 3, "Unique identifier of who made it; set by the server."),
  groups: optional(list(text, { type: "atomic" }), 4, "Groups of who made it; set by the server."),
  extra: optional(
    map(list(text, { typeName: "v1.ExtraValue" })),
    6,
    "What else was known about who made it; set by the server.",
  ),
};

export interface CertificateSigningRequestSpec extends FieldsOf<typeof certificateSigningRequestSpecFields> {}

export const certificateSigningRequestSpec: StructSchema<CertificateSigningRequestSpec> = struct(
  "certificates/v1.CertificateSigningRequestSpec",
  "Which certificate is wanted, and by whom.",
  certificateSigningRequestSpecFields,
);

const certificateSigningRequestConditionFields = {
  type: required(
    namedText("v1.RequestConditionType"),
    1,
    "What happened: Approved, Denied, Failed, or a type that a signer knows.",
  ),
  status: required(conditionStatus, 6, "Whether it holds. Approved, Denied and Failed can only be True."),
  reason: optional(text, 2, "Why, in one word."),
  message: optional(text, 3, "Why, for people."),
  lastUpdateTime: optional(time, 4, "When the condition was last written."),
  lastTransitionTime: optional(time, 5, "When its status last changed; the server fills it in."),
};

export interface CertificateSigningRequestCondition extends FieldsOf<typeof certificateSigningRequestConditionFields> {}

export const certificateSigningRequestCondition: StructSchema<CertificateSigningRequestCondition> = struct(
  "certificates/v1.CertificateSigningRequestCondition",
  "A decision about a request, or something that befell it.",
  certificateSigningRequestConditionFields,
);

const certificateSigningRequestStatusFields = {
  conditions: optional(
    list(certificateSigningRequestCondition, { type: "map", keys: ["type"] }),
    1,
    "Decisions about the request. Approved, Denied and Failed stay once they are there.",
  ),
  certificate: optional(
    bytes,
    2,
    "The certificate in PEM, with those it depends on; cannot be changed once it is set.",
    { listTypeMark: "atomic" },
  ),
};

export interface CertificateSigningRequestStatus extends FieldsOf<typeof certificateSigningRequestStatusFields> {}

export const certificateSigningRequestStatus: StructSchema<CertificateSigningRequestStatus> = struct(
  "certificates/v1.CertificateSigningRequestStatus",
  "How a request was decided, and what was signed.",
  certificateSigningRequestStatusFields,
);

const certificateSigningRequestFields = {
  spec: required(certificateSigningRequestSpec, 2, "Which certificate is wanted. Cannot be changed."),
  status: optional(certificateSigningRequestStatus, 3, "The decision, and the certificate."),
};

export interface CertificateSigningRequest extends ObjectOf<typeof certificateSigningRequestFields> {}

/** Those who decide write `approval`, signers write `status`. */
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
  doc: "Asks a signer for a certificate, which is issued once the request is approved.",
  fields: certificateSigningRequestFields,
});
