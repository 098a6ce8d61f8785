import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type CustomResourceDefinition, customResourceDefinition } from "../../api/index.ts";
import { type Input, KindWrites } from "../testing/kind-writes.ts";

/** A write to the reference v1.32.13, which `compare/definitions/record.ts` has recorded. */
interface RecordedDefinition {
  readonly title: string;
  /** The definition before the update. Absent for a new one. */
  readonly stored?: Input;
  readonly sent: Input;
  readonly code: number;
  readonly errors: readonly string[];
  readonly isUnordered?: true;
}

const text = readFileSync(join(import.meta.dirname, "fixtures/recorded-definitions.json"), "utf8");
const recorded: readonly RecordedDefinition[] = JSON.parse(text);
const writes = new KindWrites(customResourceDefinition);

function errorsOf({ stored, sent }: RecordedDefinition): readonly string[] {
  if (!stored) return writes.create(sent).errors;
  const { spec } = sent as unknown as CustomResourceDefinition;
  return writes.update(writes.decode(stored), (next) => Object.assign(next, { spec: structuredClone(spec) })).errors;
}

test.each(recorded)("the errors of a definition are those of the reference: $title", (one) => {
  const errors = errorsOf(one);
  expect(one.isUnordered ? errors.toSorted() : errors).toEqual(one.errors);
});
