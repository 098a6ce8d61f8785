import { group } from "../../../meta/vocabulary.ts";
import {
  type FieldsOf,
  field,
  int64,
  list,
  namedText,
  type ObjectOf,
  optional,
  required,
  type StructSchema,
  struct,
  text,
  time,
} from "../../../schema/index.ts";
import { type MessageKind, message } from "../../kind.ts";

const boundObjectReferenceFields = {
  kind: optional(text, 1, "Kind of the object: Pod, Secret or Node."),
  apiVersion: optional(text, 2, "Group and version of the kind."),
  name: optional(text, 3, "Name of the object."),
  uid: optional(namedText("types.UID"), 4, "Unique identifier of the object."),
};

export interface BoundObjectReference extends FieldsOf<typeof boundObjectReferenceFields> {}

export const boundObjectReference: StructSchema<BoundObjectReference> = struct(
  "authentication/v1.BoundObjectReference",
  "Reference to an object that limits the lifetime of a token.",
  boundObjectReferenceFields,
);

const tokenRequestSpecFields = {
  audiences: required(
    list(text, { type: "atomic" }),
    1,
    "Audiences of the token. Recipients outside of this list must reject it. Default: this server.",
  ),
  expirationSeconds: field(
    int64,
    { presence: "nullable", required: false },
    4,
    "Requested lifetime of the token in seconds, at least 600. The server may return another one. Default: 3600.",
    { default: 3600 },
  ),
  boundObjectRef: field(
    boundObjectReference,
    { presence: "nullable", required: false },
    3,
    "Object that the token is bound to. The token becomes invalid when the object is deleted.",
  ),
};

export interface TokenRequestSpec extends FieldsOf<typeof tokenRequestSpecFields> {}

export const tokenRequestSpec: StructSchema<TokenRequestSpec> = struct(
  "authentication/v1.TokenRequestSpec",
  "Requested token.",
  tokenRequestSpecFields,
);

const tokenRequestStatusFields = {
  token: required(text, 1, "The token.", { isCredential: true }),
  expirationTimestamp: required(time, 2, "Time at which the token expires."),
};

export interface TokenRequestStatus extends FieldsOf<typeof tokenRequestStatusFields> {}

export const tokenRequestStatus: StructSchema<TokenRequestStatus> = struct(
  "authentication/v1.TokenRequestStatus",
  "Issued token.",
  tokenRequestStatusFields,
);

const tokenRequestFields = {
  spec: required(tokenRequestSpec, 2, "Properties of the requested token."),
  status: optional(tokenRequestStatus, 3, "Issued token with its expiration time."),
};

export interface TokenRequest extends ObjectOf<typeof tokenRequestFields> {}

export const tokenRequest: MessageKind<TokenRequest> = message({
  group: group("authentication"),
  version: "v1",
  kind: "TokenRequest",
  package: "authentication",
  doc: "Request for a token of a ServiceAccount. It is posted to the subresource token.",
  fields: tokenRequestFields,
});
