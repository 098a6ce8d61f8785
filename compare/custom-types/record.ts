/**
 * Records what the reference says about values of custom types: `npx tsx compare/custom-types/record.ts [KUBECONFIG]`. It starts a
 * reference, or uses the running one.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { stringifyJson } from "../../src/codec/index.ts";
import { connectTo, startReference } from "../servers.ts";
import { askAboutMembers, askAboutObjects } from "./ask-reference.ts";
import { collectionCases } from "./cases/collections.ts";
import { combinationCases } from "./cases/combinations.ts";
import { formatCases } from "./cases/formats.ts";
import { scalarCases } from "./cases/scalars.ts";
import { objectCases, updateCases } from "./cases/updates.ts";
import type { ObjectCase, RecordedCase, RecordedCases, SchemaCase } from "./schema-case.ts";

const file = join(import.meta.dirname, "../../test/custom-types/fixtures/validation.json");

const [kubeconfig] = process.argv.slice(2);
await using reference = await (kubeconfig === undefined ? startReference() : connectTo(kubeconfig));
const groups = [scalarCases, formatCases, collectionCases, combinationCases, updateCases];
const members: RecordedCase<SchemaCase>[] = [];
for (const [index, cases] of groups.entries()) {
  members.push(...(await askAboutMembers(reference.client, cases, `members${index}`)));
}
const objects: RecordedCase<ObjectCase>[] = [];
for (const [index, one] of objectCases.entries()) {
  objects.push(await askAboutObjects(reference.client, one, `objects${index}`));
}
const recorded: RecordedCases = { members, objects };
/** One case per line, so that a changed case is a changed line. */
const lists = Object.entries(recorded).map(
  ([name, cases]) =>
    `${JSON.stringify(name)}: [\n${(cases as readonly object[]).map((one) => stringifyJson(one)).join(",\n")}\n]`,
);
writeFileSync(file, `{${lists.join(", ")}}\n`);
const answers = [...members, ...objects].flatMap((one) => [
  ...(one.answers ?? []),
  ...(one.updateAnswers ?? []),
  ...(one.statusAnswers ?? []),
]);
process.stdout.write(`${answers.length} answers in ${file}\n`);
