import { describe, expect, test } from "vitest";
import { applyConflict, type Conflict, conflictsWithout } from "./conflicts.ts";
import { type FieldSet, fieldSet, stepsOf } from "./field-set.ts";
import type { Manager } from "./managers.ts";

const image = { "f:spec": { "f:containers": { 'k:{"name":"web"}': { "f:image": {} } } } };

function conflict(name: string, fields: FieldSet, rest: Partial<Manager> = {}): Conflict {
  const manager: Manager = { name, operation: "Update", apiVersion: "apps/v1", subresource: "", fields, ...rest };
  return { manager, fields };
}

describe("applyConflict()", () => {
  test.each<[string, Conflict, string]>([
    ["with a manager that updates", conflict("kubectl", image), 'conflict with "kubectl" using apps/v1'],
    ["with a manager that applies", conflict("ci", image, { operation: "Apply" }), 'conflict with "ci"'],
    [
      "with a manager that updates a subresource",
      conflict("scaler", image, { subresource: "scale" }),
      'conflict with "scaler" with subresource "scale" using apps/v1',
    ],
    [
      "with a manager that applies to a subresource",
      conflict("scaler", image, { operation: "Apply", subresource: "status" }),
      'conflict with "scaler" with subresource "status"',
    ],
    [
      "with a manager whose name contains quotes",
      conflict('a"b', image, { operation: "Apply" }),
      String.raw`conflict with "a\"b"`,
    ],
    [
      "with a manager that has a time",
      conflict("kubectl", image, { time: "2024-01-01T00:00:00Z" }),
      'conflict with "kubectl" using apps/v1',
    ],
  ])("applyConflict() describes a conflict %s", (_, one, message) => {
    const field = '.spec.containers[name="web"].image';
    const error = applyConflict([one]);
    expect(error.code).toBe(409);
    expect(error.message).toBe(`Apply failed with 1 conflict: ${message}: ${field}`);
    expect(error.details?.causes).toEqual([{ reason: "FieldManagerConflict", message, field }]);
  });
});

test("applyConflict() lists conflicts by manager, in the order of the managers", () => {
  const error = applyConflict([
    conflict("b", fieldSet(stepsOf("spec.replicas"))),
    conflict("a", fieldSet(stepsOf("spec.paused"), stepsOf("metadata.labels.app"))),
  ]);
  expect(error.message).toBe(
    [
      'Apply failed with 3 conflicts: conflicts with "a" using apps/v1:',
      "- .metadata.labels.app",
      "- .spec.paused",
      'conflicts with "b" using apps/v1:',
      "- .spec.replicas",
    ].join("\n"),
  );
  expect(error.details?.causes?.map(({ field }) => field)).toEqual([
    ".metadata.labels.app",
    ".spec.paused",
    ".spec.replicas",
  ]);
});

test("conflictsWithout() removes the allowed fields", () => {
  const one = conflict("a", fieldSet(stepsOf("spec.paused"), stepsOf("spec.replicas")));
  const other = conflict("b", fieldSet(stepsOf("spec.replicas")));
  const left = conflictsWithout([one, other], fieldSet(stepsOf("spec.replicas")));
  expect(left.map(({ manager, fields }) => [manager.name, fields])).toEqual([["a", { "f:spec": { "f:paused": {} } }]]);
});
