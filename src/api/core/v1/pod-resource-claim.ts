import {
  type FieldsOf,
  formattedText,
  pointer,
  required,
  type StructSchema,
  struct,
  text,
} from "../../../schema/index.ts";

const podResourceClaimFields = {
  name: required(formattedText({ format: "dns1123Label" }), 1, "Name of the entry, unique in the Pod.", {
    nonEmpty: true,
  }),
  resourceClaimName: pointer(text, 3, "Existing ResourceClaim in the Pod's namespace."),
  resourceClaimTemplateName: pointer(text, 4, "ResourceClaimTemplate from which a claim is created for this Pod."),
};

export interface PodResourceClaim extends FieldsOf<typeof podResourceClaimFields> {}

export const podResourceClaim: StructSchema<PodResourceClaim> = struct(
  "core/v1.PodResourceClaim",
  "Claim on devices that containers of the Pod can refer to. Exactly one source is set.",
  podResourceClaimFields,
);

const podResourceClaimStatusFields = {
  name: required(text, 1, "Name of the entry in the spec."),
  resourceClaimName: pointer(text, 2, "ResourceClaim that was created. Unset if none was needed."),
};

export interface PodResourceClaimStatus extends FieldsOf<typeof podResourceClaimStatusFields> {}

export const podResourceClaimStatus: StructSchema<PodResourceClaimStatus> = struct(
  "core/v1.PodResourceClaimStatus",
  "ResourceClaim of an entry in the Pod's resourceClaims.",
  podResourceClaimStatusFields,
);
