import { describe, expect, test } from "vitest";
import { type ResourceClaim, resourceClaim, resourceClaimTemplate, resourceClaimV1alpha3 } from "../../api/index.ts";
import { KindWrites } from "../testing/kind-writes.ts";

const writes = new KindWrites(resourceClaim);
const request = { name: "gpu", deviceClassName: "gpus" };
const specOf = (more: object) => ({ devices: { requests: [{ ...request, ...more }] } });
const device = { driver: "gpu.example.com", pool: "node-3", device: "gpu-0" };
const results = [{ request: "gpu", ...device, adminAccess: null }];
const user = { resource: "pods", name: "web", uid: "0b8b7f7e" };

/** Returns a stored claim with a status that an older server or one with more feature gates has written. */
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

  test("a request asks for one device by default", () => {
    expect(requestOf({})).toEqual({ ...request, allocationMode: "ExactCount", count: 1 });
    expect(requestOf({ count: 3 })).toMatchObject({ count: 3 });
  });

  test("a request for all devices has no count", () => {
    expect(requestOf({ allocationMode: "All" })).toEqual({ ...request, allocationMode: "All" });
  });
});

describe("a ResourceClaim", () => {
  test("a ResourceClaim without content has all required fields", () => {
    expect(writes.decode({})).toMatchObject({ spec: { devices: { requests: null } }, status: {} });
  });

  test("a ResourceClaim is created without a status", () => {
    expect(writes.stored({ spec: specOf({}), status: { reservedFor: [user] } }).status).toEqual({});
  });

  test("a ResourceClaim is created without adminAccess", () => {
    const { spec } = writes.stored({ spec: specOf({ adminAccess: true }) });
    expect(spec.devices?.requests?.[0]).not.toHaveProperty("adminAccess");
  });

  test("an update that changes the spec of a ResourceClaim is rejected", () => {
    const { errors } = writes.update(writes.stored({ spec: specOf({}) }), (claim) => {
      claim.spec = { devices: { requests: [] } };
    });
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatch(/^spec: Invalid value: .*: field is immutable$/);
  });

  test("an update of a ResourceClaim or its status keeps adminAccess that is already stored", () => {
    const old = older(specOf({ adminAccess: true }));
    const { object, errors } = writes.update(old, ({ metadata }) => {
      metadata.labels = { a: "b" };
    });
    expect(errors).toEqual([]);
    expect(object.spec).toEqual(old.spec);
    const statusUpdate = updateStatus(old, {
      allocation: { devices: { results: [{ ...results[0], adminAccess: true }] } },
    });
    expect(statusUpdate.object.status?.allocation?.devices?.results?.[0]?.adminAccess).toBe(true);
  });

  test("an update of the status drops adminAccess from its results if the spec has none", () => {
    const { object, errors } = updateStatus(older(specOf({})), {
      allocation: { devices: { results: [{ ...results[0], adminAccess: true }] } },
    });
    expect(errors).toEqual([]);
    expect(object.status?.allocation).toEqual({ devices: { results } });
  });

  test("an update of the spec cannot set adminAccess to false", () => {
    const old = older(specOf({}), { allocation: { devices: { results } } });
    expect(old.status?.allocation?.devices?.results).toEqual(results);
    const { object, errors } = writes.update(old, (claim) => {
      claim.spec = specOf({ adminAccess: false });
    });
    expect(errors).toEqual([]);
    expect(object.spec).toEqual(old.spec);
  });

  test("an update of the status of a ResourceClaim keeps its spec and metadata", () => {
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

  test("an update of the status can remove the allocation of a ResourceClaim and not change it", () => {
    const old = older(specOf({}), { allocation: { devices: { results } } });
    expect(updateStatus(old, {}).errors).toEqual([]);
    const { errors } = updateStatus(old, { allocation: { devices: { results: [] } } });
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatch(/^status\.allocation: Invalid value: .*: field is immutable$/);
  });

  describe("a deleted ResourceClaim", () => {
    const old = (): ResourceClaim => {
      const claim = older(specOf({}), { allocation: {}, reservedFor: [user] });
      claim.metadata.deletionTimestamp = "2025-06-01T11:00:00Z";
      return claim;
    };

    test("an update of the status of a deleted ResourceClaim cannot add users", () => {
      const more = [user, { ...user, name: "api", uid: "1" }];
      expect(updateStatus(old(), { allocation: { devices: {} }, reservedFor: more }).errors).toEqual([
        "status.reservedFor: Forbidden: new entries may not be added while `deallocationRequested` or " +
          "`deletionTimestamp` are set",
      ]);
    });

    test("an update of the status of a deleted ResourceClaim can remove users", () => {
      expect(updateStatus(old(), { allocation: { devices: {} } }).errors).toEqual([]);
    });
  });
});

describe("the status of devices of a ResourceClaim", () => {
  const report = { ...device, conditions: null, data: null };
  const another = { ...report, device: "gpu-1" };

  test("the status of devices is dropped if none is stored", () => {
    const { object } = updateStatus(older(specOf({})), { allocation: { devices: { results } }, devices: [report] });
    expect(object.status).toEqual({ allocation: { devices: { results } } });
  });

  test("the status of devices is kept if some is stored", () => {
    const old = older(specOf({}), { allocation: { devices: { results } }, devices: [report] });
    const devices = [{ ...report, data: { firmware: "7" } }, another];
    const { object } = updateStatus(old, { allocation: { devices: { results } }, devices });
    expect(object.status?.devices).toEqual(devices);
  });

  test("an update that removes the allocation also removes the status of its devices", () => {
    const old = older(specOf({}), { allocation: { devices: { results } }, devices: [report, another] });
    expect(updateStatus(old, { devices: [report, another] }).object.status).toEqual({ devices: [another] });
    expect(updateStatus(old, { devices: [report] }).object.status).toEqual({});
  });
});

describe("a ResourceClaimTemplate", () => {
  const templates = new KindWrites(resourceClaimTemplate);

  test("a ResourceClaimTemplate is created without adminAccess", () => {
    const { spec } = templates.stored({ spec: { spec: specOf({ adminAccess: false }) } });
    expect(spec.spec.devices?.requests?.[0]).not.toHaveProperty("adminAccess");
  });

  test("an update that changes the spec of a ResourceClaimTemplate is rejected", () => {
    const { errors } = templates.update(templates.stored({ spec: { spec: specOf({}) } }), ({ spec }) => {
      spec.metadata = { labels: { a: "b" } };
    });
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatch(/^spec: Invalid value: .*: field is immutable$/);
  });

  test("an update of a ResourceClaimTemplate keeps adminAccess that is already stored", () => {
    const stored = templates.stored({ spec: { spec: specOf({}) } });
    const old = { ...stored, spec: templates.decode({ spec: { spec: specOf({ adminAccess: true }) } }).spec };
    const { object, errors } = templates.update(old, ({ metadata }) => {
      metadata.labels = { a: "b" };
    });
    expect([object.spec, errors]).toEqual([old.spec, []]);
  });
});

test("the status of a device that is not allocated is rejected with the device as the reference prints it", () => {
  const old = older(specOf({}), { allocation: { devices: { results } }, devices: [device] });
  const { errors } = updateStatus(old, {
    allocation: { devices: { results } },
    devices: [device, { ...device, device: "gpu-9" }],
  });
  expect(errors).toEqual([
    "status.devices[1]: Invalid value: gpu.example.com/node-3/gpu-9: must be an allocated device in the claim",
  ]);
});
