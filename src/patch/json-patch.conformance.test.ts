/** Runs the public cases of json-patch-tests, which are unchanged in `test/facts/json-patch/`. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { applyJsonPatch } from "./json-patch.ts";
import { parseJsonPatch } from "./json-patch-operation.ts";
import { deepFreeze } from "./testing/deep-freeze.ts";
import { thrownPatchError } from "./testing/thrown-patch-error.ts";

interface Case {
  readonly comment?: string;
  readonly doc: unknown;
  readonly patch: unknown;
  readonly expected?: unknown;
  readonly error?: string;
  readonly disabled?: boolean;
}

const folder = new URL("../../test/facts/json-patch/", import.meta.url);

/**
 * Cases that fail in json-patch-tests but that the reference accepts: negative indexes, copies of missing members, and missing values,
 * which count as null.
 */
const referenceDeviations: Readonly<Record<string, unknown>> = {
  'add "Out of bounds (lower)"': { bar: [1, 2, "5"] },
  "copy \"missing 'from' location\"": { foo: null },
  "missing 'value' parameter to add": [1, null],
  "missing 'value' parameter to replace": [null],
  "missing 'value' parameter to test": [null],
};

function libertyOf({ patch, error, comment = "" }: Case): unknown {
  const [operation] = patch as readonly { readonly op?: string }[];
  return referenceDeviations[comment] ?? referenceDeviations[`${operation?.op} "${error}"`];
}

function enabledCases(file: string): readonly Case[] {
  const cases = JSON.parse(readFileSync(new URL(file, folder), "utf8")) as readonly Case[];
  return cases.filter((one) => !one.disabled);
}

function run(one: Case): unknown {
  return applyJsonPatch(deepFreeze(one.doc), parseJsonPatch(deepFreeze(one.patch)));
}

describe.each([
  ["tests.json", 92],
  ["spec_tests.json", 16],
])("json-patch-tests, %s", (file, count) => {
  const cases = enabledCases(file);

  test("the file contains all its cases", () => {
    expect(cases).toHaveLength(count);
  });

  test.each(cases.map((one, index) => [index, one.comment ?? one.error ?? "", one] as const))(
    "%i: %s",
    (...[, , one]) => {
      if (one.error === undefined) expect(run(one)).toStrictEqual("expected" in one ? one.expected : one.doc);
      else if (libertyOf(one) !== undefined) expect(run(one)).toStrictEqual(libertyOf(one));
      else expect(["test-failed", "unappliable"]).toContain(thrownPatchError(() => run(one)).kind);
    },
  );
});
