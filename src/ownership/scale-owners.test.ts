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

describe("the owners of a Scale", () => {
  test("are those who own the replicas, as owners of nothing else", () => {
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

  test("are none of another version", () => {
    expect(ownersOfScale([entry("a", "Apply", replicas, { apiVersion: "apps/v10" })], scaled)).toEqual([]);
  });

  test("are none where nobody owns anything, or nothing can be read", () => {
    expect(ownersOfScale(undefined, scaled)).toEqual([]);
    expect(ownersOfScale([{}], scaled)).toEqual([]);
  });
});

describe("the owners of an object that was scaled", () => {
  const scaler = (operation: Operation): ManagedFieldsEntry =>
    entry("scaler", operation, replicas, { subresource: "scale" });

  test.each<[Operation, Operation]>([
    ["Apply", "Update"],
    ["Apply", "Apply"],
    ["Update", "Update"],
    ["Update", "Apply"],
  ])("by %s, lose the replicas to who scales by %s, who has no time", (before, after) => {
    const owners = ownersOfScaled([entry("test", before, both)], [ofScale("scaler", after)], scaled);
    expect(owners).toContainEqual(entry("test", before, selector));
    expect(owners).toContainEqual(scaler(after));
    expect(owners).toHaveLength(2);
  });

  test.each<[Operation, Operation]>([
    ["Apply", "Update"],
    ["Apply", "Apply"],
    ["Update", "Update"],
    ["Update", "Apply"],
  ])("are two of one name, by %s and by %s of the Scale", (before, after) => {
    const owners = ownersOfScaled([entry("scaler", before, both)], [ofScale("scaler", after)], scaled);
    expect(owners).toContainEqual(entry("scaler", before, selector));
    expect(owners).toContainEqual(scaler(after));
  });

  test("share the replicas with who applies the same", () => {
    const { subresource: _, time: __, ...kept } = ofScale("test", "Apply");
    const owners = ownersOfScaled([entry("test", "Apply", both)], [kept, ofScale("scaler", "Apply")], scaled);
    expect(owners).toEqual([scaler("Apply"), entry("test", "Apply", both)]);
  });

  test("go when they owned nothing else", () => {
    expect(ownersOfScaled([entry("test", "Apply", replicas)], [ofScale("scaler", "Update")], scaled)).toEqual([
      scaler("Update"),
    ]);
  });

  test("stay where nobody owns the replicas of the Scale", () => {
    const status = { "f:status": { "f:replicas": {} } };
    expect(ownersOfScaled([entry("test", "Apply", selector)], [ofScale("scaler", "Update", status)], scaled)).toEqual([
      entry("test", "Apply", selector),
    ]);
  });

  test("have their time where they owned the replicas before", () => {
    const known = entry("scaler", "Apply", replicas, { subresource: "scale", time: "2023-01-01T00:00:00Z" });
    expect(ownersOfScaled([known], [ofScale("scaler", "Apply")], scaled)).toEqual([known]);
  });

  test("are found wherever the replicas of the object stand", () => {
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
