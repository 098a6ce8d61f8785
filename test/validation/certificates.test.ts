import { describe, expect, test } from "vitest";
import {
  authority,
  authorityWithBadBoolean,
  base64,
  ecRequest,
  leaf,
} from "../../src/kinds/certificates/testing/certificates.ts";
import { expectCauses, type Manifest, Refusals, ruleServer } from "../support/refusals.ts";
import { createObject, put } from "../support/writes.ts";

const group = "/apis/certificates.orch.io";
const server = ruleServer([
  "--runtime-config=certificates.orch.io/v1alpha1=true",
  "--feature-gates=ClusterTrustBundle=true",
]);

describe("a CertificateSigningRequest", () => {
  const signingSpec = { request: base64(ecRequest), signerName: "example.com/clients", usages: ["client auth"] };
  const requests = new Refusals(server, `${group}/v1/certificatesigningrequests`, {
    spec: signingSpec,
  });
  const specOf = (members: object) => {
    return ({ spec }: Manifest): void => {
      Object.assign(spec, members);
    };
  };

  requests.create(
    "[CertificateSigningRequest#1] a request that contains a certificate instead of a certificate request is rejected",
    specOf({ request: base64(leaf) }),
    [/^spec\.request: Invalid value: \[\]byte\{0x2d, 0x2d, .*\}: PEM block type must be CERTIFICATE REQUEST$/],
  );
  requests.create(
    "a certificate request with an invalid signature is rejected",
    specOf({ request: base64(ecRequest.replace("UNeJrw==", "UNeJrA==")) }),
    [/^spec\.request: Invalid value: \[\]byte\{.*\}: x509: ECDSA verification failure$/],
  );
  requests.create(
    "[CertificateSigningRequest#2] a CertificateSigningRequest without usages is rejected",
    specOf({ usages: [] }),
    ["spec.usages: Required value"],
  );
  requests.create(
    "[CertificateSigningRequest#3] a CertificateSigningRequest with an unknown usage is rejected",
    specOf({ usages: ["fun"] }),
    [
      'spec.usages[0]: Unsupported value: "fun": supported values: "any", "cert sign", "client auth", "code signing", "content commitment", "crl sign", "data encipherment", "decipher only", "digital signature", "email protection", "encipher only", "ipsec end system", "ipsec tunnel", "ipsec user", "key agreement", "key encipherment", "microsoft sgc", "netscape sgc", "ocsp signing", "s/mime", "server auth", "signing", "timestamping"',
    ],
  );
  requests.create(
    "[CertificateSigningRequest#4] a CertificateSigningRequest with a repeated usage is rejected",
    specOf({ usages: ["any", "any"] }),
    ['spec.usages[1]: Duplicate value: "any"'],
  );
  requests.create(
    "[CertificateSigningRequest#5] a CertificateSigningRequest with the legacy signer is rejected",
    specOf({ signerName: "orch.io/legacy-unknown" }),
    [
      'spec.signerName: Invalid value: "orch.io/legacy-unknown": the legacy signerName is not allowed via this API version',
    ],
  );
  requests.create(
    "[CertificateSigningRequest#6] a CertificateSigningRequest whose signerName has no domain is rejected",
    specOf({ signerName: "clients" }),
    [
      "spec.signerName: Invalid value: \"clients\": must be a fully qualified domain and path of the form 'example.com/signer-name'",
    ],
  );
  requests.create(
    "[CertificateSigningRequest#7] a CertificateSigningRequest with expirationSeconds 599 is rejected",
    specOf({ expirationSeconds: 599 }),
    ["spec.expirationSeconds: Invalid value: 599: may not specify a duration less than 600 seconds (10 minutes)"],
  );
  requests.accepts(
    "a CertificateSigningRequest with expirationSeconds 600 is accepted",
    specOf({ expirationSeconds: 600 }),
  );

  const decide = (...conditions: object[]) => {
    return (request: Manifest): void => {
      request.status = { conditions };
    };
  };
  const approved = { type: "Approved", status: "True" };
  const denied = { type: "Denied", status: "True" };
  const first = "status.conditions[0]";
  const status = (change: (request: Manifest) => void, ...causes: string[]) => {
    return { subresource: "status", change, causes };
  };
  requests.update(
    "[CertificateSigningRequest#8] a condition without a type is rejected",
    status(decide({ type: "", status: "True" }), `${first}.type: Required value`),
  );
  requests.update(
    "[CertificateSigningRequest#9] a condition without a status is rejected",
    status(decide({ type: "Seen", status: "" }), `${first}.status: Required value`),
  );
  requests.update(
    "[CertificateSigningRequest#10] a condition Failed with the status False is rejected",
    status(
      decide({ type: "Failed", status: "False" }),
      `${first}.status: Unsupported value: "False": supported values: "True"`,
    ),
  );
  requests.update(
    "[CertificateSigningRequest#11] a condition with an unknown status is rejected",
    status(
      decide({ type: "Seen", status: "Maybe" }),
      `${first}.status: Unsupported value: "Maybe": supported values: "False", "True", "Unknown"`,
    ),
  );
  requests.update("[CertificateSigningRequest#12] the conditions Approved and Denied together are rejected", {
    subresource: "approval",
    change: decide(approved, denied),
    causes: [
      'status.conditions[1].type: Invalid value: "Denied": Approved and Denied conditions are mutually exclusive',
    ],
  });
  const seenCondition = { type: "Seen", status: "True" };
  requests.update(
    "[CertificateSigningRequest#13] two conditions of the same type are rejected",
    status(decide(seenCondition, seenCondition), 'status.conditions[1].type: Duplicate value: "Seen"'),
  );
  const issue = (certificate: string) => {
    return (request: Manifest): void => {
      request.status = { certificate: base64(certificate) };
    };
  };
  requests.update(
    "[CertificateSigningRequest#14] a status whose certificate is no certificate is rejected",
    status(
      issue(ecRequest),
      'status.certificate: Invalid value: "<certificate data>": only CERTIFICATE PEM blocks are allowed, found "CERTIFICATE REQUEST"',
    ),
  );
  test("[CertificateSigningRequest#15] an update that removes the condition Approved is rejected", async () => {
    const { client } = server();
    const collection = `${group}/v1/certificatesigningrequests`;
    const created = await createObject(client, collection, { metadata: { name: "decided" }, spec: signingSpec });
    const decided = await put(client, `${collection}/decided/approval`, {
      ...created,
      status: { conditions: [approved] },
    });
    expect(decided.status, decided.text).toBe(200);
    expectCauses(await put(client, `${collection}/decided/approval`, { ...decided.json, status: {} }), [
      'status.conditions: Forbidden: updates may not remove a condition of type "Approved"',
    ]);
  });
  requests.update(
    "[CertificateSigningRequest#16] an update of /status that adds the condition Approved is rejected",
    status(decide(approved), 'status.conditions: Forbidden: updates may not add a condition of type "Approved"'),
  );
  requests.update("[CertificateSigningRequest#19] an update that changes the issued certificate is rejected", {
    beforeStatus: issue(leaf),
    subresource: "status",
    change: issue(authority),
    causes: ["status.certificate: Forbidden: updates may not modify existing certificate content"],
  });
});

describe("a ClusterTrustBundle", () => {
  const bundles = new Refusals(server, `${group}/v1alpha1/clustertrustbundles`, { spec: { trustBundle: authority } });
  const trusting = (trustBundle: string) => {
    return ({ spec }: Manifest): void => {
      spec.trustBundle = trustBundle;
    };
  };
  const omitted = 'spec.trustBundle: Invalid value: "<value omitted>"';

  bundles.create(
    "[ClusterTrustBundle#1] a ClusterTrustBundle whose signerName has no domain is rejected",
    (bundle) => {
      bundle.metadata.name = "clients:a";
      bundle.spec.signerName = "clients";
    },
    [
      "spec.signerName: Invalid value: \"clients\": must be a fully qualified domain and path of the form 'example.com/signer-name'",
    ],
  );
  bundles.create(
    "a ClusterTrustBundle whose generateName has not the prefix of its signer is rejected",
    (bundle) => {
      bundle.metadata.name = "example.com:clients:a";
      bundle.metadata.generateName = "/web";
      bundle.spec.signerName = "example.com/clients";
    },
    [
      'metadata.generateName: Invalid value: "/web": ClusterTrustBundle for signerName example.com/clients must be named with prefix example.com:clients:',
    ],
  );
  bundles.create(
    "a ClusterTrustBundle without a name gets no error about the form of the name",
    (bundle) => {
      delete bundle.metadata.name;
    },
    ["metadata.name: Required value: name or generateName is required"],
  );
  bundles.create(
    "[ClusterTrustBundle#2] a trustBundle of more than 1 MiB is rejected",
    trusting("a".repeat(1_048_577)),
    ["spec.trustBundle: Too long: may not be more than 1048576 bytes"],
  );
  bundles.accepts(
    "a trustBundle of 1 MiB is accepted",
    trusting(authority + "a".repeat(1_048_576 - Buffer.byteLength(authority))),
  );
  bundles.create("[ClusterTrustBundle#3] a trustBundle with a certificate request is rejected", trusting(ecRequest), [
    `${omitted}: entry 0 has bad block type: CERTIFICATE REQUEST`,
  ]);
  bundles.create(
    "[ClusterTrustBundle#4] a trustBundle with PEM headers is rejected",
    trusting(authority.replace("\n", "\na: b\n")),
    [`${omitted}: entry 0 has PEM block headers`],
  );
  bundles.create(
    "[ClusterTrustBundle#5] a trustBundle with a malformed certificate is rejected",
    trusting("-----BEGIN CERTIFICATE-----\nMAA=\n-----END CERTIFICATE-----\n"),
    [`${omitted}: entry 0 does not parse as X.509`],
  );
  bundles.create("[ClusterTrustBundle#6] a trustBundle with a certificate that is no CA is rejected", trusting(leaf), [
    `${omitted}: entry 0 does not have the CA bit set`,
  ]);
  bundles.create(
    "[ClusterTrustBundle#7] a trustBundle with a certificate whose constraints cannot be parsed is rejected",
    trusting(authorityWithBadBoolean),
    [`${omitted}: entry 0 does not parse as X.509`],
  );
  bundles.create("[ClusterTrustBundle#8] an empty trustBundle is rejected", trusting(""), [
    `${omitted}: at least one trust anchor must be provided`,
  ]);
  bundles.create(
    "[ClusterTrustBundle#9] a trustBundle with the same certificate twice is rejected",
    trusting(authority + authority),
    [`${omitted}: duplicate trust anchor (indices [0 1])`],
  );
  bundles.update("[ClusterTrustBundle#10] an update that changes the signerName of a ClusterTrustBundle is rejected", {
    before: (bundle) => {
      bundle.metadata.name = "example.com:clients:a";
      bundle.spec.signerName = "example.com/clients";
    },
    change: ({ spec }) => {
      spec.signerName = "";
    },
    causes: [
      'metadata.name: Invalid value: "example.com:clients:a": ClusterTrustBundle without signer name must not have ":" in its name',
      'spec.signerName: Invalid value: "": field is immutable',
    ],
  });
});
