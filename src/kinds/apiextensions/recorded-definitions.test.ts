import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type CustomResourceDefinition, customResourceDefinition } from "../../api/index.ts";
import { errorTitles } from "../../meta/field-error.ts";
import { definitionStructs, shownRules } from "../custom-types/testing/shown-rules.ts";
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

/** The title with the rules that the errors show. */
function titleOf({ title, errors }: RecordedDefinition): string {
  const shown = errors.map((text) => {
    const end = text.search(errorStart);
    return { path: text.slice(0, end), message: text.slice(end + 2) };
  });
  return `${title}${shownRules(shown, definitionStructs)}`;
}

/** The colon between the path of an error and its message. */
const errorStart = new RegExp(`: (${Object.values(errorTitles).join("|")})(:|$)`);

const cases = recorded.map((one) => [titleOf(one), one] as const);

test.each(cases)("the errors of a definition are those of the reference: %s", (_, one) => {
  const errors = errorsOf(one);
  // The registry checks the format of names.
  const expected = one.errors.filter((text) => !/^metadata\.name: .* RFC 1123 /.test(text));
  expect(one.isUnordered ? errors.toSorted() : errors).toEqual(expected);
});
