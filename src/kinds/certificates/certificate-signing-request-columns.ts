import type { CertificateSigningRequest } from "../../api/index.ts";
import { humanDuration } from "../../meta/human-duration.ts";
import type { Column } from "../../schema/index.ts";
import { ageColumn, column, nameColumn } from "../columns.ts";

const none = "<none>";

/** Columns of CertificateSigningRequests in a Table. */
export const certificateSigningRequestColumns: readonly Column<CertificateSigningRequest>[] = [
  nameColumn,
  ageColumn,
  column("SignerName", "Signer of the certificate.", ({ spec }) => spec.signerName || none),
  column("Requestor", "User that made the request.", ({ spec }) => spec.username ?? ""),
  column("RequestedDuration", "Requested lifetime of the certificate.", ({ spec: { expirationSeconds } }) =>
    expirationSeconds === undefined ? none : humanDuration(expirationSeconds * 1000),
  ),
  column("Condition", "The decision, and whether the certificate was issued.", conditionText),
];

/** Returns the state. A denial takes precedence over an approval. */
function conditionText({ status }: CertificateSigningRequest): string {
  const types = (status?.conditions ?? []).map(({ type }) => type);
  const decision = ["Denied", "Approved"].find((type) => types.includes(type)) ?? "Pending";
  const failed = types.includes("Failed") ? ",Failed" : "";
  return `${decision}${failed}${status?.certificate ? ",Issued" : ""}`;
}
