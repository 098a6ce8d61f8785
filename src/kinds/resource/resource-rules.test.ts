/** Expected errors are those of the reference v1.32.13 for the same objects. */
import { describe, expect, test } from "vitest";
import { deviceClass, resourceClaim, resourceClaimTemplate, resourceSlice } from "../../api/index.ts";
import { type Input, KindWrites } from "../testing/kind-writes.ts";

const subdomain =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and " +
  "end with an alphanumeric character (e.g. 'example.com', regex used for validation is " +
  "'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";

const opaque = { driver: "gpu.example.com", parameters: { speed: 1 } };

describe("a DeviceClass", () => {
  test("a DeviceClass with an empty selector and incomplete settings is rejected", () => {
    const { errors } = new KindWrites(deviceClass).create({
      spec: { selectors: [{}], config: [{}, { opaque: { driver: "", parameters: "x" } }] },
    });
    expect(errors).toEqual([
      "spec.selectors[0].cel: Required value",
      "spec.config[0].opaque: Required value",
      "spec.config[1].opaque.driver: Required value",
      `spec.config[1].opaque.driver: Invalid value: "": ${subdomain}`,
      'spec.config[1].opaque.parameters: Invalid value: "<value omitted>": parameters must be a valid JSON object',
    ]);
  });
});

test("settings for a driver can have integers beyond 2^53", () => {
  const parameters = { limit: 9_223_372_036_854_775_807n };
  const { errors } = new KindWrites(deviceClass).create({ spec: { config: [{ opaque: { ...opaque, parameters } }] } });
  expect(errors).toEqual([]);
});

test("an update of a DeviceClass reports the same error twice", () => {
  const writes = new KindWrites(deviceClass);
  const { errors } = writes.update(writes.stored({ spec: { config: [{ opaque }] } }), ({ spec }) => {
    spec.config = [{}];
  });
  expect(errors).toEqual(["spec.config[0].opaque: Required value", "spec.config[0].opaque: Required value"]);
});

test("settings for a driver of more than 10 KiB are rejected", () => {
  const parameters = { text: "x".repeat(10 * 1024) };
  const { errors } = new KindWrites(deviceClass).create({ spec: { config: [{ opaque: { ...opaque, parameters } }] } });
  expect(errors).toEqual(["spec.config[0].opaque.parameters: Too long: may not be more than 10240 bytes"]);
});

describe("a ResourceClaim", () => {
  const writes = new KindWrites(resourceClaim);
  const request = { name: "gpu", deviceClassName: "gpus" };
  const errorsOf = (devices: object): readonly string[] => writes.create({ spec: { devices } }).errors;

  test("a ResourceClaim with invalid names, classes, modes and counts of requests is rejected", () => {
    const requests = [
      request,
      { ...request, allocationMode: "Some" },
      { name: "nic", deviceClassName: "", allocationMode: "All", count: 2 },
      { name: "cpu", deviceClassName: "cpus", count: -1 },
    ];
    expect(errorsOf({ requests })).toEqual([
      'spec.devices.requests[1].allocationMode: Unsupported value: "Some": supported values: "All", "ExactCount"',
      "spec.devices.requests[2].deviceClassName: Required value",
      "spec.devices.requests[2].count: Invalid value: 2: must not be specified when allocationMode is 'All'",
      "spec.devices.requests[3].count: Invalid value: -1: must be greater than zero",
      'spec.devices.requests[1].name: Duplicate value: "gpu"',
    ]);
  });

  test("a ResourceClaim with more than 32 requests is rejected", () => {
    const requests = Array.from({ length: 33 }, (_, index) => ({ ...request, name: `gpu-${index}` }));
    expect(errorsOf({ requests })).toEqual(["spec.devices.requests: Too many: 33: must have at most 32 items"]);
  });

  test("a ResourceClaim with invalid constraints and settings is rejected", () => {
    const constraints = [{ requests: ["nic"] }, { matchAttribute: "numa" }, { matchAttribute: "example.com/" }];
    const config = [{ requests: ["gpu", "gpu"], opaque }];
    expect(errorsOf({ requests: [request], constraints, config })).toEqual([
      'spec.devices.constraints[0].requests[0]: Invalid value: "nic": must be the name of a request in the claim',
      "spec.devices.constraints[0].matchAttribute: Required value",
      'spec.devices.constraints[1].matchAttribute: Invalid value: "numa": must include a domain',
      "spec.devices.constraints[2].matchAttribute: Required value: the name must not be empty",
      'spec.devices.config[0].requests[1]: Duplicate value: "gpu"',
    ]);
  });

  const updateStatus = (status: object): readonly string[] =>
    writes.update(
      writes.stored({ spec: { devices: { requests: [request] } } }),
      (claim) => {
        claim.status = status;
      },
      "status",
    ).errors;

  test("users of a ResourceClaim without an allocation, and duplicate users, are rejected", () => {
    const user = { resource: "pods", name: "web", uid: "1" };
    expect(updateStatus({ reservedFor: [user, { ...user, resource: "", name: "" }] })).toEqual([
      "status.reservedFor[1].resource: Required value",
      "status.reservedFor[1].name: Required value",
      'status.reservedFor[1].uid: Duplicate value: "1"',
      "status.reservedFor: Forbidden: may not be specified when `allocated` is not set",
    ]);
  });

  test("an allocation with an unknown request or unknown source of settings is rejected", () => {
    const results = [{ request: "nic", driver: "", pool: "node//3", device: "gpu-0" }];
    const config = [
      { source: "", opaque },
      { source: "FromPod", opaque },
    ];
    expect(updateStatus({ allocation: { devices: { results, config } } })).toEqual([
      'status.allocation.devices.results[0].request: Invalid value: "nic": must be the name of a request in the claim',
      "status.allocation.devices.results[0].driver: Required value",
      `status.allocation.devices.results[0].driver: Invalid value: "": ${subdomain}`,
      `status.allocation.devices.results[0].pool: Invalid value: "": ${subdomain}`,
      "status.allocation.devices.config[0].source: Required value",
      'status.allocation.devices.config[1].source: Unsupported value: "FromPod": supported values: "FromClaim", "FromClass"',
    ]);
  });
});

test("a ResourceClaimTemplate with metadata other than labels and annotations is rejected", () => {
  const requests = [{ name: "gpu", deviceClassName: "gpus" }];
  const { errors } = new KindWrites(resourceClaimTemplate).create({
    spec: {
      metadata: {
        name: "a",
        uid: "b",
        labels: { a: "b" },
        generation: 0,
        deletionGracePeriodSeconds: 0,
        finalizers: ["example.com/a"],
      },
      spec: { devices: { requests } },
    },
  });
  expect(errors).toEqual([
    "spec.metadata.name: Forbidden: cannot be set",
    "spec.metadata.uID: Forbidden: cannot be set",
    "spec.metadata.deletionGracePeriodSeconds: Forbidden: cannot be set",
    "spec.metadata.finalizers: Forbidden: cannot be set",
  ]);
});

describe("a ResourceSlice", () => {
  const pool = { name: "node-3", generation: 1, resourceSliceCount: 1 };
  const spec = { driver: "gpu.example.com", pool, nodeName: "node-3" };
  const errorsOf = (changed: Input): readonly string[] =>
    new KindWrites(resourceSlice).create({ spec: { ...spec, ...changed } }).errors;

  test("a ResourceSlice has to name its nodes in exactly one way", () => {
    expect(errorsOf({})).toEqual([]);
    const rule = "exactly one of `nodeName`, `nodeSelector`, or `allNodes` is required";
    expect(errorsOf({ nodeName: "" })).toEqual([`spec: Required value: ${rule}`]);
    expect(errorsOf({ allNodes: true })).toEqual([`spec: Invalid value: "null": ${rule}`]);
  });

  test("a ResourceSlice with an incomplete pool is rejected", () => {
    expect(errorsOf({ pool: { name: "", generation: -1, resourceSliceCount: 0 } })).toEqual([
      "spec.pool.name: Required value",
      "spec.pool.resourceSliceCount: Invalid value: 0: must be greater than zero",
      "spec.pool.generation: Invalid value: -1: must be greater than or equal to zero",
    ]);
  });

  test("a ResourceSlice with duplicate devices and invalid attributes is rejected", () => {
    const attributes = { numa: {}, "example.com/": { int: 1 }, driver: { version: "1.2" } };
    const devices = [{ name: "a", basic: { attributes } }, { name: "a" }];
    expect(errorsOf({ devices })).toEqual([
      'spec.devices[0].basic.attributes[driver].version: Invalid value: "1.2": must be a string compatible with semver.org spec 2.0.0',
      "spec.devices[0].basic.attributes[example.com/]: Required value: the name must not be empty",
      "spec.devices[0].basic.attributes[numa]: Required value: exactly one value must be specified",
      "spec.devices[1].basic: Required value",
      'spec.devices[1].name: Duplicate value: "a"',
    ]);
  });
});
