import { describe, expect, test } from "vitest";
import { type ResourceClaim, resourceClaim, resourceClaimTemplate, resourceClaimV1alpha3 } from "../../api/index.ts";
import { KindWrites } from "../testing/kind-writes.ts";

const writes = new KindWrites(resourceClaim);
const request = { name: "gpu", deviceClassName: "gpus" };
const specOf = (more: object) => ({ devices: { requests: [{ ...request, ...more }] } });
const device = { driver: "gpu.example.com", pool: "node-3", device: "gpu-0" };
const results = [{ request: "gpu", ...device, adminAccess: null }];
const user = { resource: "pods", name: "web", uid: "0b8b7f7e" };

/** A stored claim with a status that only older servers, or those with more features on, could have written. */
function older(spec: object, status: object = {}): ResourceClaim {
  const written = writes.decode({ spec, status });
  return { ...writes.stored({ spec: specOf({}) }), spec: written.spec, status: written.status ?? {} };
}

function updateStatus(old: ResourceClaim, status: object) {
  const change = (claim: ResourceClaim): void => {
    claim.status = status;
  };
  return writes.update(old, change, "status");
}

describe.each([
  ["v1beta1", resourceClaim],
  ["v1alpha3", resourceClaimV1alpha3],
])("a request for devices of %s", (_, kind) => {
  const requestOf = (more: object) => new KindWrites(kind).decode({ spec: specOf(more) }).spec.devices?.requests?.[0];

  test("is for one device where it does not say", () => {
    expect(requestOf({})).toEqual({ ...request, allocationMode: "ExactCount", count: 1 });
    expect(requestOf({ count: 3 })).toMatchObject({ count: 3 });
  });

  test("has no number when it is for all", () => {
    expect(requestOf({ allocationMode: "All" })).toEqual({ ...request, allocationMode: "All" });
  });
});

describe("a ResourceClaim", () => {
  test("without content writes all that is always written", () => {
    expect(writes.decode({})).toMatchObject({ spec: { devices: { requests: null } }, status: {} });
  });

  test("is created without a status", () => {
    expect(writes.stored({ spec: specOf({}), status: { reservedFor: [user] } }).status).toEqual({});
  });

  test("is created without administrative access", () => {
    const { spec } = writes.stored({ spec: specOf({ adminAccess: true }) });
    expect(spec.devices?.requests?.[0]).not.toHaveProperty("adminAccess");
  });

  test("keeps what it asks for", () => {
    const { errors } = writes.update(writes.stored({ spec: specOf({}) }), (claim) => {
      claim.spec = { devices: { requests: [] } };
    });
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatch(/^spec: Invalid value: .*: field is immutable$/);
  });

  test("keeps administrative access that it has already, whoever writes it", () => {
    const old = older(specOf({ adminAccess: true }));
    const { object, errors } = writes.update(old, ({ metadata }) => {
      metadata.labels = { a: "b" };
    });
    expect(errors).toEqual([]);
    expect(object.spec).toEqual(old.spec);
    const given = updateStatus(old, { allocation: { devices: { results: [{ ...results[0], adminAccess: true }] } } });
    expect(given.object.status?.allocation?.devices?.results?.[0]?.adminAccess).toBe(true);
  });

  test("is given no administrative access otherwise, and says so", () => {
    const { object, errors } = updateStatus(older(specOf({})), {
      allocation: { devices: { results: [{ ...results[0], adminAccess: true }] } },
    });
    expect(errors).toEqual([]);
    expect(object.status?.allocation).toEqual({ devices: { results } });
  });

  test("is given no administrative access because its status shows that there is none", () => {
    const old = older(specOf({}), { allocation: { devices: { results } } });
    expect(old.status?.allocation?.devices?.results).toEqual(results);
    const { object, errors } = writes.update(old, (claim) => {
      claim.spec = specOf({ adminAccess: false });
    });
    expect(errors).toEqual([]);
    expect(object.spec).toEqual(old.spec);
  });

  test("keeps spec and metadata when its status is written", () => {
    const stored = writes.stored({ spec: specOf({}) });
    const { object } = writes.update(
      stored,
      (claim) => {
        claim.metadata.labels = { a: "b" };
        claim.spec = {};
        claim.status = { allocation: {} };
      },
      "status",
    );
    expect(object).toEqual({ ...stored, status: { allocation: { devices: {} } } });
  });

  test("loses what it was given, but does not exchange it", () => {
    const old = older(specOf({}), { allocation: { devices: { results } } });
    expect(updateStatus(old, {}).errors).toEqual([]);
    const { errors } = updateStatus(old, { allocation: { devices: { results: [] } } });
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatch(/^status\.allocation: Invalid value: .*: field is immutable$/);
  });

  describe("that is about to go", () => {
    const old = (): ResourceClaim => {
      const claim = older(specOf({}), { allocation: {}, reservedFor: [user] });
      claim.metadata.deletionTimestamp = "2025-06-01T11:00:00Z";
      return claim;
    };

    test("takes no new users", () => {
      const more = [user, { ...user, name: "api", uid: "1" }];
      expect(updateStatus(old(), { allocation: { devices: {} }, reservedFor: more }).errors).toEqual([
        "status.reservedFor: Forbidden: new entries may not be added while `deallocationRequested` or " +
          "`deletionTimestamp` are set",
      ]);
    });

    test("loses those that it has", () => {
      expect(updateStatus(old(), { allocation: { devices: {} } }).errors).toEqual([]);
    });
  });
});

describe("what drivers report of devices", () => {
  const report = { ...device, conditions: null, data: null };
  const another = { ...report, device: "gpu-1" };

  test("is dropped where there has been none", () => {
    const { object } = updateStatus(older(specOf({})), { allocation: { devices: { results } }, devices: [report] });
    expect(object.status).toEqual({ allocation: { devices: { results } } });
  });

  test("stays where there has been some", () => {
    const old = older(specOf({}), { allocation: { devices: { results } }, devices: [report] });
    const devices = [{ ...report, data: { firmware: "7" } }, another];
    const { object } = updateStatus(old, { allocation: { devices: { results } }, devices });
    expect(object.status?.devices).toEqual(devices);
  });

  test("goes with the devices that are taken back", () => {
    const old = older(specOf({}), { allocation: { devices: { results } }, devices: [report, another] });
    expect(updateStatus(old, { devices: [report, another] }).object.status).toEqual({ devices: [another] });
    expect(updateStatus(old, { devices: [report] }).object.status).toEqual({});
  });
});

describe("a ResourceClaimTemplate", () => {
  const templates = new KindWrites(resourceClaimTemplate);

  test("is created without administrative access", () => {
    const { spec } = templates.stored({ spec: { spec: specOf({ adminAccess: false }) } });
    expect(spec.spec.devices?.requests?.[0]).not.toHaveProperty("adminAccess");
  });

  test("keeps its pattern", () => {
    const { errors } = templates.update(templates.stored({ spec: { spec: specOf({}) } }), ({ spec }) => {
      spec.metadata = { labels: { a: "b" } };
    });
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatch(/^spec: Invalid value: .*: field is immutable$/);
  });

  test("keeps administrative access that it has already", () => {
    const stored = templates.stored({ spec: { spec: specOf({}) } });
    const old = { ...stored, spec: templates.decode({ spec: { spec: specOf({ adminAccess: true }) } }).spec };
    const { object, errors } = templates.update(old, ({ metadata }) => {
      metadata.labels = { a: "b" };
    });
    expect([object.spec, errors]).toEqual([old.spec, []]);
  });
});
