/** Rules of ClusterTrustBundles. */
import type { ClusterTrustBundle } from "../../api/index.ts";
import type { DeepReadonly } from "../../base/deep-readonly.ts";
import { type FieldError, invalidField, tooLongField } from "../../meta/field-error.ts";
import { checkFieldFormat } from "../../meta/field-formats.ts";
import { maskTrailingDash } from "../../meta/formats.ts";
import { checkTrustBundleName } from "../../meta/trust-bundle-name.ts";
import { trustFaults } from "./certificate-text.ts";

/**
 * Returns the errors of a bundle. Unchanged certificates are not validated again.
 * @param old undefined on create
 */
export function bundleErrors(
  { metadata, spec }: ClusterTrustBundle,
  old: DeepReadonly<ClusterTrustBundle> | undefined,
): FieldError[] {
  const { name = "", generateName = "" } = metadata;
  const { signerName = "", trustBundle } = spec;
  return [
    ...(generateName === "" ? [] : checkTrustBundleName(signerName, maskTrailingDash(generateName))).map((fault) =>
      invalidField("metadata.generateName", generateName, fault),
    ),
    // The rules of metadata report a missing name.
    ...(name === "" ? [] : checkTrustBundleName(signerName, name)).map((fault) =>
      invalidField("metadata.name", name, fault),
    ),
    ...(signerName === "" ? [] : checkFieldFormat("signerName", "spec.signerName", signerName)),
    ...(old?.spec.trustBundle === trustBundle ? [] : textErrors(trustBundle)),
  ];
}

const bundleBytesMax = 1_048_576;

/** Returns the errors of the certificates. Messages do not contain the text. */
function textErrors(trustBundle: string): FieldError[] {
  const path = "spec.trustBundle";
  if (Buffer.byteLength(trustBundle) > bundleBytesMax) return [tooLongField(path, bundleBytesMax)];
  return trustFaults(trustBundle).map((fault) => invalidField(path, "<value omitted>", fault));
}
