/** Converts CertificateSigningRequests of v1beta1. */
import { label } from "../../meta/vocabulary.ts";
import { ConversionError, keepDefault, type ManifestChange } from "../change.ts";
import { ensureTree, isUnset, treeAt, treesAt } from "../tree.ts";

/** Converts a CertificateSigningRequest to v1. */
export const signingRequestToV1: ManifestChange = (request, context) => {
  const spec = ensureTree(request, "spec");
  const unknown = context.vocabulary.bind(label("legacy-unknown"));
  if (isUnset(spec["signerName"]) || spec["signerName"] === unknown) {
    throw new ConversionError("spec.signerName is required: the signer that must sign the certificate");
  }
  keepDefault(spec, "usages", { value: ["digital signature", "key encipherment"], path: "spec", context });
  treesAt(treeAt(request, "status"), "conditions").forEach((condition, index) => {
    keepDefault(condition, "status", { value: "True", path: `status.conditions[${index}]`, context });
  });
};
