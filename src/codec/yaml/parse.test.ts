import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseJson } from "../json/parse.ts";
import { defaultDecodeLimits } from "../limits.ts";
import { readFixture } from "../testing/fixture.ts";
import { thrownBy } from "../testing/thrown.ts";
import { type ParsedYaml, parseYaml } from "./parse.ts";

interface Case {
  readonly yaml: string;
  readonly json?: string;
  readonly error?: string;
  readonly duplicates?: string;
}
const { cases } = readFixture("yaml-to-json.json") as { cases: Case[] };

function parse(text: string, limits = defaultDecodeLimits): Promise<ParsedYaml> {
  return parseYaml(Buffer.from(text), limits);
}

async function errorOf(text: string): Promise<string> {
  return (await thrownBy(() => parse(text))).message;
}

const readable = cases.filter(({ error }) => error === undefined);
const unreadable = cases.filter(({ error }) => error !== undefined);

test.each(readable)("parseYaml() reads $yaml as the reference does", async ({ yaml, json = "", duplicates }) => {
  const parsed = await parse(yaml);
  expect(parsed.value).toStrictEqual(parseJson(Buffer.from(json)).value);
  expect(parsed.duplicates).toStrictEqual(duplicates?.split("\n  ").slice(1) ?? []);
});

test.each(unreadable)("parseYaml() rejects $yaml as the reference does", async ({ yaml, error = "" }) => {
  expect(await errorOf(yaml)).toBe(error);
});

test("parseYaml() keeps integers beyond 2^53, and beyond 64 bits", async () => {
  const parsed = await parse("- 9007199254740993\n- -99999999999999999999\n- 0xffffffffffffffff\n");
  expect(parsed.value).toStrictEqual([9007199254740993n, -1e20, 18446744073709551615n]);
  expect(parsed.hasBigint).toBe(true);
  expect((await parse("a: 1")).hasBigint).toBe(false);
});

test("parseYaml() reads a JSON body as JSON", async () => {
  expect(await parse('{"a":"\\u00e9","b":9007199254740993}')).toStrictEqual({
    value: { a: "é", b: 9007199254740993n },
    hasBigint: true,
    duplicates: [],
    duplicatePositions: [],
  });
});

test.each([
  ['{"a":"\\ud83d\\ude00"}', "found invalid Unicode character escape code"],
  ['{"a":"\\ud800"}', "found invalid Unicode character escape code"],
  ['{"a":"b\\/c"}', "found unknown escape character"],
])("parseYaml() rejects a JSON body with an escape that YAML does not have: %s", async (text, problem) => {
  const error = await thrownBy(() => parse(text));
  expect(error).toMatchObject({ code: "syntax", message: `yaml: ${problem}` });
});

test("parseYaml() aligns the first key after a UTF-8 byte order mark with the others", async () => {
  const { value } = await parseYaml(Buffer.from("\ufeffkind: ConfigMap\nmetadata:\n  name: a\n"));
  expect(value).toEqual({ kind: "ConfigMap", metadata: { name: "a" } });
});

test.each([
  ["little-endian", "fffe61003a0020003dd800de"],
  ["big-endian", "feff0061003a0020d83dde00"],
])("parseYaml() reads UTF-16 with a byte order mark, %s", async (_, hex) => {
  const { value } = await parseYaml(Buffer.from(hex, "hex"));
  expect(value).toEqual({ a: "😀" });
});

test.each([
  ["fffe61003a002000", "00", "incomplete UTF-16 character"],
  ["feff0061003a0020", "d83d0061", "incomplete UTF-16 surrogate pair"],
])("parseYaml() rejects truncated UTF-16: %s and %s", async (head, end, problem) => {
  const error = await thrownBy(() => parseYaml(Buffer.from(head + end, "hex")));
  expect(error).toMatchObject({ code: "encoding", message: `yaml: ${problem}` });
});

test("parseYaml() reports duplicates in a JSON body with the messages of YAML", async () => {
  expect(await parse('{"a":1,\n"b":{"c":1,"c":2},"a":2}')).toStrictEqual({
    value: { a: 2, b: { c: 2 } },
    hasBigint: false,
    duplicates: ['line 2: key "c" already set in map', 'line 2: key "a" already set in map'],
    duplicatePositions: [
      { line: 2, column: 12 },
      { line: 2, column: 19 },
    ],
  });
});

test("parseYaml() reads a body that only begins like JSON as YAML", async () => {
  expect((await parse("{a: b, c: yes}")).value).toStrictEqual({ a: "b", c: true });
});

test("parseYaml() returns the positions of repeated keys, also if their values begin on other lines", async () => {
  const { duplicates, duplicatePositions } = await parse("a: 1\nb:\n  c: &x\n    d: 1\n    d: 2\ne: *x\na:\n  - 2\n");
  expect(duplicates).toHaveLength(3);
  expect(duplicatePositions).toEqual([
    { line: 5, column: 5 },
    { line: 5, column: 5 },
    { line: 7, column: 1 },
  ]);
});

test("parseYaml() reports two keys with the same name as duplicates", async () => {
  const { value, duplicates } = await parse('1: a\n"1": b\n');
  expect(value).toStrictEqual({ 1: "b" });
  expect(duplicates).toStrictEqual(['line 2: key "1" already set in map']);
});

test("parseYaml() rejects an empty collection as a key", async () => {
  expect(await errorOf("{}: x")).toBe("yaml: invalid map key: map[interface {}]interface {}{}");
});

test("parseYaml() reads names that objects inherit as ordinary members, even in merges", async () => {
  const { value } = await parse(
    "__proto__: {polluted: 1}\nconstructor: 2\nx: &x {__proto__: {polluted: 1}}\nz: {<<: *x}",
  );
  expect(Object.keys(value as object)).toStrictEqual(["__proto__", "constructor", "x", "z"]);
  expect(Object.keys((value as { z: object }).z)).toStrictEqual(["__proto__"]);
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
});

test("parseYaml() creates a separate value for each alias", async () => {
  const { value } = await parse("a: &x {b: 1}\nc: *x\nd: *x\n");
  const { c, d } = value as { c: object; d: object };
  expect(c).toStrictEqual(d);
  expect(c).not.toBe(d);
});

test.each([
  ["a byte that begins nothing", [0x61, 0x3a, 0x20, 0xff]],
  ["an overlong form of a slash", [0x61, 0x3a, 0x20, 0xc0, 0xaf]],
  ["an encoded surrogate", [0x61, 0x3a, 0x20, 0xed, 0xa0, 0x80]],
  ["UTF-16 without a mark", [0x61, 0x00, 0xff, 0x00]],
])("parseYaml() rejects %s, which is not UTF-8", async (_, bytes) => {
  const error = await thrownBy(() => parseYaml(Buffer.from(bytes)));
  expect(error).toMatchObject({ code: "encoding", message: "yaml: invalid UTF-8 octet sequence" });
});

test.each(["a: \0", 'a: "\u0001"', "# \u007f", "a: \u0080", "a: \uffff"])(
  "parseYaml() rejects the control character in %j",
  async (text) => {
    const error = await thrownBy(() => parse(text));
    expect(error).toMatchObject({ code: "encoding", message: "yaml: control characters are not allowed" });
  },
);

test.each([
  ["a key of 1,024 characters", "k".repeat(1024), true],
  ["a key of 1,025 characters", "k".repeat(1025), false],
  ["a quoted key of 1,026 characters", `"${"k".repeat(1026)}"`, false],
])("parseYaml() accepts only keys of limited length without a question mark: %s", async (_, key, isRead) => {
  const text = `${key}: v`;
  if (isRead) expect((await parse(text)).value).toStrictEqual({ [key]: "v" });
  else expect(await errorOf(text)).toBe("yaml: mapping values are not allowed in this context");
  expect(Object.keys((await parse(`? ${key}\n: v\n`)).value as object)).toStrictEqual([key.replaceAll('"', "")]);
});

const bombLevels = "abcdefghi";
function bomb(leaf: string, level: (alias: string) => string): string {
  const lines = bombLevels.split("").map((name, index) => {
    const content = index === 0 ? leaf : level(`*${bombLevels[index - 1]}`);
    return `${name}: &${name} ${content}`;
  });
  return lines.join("\n");
}

test.each([
  ["lists of strings", bomb(`[${Array(9).fill("x").join()}]`, (alias) => `[${Array(9).fill(alias).join()}]`)],
  ["lists of empty lists", bomb("[[]]", (alias) => `[${Array(9).fill(alias).join()}]`)],
  [
    "maps",
    bomb(
      "{a: b}",
      (alias) =>
        `{${bombLevels
          .split("")
          .map((key) => `${key}: ${alias}`)
          .join()}}`,
    ),
  ],
  ["one long list many times", `a: &a [${"x,".repeat(1000)}]\nb: [${"*a,".repeat(1000)}]`],
  ["one large map merged many times", `a: &a {${keyList(1000)}}\nb: [${"{<<: *a},".repeat(1000)}]`],
])("parseYaml() rejects a document that aliases would make enormous: %s", async (_, text) => {
  expect(await thrownBy(() => parse(text))).toMatchObject({
    code: "limit",
    message: "yaml: document contains excessive aliasing",
  });
});

function keyList(count: number): string {
  return Array.from({ length: count }, (_, index) => `k${index}: 1`).join();
}

test("parseYaml() accepts aliases that make a document several times larger", async () => {
  const { value } = await parse(`a: &a [${"x,".repeat(100)}]\nb: [${"*a,".repeat(50)}]`);
  expect((value as { b: unknown[] }).b.flat()).toHaveLength(5000);
});

test.each([
  ["flow lists", (depth: number) => "[".repeat(depth) + "]".repeat(depth)],
  ["flow maps", (depth: number) => "{a: ".repeat(depth) + "}".repeat(depth)],
  ["block lists", (depth: number) => `${"- ".repeat(depth)}x`],
  ["block maps", (depth: number) => Array.from({ length: depth }, (_, level) => `${" ".repeat(level)}a:`).join("\n")],
])("parseYaml() limits the nesting of %s to the caller's limit", async (_, nested) => {
  expect(depthOf((await parse(nested(1000))).value)).toBe(1000);
  const error = await thrownBy(() => parse(nested(1001)));
  expect(error.code).toBe("limit");
  expect(error.message).toMatch(/^yaml: line \d+: exceeded max depth of 1000$/);
  const limits = { ...defaultDecodeLimits, depthMax: 3 };
  expect(depthOf((await parse(nested(3), limits)).value)).toBe(3);
  expect((await thrownBy(() => parse(nested(4), limits))).code).toBe("limit");
});

function depthOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

test("parseYaml() applies the nesting limit to aliases", async () => {
  const nested = (alias: string): string => "[".repeat(600) + alias + "]".repeat(600);
  const error = await thrownBy(() => parse(`a: &a ${nested("x")}\nb: ${nested("*a")}\n`));
  expect(error).toMatchObject({ code: "limit", message: "yaml: exceeded max depth of 1000" });
});

const threeMiB = 3 * 2 ** 20;
test.each([
  ["open brackets", "["],
  ["open braces", "x: {"],
  ["dashes in a row", "- "],
  ["question marks", "? "],
  ["colons", ": "],
  ["quotes over lines", '"a\n'],
  ["lines of one scalar", "a\n"],
  ["comments", "#\n"],
  ["line breaks", "\n"],
  ["blanks", " "],
  ["tabs", "\t"],
  ["tags", "! "],
  ["anchors", "- &a a\n"],
  ["documents", "---\n"],
  ["directives", "%TAG !a! b\n"],
  ["indented lines", `${"- ".repeat(500)}\n`],
  ["digits", "1_"],
  ["percent signs", "!%41"],
  ["commas", "[a,"],
  ["pairs", "[a: b,"],
  ["repeated keys", "a: 1\n"],
  ["merges", "<<: {a: 1}\n"],
])("parseYaml() reads or rejects 3 MiB of %s quickly", async (_, unit) => {
  const text = unit.repeat(threeMiB / unit.length);
  await parse(text).catch((error: unknown) => expect(error).toHaveProperty("name", "DecodeError"));
});

test("parseYaml() limits the number of keys, values and items", async () => {
  expect(await errorOf(`[${"0,".repeat(600_000)}]`)).toBe("yaml: exceeded max number of nodes of 500000");
});

test("parseYaml() limits the number of keys to the caller's limit", async () => {
  const limits = { ...defaultDecodeLimits, keysMax: 3 };
  expect((await parse("a: {b: 1}\nc: 2\n", limits)).value).toStrictEqual({ a: { b: 1 }, c: 2 });
  const error = await thrownBy(() => parse("a: &a {b: 1}\nc: *a\n", limits));
  expect(error).toMatchObject({ code: "limit", message: "yaml: exceeded max number of keys of 3" });
});

test("parseYaml() lets other tasks run while it reads a large body", async () => {
  let turns = 0;
  let isRead = false;
  const countTurns = (): void => {
    turns++;
    if (!isRead) setImmediate(countTurns);
  };
  setImmediate(countTurns);
  await parse("- name: x\n  value: [1, 2, 3]\n".repeat(20_000));
  isRead = true;
  expect(turns).toBeGreaterThan(10);
});

test("parseYaml() reports at most 100 duplicates", async () => {
  expect((await parse("a: 1\n".repeat(200))).duplicates).toHaveLength(100);
});

const structure = "a¦b: ¦- ¦\n¦\n  ¦\n    ¦: ¦? ¦[¦]¦{¦}¦, ¦'¦\"¦|\n¦>-\n¦#¦\t¦\\¦%¦---\n¦...".split("¦");
const content = "&x ¦*x¦!t ¦!!int ¦<<: ¦1¦~¦\r\n¦é¦\u2028¦😀".split("¦");
const fragments = fc.constantFrom(...structure, ...content);

test("parseYaml() reads any text or rejects it with a DecodeError", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fragments, { maxLength: 30 }), async (parts) => {
      await parse(parts.join("")).catch((error: unknown) => {
        if (!(error instanceof Error) || error.name !== "DecodeError") throw error;
      });
    }),
    { numRuns: 5000 },
  );
});

test("parseYaml() reads any JSON with the same value", async () => {
  const names = fc.string({ unit: "grapheme-ascii", maxLength: 20 });
  const data = fc.letrec((tie) => ({
    value: fc.oneof(names, fc.integer(), fc.boolean(), fc.constant(null), tie("list"), tie("map")),
    list: fc.array(tie("value"), { maxLength: 4 }),
    map: fc.dictionary(names, tie("value"), { maxKeys: 4 }),
  })).value;
  await fc.assert(
    fc.asyncProperty(data, fc.constantFrom(0, 2), async (value, indent) => {
      // The list prevents that the text is parsed as JSON.
      const text = JSON.stringify([value], undefined, indent);
      expect((await parse(text)).value).toStrictEqual(JSON.parse(text));
    }),
  );
});

describe("parseYaml() with `isSingleDocument`", () => {
  const parseSingle = (text: string): Promise<ParsedYaml> =>
    parseYaml(Buffer.from(text), undefined, { isSingleDocument: true });

  test("parseYaml() with `isSingleDocument` accepts one document with its markers", async () => {
    for (const text of ["a: 1", "---\na: 1\n", "a: 1\n---\n", "%YAML 1.1\n---\na: 1\n...\n", '{"a": 1}']) {
      expect((await parseSingle(text)).value).toEqual({ a: 1 });
    }
  });

  test.each([
    ["a: 1\n---\nb: 2\n", "yaml: line 3: only one document is taken here"],
    ["---\n---\na: 1\n", "yaml: line 3: only one document is taken here"],
    ["a: *x\n", "yaml: unknown anchor 'x' referenced"],
  ])("parseYaml() with `isSingleDocument` rejects %j", async (text, message) => {
    await expect(parseSingle(text)).rejects.toThrow(message);
  });
});

/** Expected errors are the reference's. */
describe("parseYaml() of JSON that is not YAML", () => {
  const unexpected = "yaml: did not find expected ',' or '}'";

  test.each([
    ["a control character in a text", '{"a":"\u007f"}', "yaml: control characters are not allowed"],
    ["a character of the second set of controls", '{"a":"\u0080"}', "yaml: control characters are not allowed"],
    ["a key of 1,023 characters", `{"${"k".repeat(1023)}":1}`, unexpected],
    ["such a key in another object", `{"a":{"${"k".repeat(1023)}":1}}`, unexpected],
    ["blanks that separate a key from its colon", `{"a"${" ".repeat(1023)}:1}`, unexpected],
  ])("parseYaml() rejects JSON that is not YAML: %s", async (_, text, message) => {
    await expect(parse(text)).rejects.toThrow(message);
  });

  test("parseYaml() accepts JSON keys of 1,022 characters", async () => {
    const key = "k".repeat(1022);
    expect((await parse(`{"${key}":1}`)).value).toEqual({ [key]: 1 });
  });
});
