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
  "Names an object with which a token ends.",
  boundObjectReferenceFields,
);

const tokenRequestSpecFields = {
  audiences: required(
    list(text, { type: "atomic" }),
    1,
    "Who the token is meant for; whoever is not among them must not accept it. Empty: this server.",
  ),
  expirationSeconds: field(
    int64,
    { presence: "nullable", required: false },
    4,
    "Wanted lifetime of the token in seconds, at least 600; the server may decide otherwise. Default: 3600.",
    { default: 3600 },
  ),
  boundObjectRef: field(
    boundObjectReference,
    { presence: "nullable", required: false },
    3,
    "The token is valid only as long as this object exists.",
  ),
};

export interface TokenRequestSpec extends FieldsOf<typeof tokenRequestSpecFields> {}

export const tokenRequestSpec: StructSchema<TokenRequestSpec> = struct(
  "authentication/v1.TokenRequestSpec",
  "Which token is wanted.",
  tokenRequestSpecFields,
);

const tokenRequestStatusFields = {
  token: required(text, 1, "The token."),
  expirationTimestamp: required(time, 2, "Until when it is valid."),
};

export interface TokenRequestStatus extends FieldsOf<typeof tokenRequestStatusFields> {}

export const tokenRequestStatus: StructSchema<TokenRequestStatus> = struct(
  "authentication/v1.TokenRequestStatus",
  "The token that was made.",
  tokenRequestStatusFields,
);

const tokenRequestFields = {
  spec: required(tokenRequestSpec, 2, "The token that is wanted."),
  status: optional(tokenRequestStatus, 3, "What the server made."),
};

export interface TokenRequest extends ObjectOf<typeof tokenRequestFields> {}

export const tokenRequest: MessageKind<TokenRequest> = message({
  group: group("authentication"),
  version: "v1",
  kind: "TokenRequest",
  package: "authentication",
  doc: "Asks for a token of a ServiceAccount; posted to the subresource token.",
  fields: tokenRequestFields,
});
