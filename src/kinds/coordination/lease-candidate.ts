import type { LeaseCandidate } from "../../api/index.ts";
import type { Column, KindHooks } from "../../schema/index.ts";
import { ageColumn, column, nameColumn } from "../columns.ts";
import { immutableField } from "../meta/immutable-field.ts";

const leaseCandidateColumns: readonly Column<LeaseCandidate>[] = [
  nameColumn,
  column("LeaseName", "Lease for which the candidate applies.", ({ spec }) => spec?.leaseName ?? ""),
  column("BinaryVersion", "Version of the candidate's program.", ({ spec }) => spec?.binaryVersion ?? ""),
  column("EmulationVersion", "Version that the program emulates.", ({ spec }) => spec?.emulationVersion ?? ""),
  ageColumn,
];

/** Hooks of LeaseCandidates: immutable Lease name, columns. */
export const leaseCandidateHooks: KindHooks<LeaseCandidate> = {
  validateUpdate: ({ spec }, old) =>
    immutableField({ path: "spec.leaseName", value: spec?.leaseName, old: old.spec?.leaseName }),
  nameFormat: "configMapKey",
  columns: leaseCandidateColumns,
};
