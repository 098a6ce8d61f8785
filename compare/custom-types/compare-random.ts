/**
 * Compares the validation of random values with that of a running reference:
 * `npx tsx compare/custom-types/compare-random.ts KUBECONFIG [ROUNDS [SEED]]`. Prints the differences. Exit code 1 means that there are some.
 */
import { newSeed, seededRandom } from "../../src/base/random.ts";
import { parseExact, stringifyJson } from "../../src/codec/index.ts";
import { memberAnswer } from "../../test/custom-types/answers.ts";
import { connectTo } from "../servers.ts";
import { askAboutMembers } from "./ask-reference.ts";
import { changedValue, randomSchema, randomValue } from "./random-schema.ts";
import type { RecordedAnswer, SchemaCase } from "./schema-case.ts";

const [kubeconfig = "", rounds = "10", seed = String(newSeed())] = process.argv.slice(2);
const casesPerRound = 25;
const valuesPerCase = 8;
const updatesPerCase = 4;
const depthMax = 3;

process.stdout.write(`seed ${seed}\n`);
await using reference = await connectTo(kubeconfig);
let differences = 0;
let answers = 0;
for (let round = 0; round < Number(rounds); round++) {
  const random = seededRandom(Number(seed) + round);
  const cases = Array.from({ length: casesPerRound }, (_, index): SchemaCase => {
    const schema = randomSchema(random, depthMax);
    const values = Array.from({ length: valuesPerCase }, () => randomValue(schema, random));
    const updates = Array.from({ length: updatesPerCase }, () => {
      const old = randomValue(schema, random);
      return { old, value: changedValue(old, schema, random) };
    });
    // A server decodes numbers such as 1e16 as integers.
    return parseExact(stringifyJson({ name: `m${index}`, schema, values, updates })).value as SchemaCase;
  });
  for (const one of await askAboutMembers(reference.client, cases, `random${seed}x${round}`, 1)) {
    one.values?.forEach((value, index) => compare(one, { value }, one.answers?.[index]));
    one.updates?.forEach((update, index) => compare(one, update, one.updateAnswers?.[index]));
  }
}
process.stdout.write(`${answers} answers, ${differences} differences\n`);
process.exitCode = differences > 0 ? 1 : 0;

function compare(one: SchemaCase, write: { value: unknown; old?: unknown }, answer: RecordedAnswer | undefined): void {
  const sorted = (errors: RecordedAnswer["errors"]): string =>
    errors
      .map((error) => stringifyJson(error))
      .toSorted()
      .join("\n");
  const [expected, found] = [sorted(answer?.errors ?? []), sorted(memberAnswer(one, write))];
  answers++;
  if (expected === found) return;
  differences++;
  process.stdout.write(
    `\n${stringifyJson(one.schema)}\n${stringifyJson(write)}\nreference:\n${expected}\norch:\n${found}\n`,
  );
}
