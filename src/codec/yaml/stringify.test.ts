import * as fc from "fast-check";
import { expect, test } from "vitest";
import { readFixture } from "../testing/fixture.ts";
import { parseYaml } from "./parse.ts";
import { stringifyYaml } from "./stringify.ts";

const { cases } = readFixture("json-to-yaml.json") as { cases: { value: unknown; yaml: string }[] };

test.each(cases)("stringifyYaml() prints $yaml as the reference does", ({ value, yaml }) => {
  expect(stringifyYaml(value)).toBe(yaml);
});

async function readBack(value: unknown): Promise<unknown> {
  return (await parseYaml(Buffer.from(stringifyYaml(value)))).value;
}

const words = "a¦word ¦yes¦null¦~¦1¦0x1f¦1e3¦.5¦12:30¦2001-01-01¦=¦<<¦y¦é¦日本¦😀¦---¦...".split("¦");
const signs = "- ¦-¦? ¦?¦: ¦:¦ #¦#¦ ¦  ¦'¦\"¦\\¦{¦}¦[¦]¦,¦&¦*¦!¦|¦>¦%¦@¦`".split("¦");
const unprintable = "\n¦\n\n¦\t¦\r¦\0¦\u0085¦\u00a0¦\u2028¦\ufeff¦\uffff".split("¦");
const pieces = fc.constantFrom(...words, ...signs, ...unprintable);
const texts = fc.array(pieces, { maxLength: 30 }).map((parts) => parts.join(""));

test("parseYaml() reads any string that stringifyYaml() has written", async () => {
  await fc.assert(
    fc.asyncProperty(texts, async (text) => {
      expect(await readBack([text])).toStrictEqual([text]);
      expect(await readBack({ [text]: { [text]: text } })).toStrictEqual({ [text]: { [text]: text } });
    }),
    { numRuns: 3000 },
  );
});

test("parseYaml() reads any data that stringifyYaml() has written", async () => {
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(texts, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean(), tie("list"), tie("map")),
    list: fc.array(fc.oneof(tie("value"), fc.constant(null)), { maxLength: 4 }),
    map: fc.dictionary(texts, tie("value"), { maxKeys: 4 }),
  }));
  await fc.assert(
    fc.asyncProperty(value, async (data) => {
      expect(normal(await readBack(data))).toStrictEqual(normal(data));
    }),
  );
});

/** Returns the value as it is read back: integers beyond 2^53 as bigints, -0 as 0. */
function normal(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_, member: unknown) => (typeof member === "bigint" ? Number(member) : member)),
  );
}

test("stringifyYaml() writes bigints as integers", async () => {
  expect(stringifyYaml([9007199254740993n, -(2n ** 63n)])).toBe("- 9007199254740993\n- -9223372036854775808\n");
  expect(await readBack([9007199254740993n])).toStrictEqual([9007199254740993n]);
});

test("stringifyYaml() quotes a merge key, as a key and as a value", async () => {
  expect(stringifyYaml({ "<<": "<<" })).toBe('"<<": "<<"\n');
  expect(await readBack({ "<<": { a: 1 } })).toStrictEqual({ "<<": { a: 1 } });
});

test("stringifyYaml() omits members that are undefined", () => {
  expect(stringifyYaml({ a: undefined, b: { c: undefined }, d: [undefined] })).toBe("b: {}\nd:\n- null\n");
});

test("stringifyYaml() writes an unpaired surrogate as the replacement character", async () => {
  expect(await readBack(["a\ud800b"])).toStrictEqual(["a\ufffdb"]);
});

test("stringifyYaml() and parseYaml() handle a string of 3 MiB", async () => {
  const value = { prose: "some words and some more. ".repeat(2 ** 17), lines: "a line\n".repeat(2 ** 18) };
  expect(await readBack(value)).toStrictEqual(value);
});
