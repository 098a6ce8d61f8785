import { expect, test } from "vitest";
import { priorityClass } from "../../api/index.ts";
import { KindWrites } from "../testing/kind-writes.ts";
import { rowOf } from "../testing/rows.ts";

const writes = new KindWrites(priorityClass);

test("rows of PriorityClasses show the value, the default and the policy", () => {
  const metadata = { name: "urgent", creationTimestamp: "2025-06-01T11:00:00Z" };
  const row = {
    Name: "urgent",
    Value: 0,
    "Global-Default": false,
    Age: "60m",
    PreemptionPolicy: "PreemptLowerPriority",
  };
  expect(rowOf(priorityClass, { metadata })).toEqual(row);
  expect(rowOf(priorityClass, { metadata, value: -5, globalDefault: true, preemptionPolicy: "Never" })).toEqual({
    ...row,
    Value: -5,
    "Global-Default": true,
    PreemptionPolicy: "Never",
  });
});

test("preemptionPolicy defaults to PreemptLowerPriority, and a value of 0 is written", () => {
  const { value, preemptionPolicy } = writes.decode({});
  expect([value, preemptionPolicy]).toEqual([0, "PreemptLowerPriority"]);
});

test.each<[string, string]>([
  ["", "preemptionPolicy: Required value"],
  ["Always", 'preemptionPolicy: Unsupported value: "Always": supported values: "PreemptLowerPriority", "Never"'],
])("a PriorityClass with policy %j is rejected", (preemptionPolicy, error) => {
  expect(writes.create({ value: 1, preemptionPolicy }).errors).toEqual([error]);
});

test("an update that changes the value and the policy of a PriorityClass is rejected", () => {
  const { errors } = writes.update(writes.stored({ value: 1 }), (one) => {
    one.value = 2;
    one.preemptionPolicy = "Never";
  });
  expect(errors).toEqual([
    "value: Forbidden: may not be changed in an update.",
    'preemptionPolicy: Invalid value: "Never": field is immutable',
  ]);
});

test("an update can make a PriorityClass the default one, and keeps its generation", () => {
  const { object, errors } = writes.update(writes.stored({ value: 1 }), (one) => {
    one.globalDefault = true;
  });
  expect(errors).toEqual([]);
  expect([object.globalDefault, object.metadata.generation]).toEqual([true, 1]);
});
