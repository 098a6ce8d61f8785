import type { ClusterTrustBundle } from "../../api/index.ts";
import type { Column, KindHooks } from "../../schema/index.ts";
import { column, nameColumn } from "../columns.ts";
import { immutableField } from "../meta/immutable-field.ts";

const clusterTrustBundleColumns: readonly Column<ClusterTrustBundle>[] = [
  nameColumn,
  column("SignerName", "The signer whose certificates the bundle helps to verify.", ({ spec }) => {
    return spec.signerName || "<none>";
  }),
];

export const clusterTrustBundleHooks: KindHooks<ClusterTrustBundle> = {
  validateUpdate: ({ spec }, old) =>
    immutableField({ path: "spec.signerName", value: spec.signerName ?? "", old: old.spec.signerName ?? "" }),
  columns: clusterTrustBundleColumns,
};
