import { describe, expect, test } from "vitest";
import { certificateSigningRequest, clusterTrustBundle } from "../../api/index.ts";
import { KindWrites, nowMs } from "../testing/kind-writes.ts";
import { authority, base64, ecRequest, leaf } from "./testing/certificates.ts";

const now = new Date(nowMs).toISOString().replace(".000", "");
const clientTime = "2025-05-01T00:00:00Z";
const writes = new KindWrites(certificateSigningRequest);
const spec = { request: base64(ecRequest), signerName: "example.com/clients", usages: ["client auth"] };

describe("the requestor of a certificate", () => {
  const claimed = { ...spec, username: "root", uid: "0", groups: ["system:masters"], extra: { a: ["b"] } };

  test("the server replaces user, groups and extra of a CertificateSigningRequest by those of the requesting user", () => {
    const user = { name: "ann", groups: ["ops"], uid: "f2d4", extra: { "example.com/team": ["a"] } };
    const byAnn = new KindWrites(certificateSigningRequest, "kubernetes", user);
    expect(byAnn.stored({ spec: claimed }).spec).toEqual({
      ...spec,
      username: "ann",
      uid: "f2d4",
      groups: ["ops"],
      extra: { "example.com/team": ["a"] },
    });
  });

  test("a CertificateSigningRequest omits uid, groups and extra if the user has none", () => {
    const byGuest = new KindWrites(certificateSigningRequest, "kubernetes", { name: "guest", groups: [] });
    expect(byGuest.stored({ spec: claimed }).spec).toEqual({ ...spec, username: "guest" });
    expect(writes.stored({ spec: claimed }).spec).toEqual(spec);
  });
});

test("a new CertificateSigningRequest has an empty status, and an update changes neither spec nor status", () => {
  const status = { conditions: [{ type: "Approved", status: "True" }], certificate: base64(authority) };
  const stored = writes.stored({ spec, status });
  expect(stored.status).toEqual({});
  const { object, errors } = writes.update(stored, (request) => {
    request.spec.signerName = "example.com/servers";
    request.status = { certificate: base64(authority) };
    request.metadata.labels = { seen: "yes" };
  });
  expect(errors).toEqual([]);
  expect(object).toEqual({ ...stored, metadata: { ...stored.metadata, labels: { seen: "yes" } } });
});

describe("a decision", () => {
  const stored = writes.stored({ spec });
  const decided = writes.update(
    stored,
    (request) => {
      request.status = {
        conditions: [{ type: "Approved", status: "True", reason: "Known" }],
        certificate: base64(authority),
      };
      request.spec.signerName = "example.com/servers";
    },
    "approval",
  ).object;
  const approved = {
    type: "Approved",
    status: "True",
    reason: "Known",
    lastUpdateTime: now,
    lastTransitionTime: now,
  };

  test("/approval writes only conditions, and sets their times", () => {
    expect(decided).toEqual({ ...stored, status: { conditions: [approved] } });
  });

  test("/status keeps the approval condition and writes the certificate and other conditions", () => {
    const { object } = writes.update(
      decided,
      (request) => {
        request.spec.signerName = "example.com/servers";
        request.status = {
          conditions: [
            { type: "Failed", status: "True", lastTransitionTime: clientTime },
            { type: "Approved", status: "True", reason: "Changed" },
          ],
          certificate: base64(leaf),
        };
      },
      "status",
    );
    expect(object).toEqual({
      ...stored,
      status: {
        conditions: [{ type: "Failed", status: "True", lastUpdateTime: now, lastTransitionTime: clientTime }, approved],
        certificate: base64(leaf),
      },
    });
  });

  test("lastTransitionTime of a condition stays if only its message changes", () => {
    const old = { ...decided, status: { conditions: [{ ...approved, lastTransitionTime: clientTime }] } };
    const { object } = writes.update(
      old,
      (request) => {
        request.status = {
          conditions: [
            { type: "Approved", status: "True", message: "Ann is known." },
            { type: "Seen", status: "False" },
          ],
        };
      },
      "approval",
    );
    expect(object.status?.conditions).toEqual([
      {
        type: "Approved",
        status: "True",
        message: "Ann is known.",
        lastUpdateTime: now,
        lastTransitionTime: clientTime,
      },
      { type: "Seen", status: "False", lastUpdateTime: now, lastTransitionTime: now },
    ]);
  });

  test("/status may add or remove approval conditions, which the validation rejects", () => {
    const { object } = writes.update(decided, (request) => void (request.status = { conditions: [] }), "status");
    expect(object.status).toEqual({});
    const denied = [
      approved,
      { type: "Denied", status: "True", lastUpdateTime: clientTime, lastTransitionTime: clientTime },
    ];
    const added = writes.update(decided, (request) => void (request.status = { conditions: denied }), "status");
    expect(added.object.status).toEqual({ conditions: denied });
  });
});

test("an update that changes the signerName of a ClusterTrustBundle is rejected", () => {
  const bundles = new KindWrites(clusterTrustBundle);
  const stored = bundles.stored({ spec: { trustBundle: authority } });
  const change = (signerName: string) =>
    bundles.update(stored, (bundle) => void (bundle.spec.signerName = signerName)).errors;
  expect(change("example.com/clients")).toEqual([
    'metadata.name: Invalid value: "it": ClusterTrustBundle for signerName example.com/clients must be named with prefix example.com:clients:',
    'spec.signerName: Invalid value: "example.com/clients": field is immutable',
  ]);
  expect(change("")).toEqual([]);
});
