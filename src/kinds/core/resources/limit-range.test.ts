import { expect, test } from "vitest";
import { limitRange } from "../../../api/index.ts";
import { builtinHooks } from "../../index.ts";
import { KindWrites } from "../../testing/kind-writes.ts";

const writes = new KindWrites(limitRange);

function itemOf(item: object): unknown {
  return writes.stored({ spec: { limits: [item] } }).spec?.limits[0];
}

test("defaults for containers come from max, and default requests from the defaults or else from min", () => {
  const item = {
    type: "Container",
    max: { cpu: "2", memory: "1Gi" },
    min: { cpu: "100m", "ephemeral-storage": "1Gi" },
  };
  expect(itemOf(item)).toEqual({
    ...item,
    default: { cpu: "2", memory: "1Gi" },
    defaultRequest: { cpu: "2", memory: "1Gi", "ephemeral-storage": "1Gi" },
  });
});

test("defaults that the client sets are kept", () => {
  const item = {
    type: "Container",
    max: { cpu: "2" },
    min: { cpu: "100m" },
    default: { cpu: "1", memory: "1Gi" },
    defaultRequest: { cpu: "500m" },
  };
  expect(itemOf(item)).toEqual({ ...item, defaultRequest: { cpu: "500m", memory: "1Gi" } });
});

test.each([
  ["Pod", "memory"],
  ["PersistentVolumeClaim", "storage"],
])("limits of type %s get no defaults", (type, resource) => {
  const item = { type, max: { [resource]: "2Gi" }, min: { [resource]: "1Gi" } };
  expect(itemOf(item)).toEqual(item);
});

test("limits of type Container without any resource stay unchanged", () => {
  expect(itemOf({ type: "Container" })).toEqual({ type: "Container" });
});

test("amounts of a LimitRange are rounded up to a thousandth", () => {
  const finer = { cpu: "1500u" };
  expect(itemOf({ type: "Pod", max: { cpu: "3500u" }, min: finer, maxLimitRequestRatio: { cpu: "1000100u" } })).toEqual(
    {
      type: "Pod",
      max: { cpu: "4m" },
      min: { cpu: "2m" },
      maxLimitRequestRatio: { cpu: "1001m" },
    },
  );
});

test("a LimitRange without limits is accepted", () => {
  expect(writes.create({ spec: {} }).errors).toEqual([]);
});

test("a LimitRange without a name gets a UUID as its name", () => {
  const { metadata } = writes.create({ metadata: { namespace: "shop" } }).object;
  expect(metadata.name).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
  expect(writes.create({}).object.metadata.name).toBe("it");
});

test("LimitRanges only have the columns of every kind", () => {
  expect(builtinHooks.get(limitRange)).not.toHaveProperty("columns");
});
