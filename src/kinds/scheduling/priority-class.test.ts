import { expect, test } from "vitest";
import { priorityClass } from "../../api/index.ts";
import { KindWrites } from "../testing/kind-writes.ts";
import { rowOf } from "../testing/rows.ts";

const writes = new KindWrites(priorityClass);

test("PriorityClasses show their value and what it does", () => {
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

test("a PriorityClass preempts where it does not say, and writes its value even when it is 0", () => {
  const { value, preemptionPolicy } = writes.decode({});
  expect([value, preemptionPolicy]).toEqual([0, "PreemptLowerPriority"]);
});

test.each<[string, string]>([
  ["", "preemptionPolicy: Required value"],
  ["Always", 'preemptionPolicy: Unsupported value: "Always": supported values: "PreemptLowerPriority", "Never"'],
])("a PriorityClass with policy %j is refused", (preemptionPolicy, error) => {
  expect(writes.create({ value: 1, preemptionPolicy }).errors).toEqual([error]);
});

test("a PriorityClass keeps its value and its policy", () => {
  const { errors } = writes.update(writes.stored({ value: 1 }), (one) => {
    one.value = 2;
    one.preemptionPolicy = "Never";
  });
  expect(errors).toEqual([
    "value: Forbidden: may not be changed in an update.",
    'preemptionPolicy: Invalid value: "Never": field is immutable',
  ]);
});

test("a PriorityClass may become the default one, in its first generation", () => {
  const { object, errors } = writes.update(writes.stored({ value: 1 }), (one) => {
    one.globalDefault = true;
  });
  expect(errors).toEqual([]);
  expect([object.globalDefault, object.metadata.generation]).toEqual([true, 1]);
});
