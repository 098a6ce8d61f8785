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
  resourceClaimName: pointer(text, 3, "An existing ResourceClaim in the Pod's namespace."),
  resourceClaimTemplateName: pointer(text, 4, "A ResourceClaimTemplate from which a claim is made for this Pod."),
};

export interface PodResourceClaim extends FieldsOf<typeof podResourceClaimFields> {}

export const podResourceClaim: StructSchema<PodResourceClaim> = struct(
  "core/v1.PodResourceClaim",
  "A claim on devices that containers of the Pod can refer to. Exactly one source is set.",
  podResourceClaimFields,
);

const podResourceClaimStatusFields = {
  name: required(text, 1, "Name of the entry in the spec."),
  resourceClaimName: pointer(text, 2, "The ResourceClaim that was made; unset when none was needed."),
};

export interface PodResourceClaimStatus extends FieldsOf<typeof podResourceClaimStatusFields> {}

export const podResourceClaimStatus: StructSchema<PodResourceClaimStatus> = struct(
  "core/v1.PodResourceClaimStatus",
  "Which ResourceClaim stands behind an entry of the Pod's resourceClaims.",
  podResourceClaimStatusFields,
);
