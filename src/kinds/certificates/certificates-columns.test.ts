import { describe, expect, test } from "vitest";
import { certificateSigningRequest, clusterTrustBundle } from "../../api/index.ts";
import { rowOf } from "../testing/rows.ts";

const metadata = { name: "ann", creationTimestamp: "2025-06-01T11:00:00Z" };

test("rows of CertificateSigningRequests show signer, requestor and duration", () => {
  const spec = { request: "AA==", signerName: "example.com/clients", username: "ann", expirationSeconds: 864_000 };
  expect(rowOf(certificateSigningRequest, { metadata, spec })).toEqual({
    Name: "ann",
    Age: "60m",
    SignerName: "example.com/clients",
    Requestor: "ann",
    RequestedDuration: "10d",
    Condition: "Pending",
  });
  expect(rowOf(certificateSigningRequest, { metadata, spec: { request: "AA==" } })).toMatchObject({
    SignerName: "<none>",
    Requestor: "",
    RequestedDuration: "<none>",
  });
});

describe("the condition of a request", () => {
  test.each<[string[], string, string]>([
    [[], "", "Pending"],
    [["Approved"], "", "Approved"],
    [["Approved"], "AA==", "Approved,Issued"],
    [["Approved", "Failed"], "", "Approved,Failed"],
    [["Failed"], "", "Pending,Failed"],
    [["Approved", "Denied"], "", "Denied"],
    [["Approved", "Failed"], "AA==", "Approved,Failed,Issued"],
    [["Seen"], "", "Pending"],
  ])("a CertificateSigningRequest with conditions %j and certificate %j shows %s", (types, certificate, expected) => {
    const conditions = types.map((type) => ({ type, status: "True" }));
    const row = rowOf(certificateSigningRequest, { metadata, spec: {}, status: { conditions, certificate } });
    expect(row["Condition"]).toBe(expected);
  });
});

test("rows of ClusterTrustBundles show their signer or <none>", () => {
  const spec = { signerName: "example.com/clients", trustBundle: "" };
  expect(rowOf(clusterTrustBundle, { metadata, spec })).toEqual({ Name: "ann", SignerName: "example.com/clients" });
  expect(rowOf(clusterTrustBundle, { metadata, spec: { trustBundle: "" } })).toMatchObject({ SignerName: "<none>" });
});
