import type { ClusterTrustBundle } from "../../api/index.ts";
import type { Column, KindHooks } from "../../schema/index.ts";
import { column, nameColumn } from "../columns.ts";
import { immutableField } from "../meta/immutable-field.ts";
import { bundleErrors } from "./trust-bundle-rules.ts";

const clusterTrustBundleColumns: readonly Column<ClusterTrustBundle>[] = [
  nameColumn,
  column("SignerName", "Signer whose certificates the bundle verifies.", ({ spec }) => {
    return spec.signerName || "<none>";
  }),
];

/** Hooks of ClusterTrustBundles: trust anchors, immutable signer, columns. */
export const clusterTrustBundleHooks: KindHooks<ClusterTrustBundle> = {
  // The form of the name depends on the signer.
  nameFormat: "anyName",
  validateCreate: (bundle) => bundleErrors(bundle, undefined),
  validateUpdate: (bundle, old) => [
    ...bundleErrors(bundle, old),
    ...immutableField({
      path: "spec.signerName",
      value: bundle.spec.signerName ?? "",
      old: old.spec.signerName ?? "",
    }),
  ],
  columns: clusterTrustBundleColumns,
};
