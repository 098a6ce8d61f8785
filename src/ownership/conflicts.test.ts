import { describe, expect, test } from "vitest";
import { applyConflict, type Conflict, conflictsWithout } from "./conflicts.ts";
import { type FieldSet, fieldSet, stepsOf } from "./field-set.ts";
import type { Manager } from "./managers.ts";

const image = { "f:spec": { "f:containers": { 'k:{"name":"web"}': { "f:image": {} } } } };

function conflict(name: string, fields: FieldSet, rest: Partial<Manager> = {}): Conflict {
  const manager: Manager = { name, operation: "Update", apiVersion: "apps/v1", subresource: "", fields, ...rest };
  return { manager, fields };
}

describe("a conflict", () => {
  test.each<[string, Conflict, string]>([
    ["with one who updates", conflict("kubectl", image), 'conflict with "kubectl" using apps/v1'],
    ["with one who applies", conflict("ci", image, { operation: "Apply" }), 'conflict with "ci"'],
    [
      "with one who updates a subresource",
      conflict("scaler", image, { subresource: "scale" }),
      'conflict with "scaler" with subresource "scale" using apps/v1',
    ],
    [
      "with one who applies to a subresource",
      conflict("scaler", image, { operation: "Apply", subresource: "status" }),
      'conflict with "scaler" with subresource "status"',
    ],
    [
      "with one whose name has quotes",
      conflict('a"b', image, { operation: "Apply" }),
      String.raw`conflict with "a\"b"`,
    ],
    [
      "with one whose time is known",
      conflict("kubectl", image, { time: "2024-01-01T00:00:00Z" }),
      'conflict with "kubectl" using apps/v1',
    ],
  ])("%s", (_, one, message) => {
    const field = '.spec.containers[name="web"].image';
    const error = applyConflict([one]);
    expect(error.code).toBe(409);
    expect(error.message).toBe(`Apply failed with 1 conflict: ${message}: ${field}`);
    expect(error.details?.causes).toEqual([{ reason: "FieldManagerConflict", message, field }]);
  });
});

test("conflicts stand below those with whom they are, who stand in order", () => {
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

test("conflicts about fields that are allowed do not count", () => {
  const one = conflict("a", fieldSet(stepsOf("spec.paused"), stepsOf("spec.replicas")));
  const other = conflict("b", fieldSet(stepsOf("spec.replicas")));
  const left = conflictsWithout([one, other], fieldSet(stepsOf("spec.replicas")));
  expect(left.map(({ manager, fields }) => [manager.name, fields])).toEqual([["a", { "f:spec": { "f:paused": {} } }]]);
});
