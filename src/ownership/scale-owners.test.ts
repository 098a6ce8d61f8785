import { describe, expect, test } from "vitest";
import type { ManagedFieldsEntry } from "../meta/object-meta.ts";
import { ownersOfScale, ownersOfScaled } from "./scale-owners.ts";

const scaled = {
  object: { apiVersion: "apps/v1", path: "spec.replicas" },
  scale: { apiVersion: "autoscaling/v1", path: "spec.replicas" },
};
const replicas = { "f:spec": { "f:replicas": {} } };
const both = { "f:spec": { "f:replicas": {}, "f:selector": {} } };
const selector = { "f:spec": { "f:selector": {} } };

type Operation = "Apply" | "Update";

function entry(
  manager: string,
  operation: Operation,
  fieldsV1: object,
  rest: ManagedFieldsEntry = {},
): ManagedFieldsEntry {
  return {
    manager,
    operation,
    apiVersion: "apps/v1",
    fieldsType: "FieldsV1",
    fieldsV1: fieldsV1 as Record<string, unknown>,
    ...rest,
  };
}
const ofScale = (manager: string, operation: Operation, fieldsV1: object = replicas): ManagedFieldsEntry =>
  entry(manager, operation, fieldsV1, {
    apiVersion: "autoscaling/v1",
    subresource: "scale",
    time: "2024-01-01T00:00:00Z",
  });

describe("ownersOfScale()", () => {
  test("ownersOfScale() returns the managers of the replicas, without other fields", () => {
    const time = "2024-01-01T00:00:00Z";
    const owners = ownersOfScale(
      [
        entry("a", "Apply", selector),
        entry("b", "Apply", both, { time }),
        entry("c", "Update", replicas, { subresource: "scale" }),
      ],
      scaled,
    );
    expect(owners).toEqual([
      entry("b", "Apply", replicas, { apiVersion: "autoscaling/v1", time }),
      entry("c", "Update", replicas, { apiVersion: "autoscaling/v1", subresource: "scale" }),
    ]);
  });

  test("ownersOfScale() omits managers of other versions", () => {
    expect(ownersOfScale([entry("a", "Apply", replicas, { apiVersion: "apps/v10" })], scaled)).toEqual([]);
  });

  test("ownersOfScale() returns no managers for missing entries and empty sets", () => {
    expect(ownersOfScale(undefined, scaled)).toEqual([]);
    expect(ownersOfScale([{}], scaled)).toEqual([]);
  });
});

describe("ownersOfScaled()", () => {
  const scaler = (operation: Operation): ManagedFieldsEntry =>
    entry("scaler", operation, replicas, { subresource: "scale" });

  test.each<[Operation, Operation]>([
    ["Apply", "Update"],
    ["Apply", "Apply"],
    ["Update", "Update"],
    ["Update", "Apply"],
  ])(
    "ownersOfScaled() moves the replicas from a manager that used %s to the one that scaled with %s, without a time",
    (before, after) => {
      const owners = ownersOfScaled([entry("test", before, both)], [ofScale("scaler", after)], scaled);
      expect(owners).toContainEqual(entry("test", before, selector));
      expect(owners).toContainEqual(scaler(after));
      expect(owners).toHaveLength(2);
    },
  );

  test.each<[Operation, Operation]>([
    ["Apply", "Update"],
    ["Apply", "Apply"],
    ["Update", "Update"],
    ["Update", "Apply"],
  ])("ownersOfScaled() keeps two entries for a manager that used %s and scaled with %s", (before, after) => {
    const owners = ownersOfScaled([entry("scaler", before, both)], [ofScale("scaler", after)], scaled);
    expect(owners).toContainEqual(entry("scaler", before, selector));
    expect(owners).toContainEqual(scaler(after));
  });

  test("ownersOfScaled() lets managers share the replicas", () => {
    const { subresource: _, time: __, ...kept } = ofScale("test", "Apply");
    const owners = ownersOfScaled([entry("test", "Apply", both)], [kept, ofScale("scaler", "Apply")], scaled);
    expect(owners).toEqual([scaler("Apply"), entry("test", "Apply", both)]);
  });

  test("ownersOfScaled() removes a manager that owned only the replicas", () => {
    expect(ownersOfScaled([entry("test", "Apply", replicas)], [ofScale("scaler", "Update")], scaled)).toEqual([
      scaler("Update"),
    ]);
  });

  test("ownersOfScaled() keeps managers if the replicas of the Scale have none", () => {
    const status = { "f:status": { "f:replicas": {} } };
    expect(ownersOfScaled([entry("test", "Apply", selector)], [ofScale("scaler", "Update", status)], scaled)).toEqual([
      entry("test", "Apply", selector),
    ]);
  });

  test("ownersOfScaled() keeps the time of a manager that owned the replicas before", () => {
    const known = entry("scaler", "Apply", replicas, { subresource: "scale", time: "2023-01-01T00:00:00Z" });
    expect(ownersOfScaled([known], [ofScale("scaler", "Apply")], scaled)).toEqual([known]);
  });

  test("ownersOfScaled() uses the path of the replicas in the object", () => {
    const elsewhere = { ...scaled, object: { apiVersion: "g/v1", path: "spec.size.wanted" } };
    expect(ownersOfScaled([], [ofScale("scaler", "Update")], elsewhere)).toEqual([
      entry(
        "scaler",
        "Update",
        { "f:spec": { "f:size": { "f:wanted": {} } } },
        { apiVersion: "g/v1", subresource: "scale" },
      ),
    ]);
  });
});
