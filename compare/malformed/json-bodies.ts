/** Malformed JSON bodies: broken syntax, values of other types, hostile numbers, texts and keys. */
import type { Random } from "../../src/base/random.ts";
import { oneOf } from "../random-choices.ts";
import { JsonText, writeJsonText } from "../validation/json-text.ts";
import { damage } from "./damage.ts";
import type { Subject } from "./subjects.ts";

const depth = 10_000;

/** Bodies that are sent with every verb. */
export const plainBodies: readonly (string | Buffer)[] = [
  [
    "",
    " ",
    "\n",
    "null",
    "true",
    "1",
    "-0",
    '"x"',
    "[]",
    "{}",
    "[{}]",
    "[1,2]",
    "[null]",
    '{"":""}',
    "NaN",
    "Infinity",
  ],
  [
    "{",
    "}",
    "[",
    "]",
    '{"a"',
    '{"a":',
    '{"a":}',
    "{,}",
    '{"a":1,}',
    "{'a':1}",
    "{a:1}",
    "[1,]",
    "/* x */{}",
    "nul",
    "tru",
  ],
  [
    "{} {}",
    "{}}",
    "{} x",
    "{}\0",
    "\0{}",
    "{}\n\n",
    '{"a":"\n"}',
    '{"a":"\t"}',
    '{"a":"\\x"}',
    '{"a":"\\u12"}',
    '"',
    '"\\',
  ],
  [
    '{"a":"\\ud800"}',
    '{"\\udfff":1}',
    '{"a":01}',
    '{"a":1.}',
    '{"a":.5}',
    '{"a":+1}',
    '{"a":1e}',
    '{"a":1e400}',
    '{"a":-1e400}',
  ],
  [
    '{"kind":"x"}',
    '{"kind":5}',
    '{"kind":null}',
    '{"kind":{}}',
    '{"kind":[]}',
    '{"apiVersion":5}',
    '{"apiVersion":"a/b/c"}',
  ],
  ['{"apiVersion":"v1"}', '{"apiVersion":"v1","kind":"ConfigMap","kind":"Pod"}', '{"Kind":"Pod","apiversion":"v1"}'],
  ['{"apiVersion":"","kind":""}', '{"apiVersion":"v2","kind":"ConfigMap"}', '{"apiVersion":"v1","kind":"configmap"}'],
  [
    '{"apiVersion":"v1","kind":"List","items":[]}',
    '{"apiVersion":"v1","kind":"Status"}',
    '{"apiVersion":"v1","kind":"x/y"}',
  ],
  [
    '{"apiVersion":"v1","kind":"DeleteOptions","preconditions":5}',
    '{"apiVersion":"v1","kind":"DeleteOptions","dryRun":"All"}',
  ],
  [
    '{"gracePeriodSeconds":1e400}',
    '{"gracePeriodSeconds":9223372036854775808}',
    '{"gracePeriodSeconds":"1"}',
    '{"dryRun":[1]}',
  ],
  [
    '{"kind":9007199254740993}',
    '{"kind":9223372036854775808}',
    '{"metadata":5}',
    '{"metadata":[]}',
    '{"metadata":null}',
  ],
  [
    '{"metadata":{"name":5}}',
    '{"metadata":{"labels":{"a":{}}}}',
    '{"metadata":{"annotations":[]}}',
    '{"__proto__":{"a":1}}',
  ],
  ['{"constructor":{"prototype":{}}}', '{"toString":1,"hasOwnProperty":2}', '{"metadata":{"__proto__":{"name":"x"}}}'],
  ["\uFEFF{}", "\uFEFF", '\uFEFF{"metadata":{"name":"it"}}', "{}\uFEFF"],
  [Buffer.from("fffe7b007d00", "hex"), Buffer.from("feff007b007d", "hex"), Buffer.from("7b2261223a22ff227d", "hex")],
  [Buffer.from("7b22c3223a317d", "hex"), Buffer.from("7b2261223a22eda080227d", "hex"), Buffer.from("ff", "hex")],
  [
    "[".repeat(depth),
    "[".repeat(depth) + "]".repeat(depth),
    '{"a":'.repeat(depth),
    `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`,
  ],
  [
    '{"a":"x',
    `{"a":"${"x".repeat(40_000)}"}`,
    `{"${"k".repeat(40_000)}":1}`,
    `[${"1,".repeat(20_000)}1]`,
    "9".repeat(400),
  ],
].flat();

/** JSON texts of values. */
const values: readonly unknown[] = [
  null,
  true,
  false,
  0,
  1,
  -1,
  1.5,
  "",
  "x",
  [],
  {},
  [null],
  [[]],
  [{}],
  { a: null },
  { "": {} },
  "é",
  "\u0000",
  "\u2028",
  ...[
    "-0",
    "1e400",
    "-1e400",
    "1e-400",
    "9007199254740993",
    "9223372036854775807",
    "9223372036854775808",
    "1.0",
    "1e2",
  ].map((text) => new JsonText(text)),
  ...["-9223372036854775809", "18446744073709551616", "99999999999999999999999", "0.1e1", "2147483648", "1E+2"].map(
    (text) => new JsonText(text),
  ),
  ...[
    '"\\ud800"',
    '"\\udc00\\ud800"',
    '"\\u0000"',
    '"\\/"',
    '{"a":1,"a":2}',
    '{"__proto__":1}',
    '{"a":{"b":1},"a":{"c":2}}',
  ].map((text) => new JsonText(text)),
  "2025-01-01T00:00:00Z",
  "1Gi",
  "-1",
  "10%",
  "AQ==",
  "!",
  "a".repeat(300),
  "NaN",
  "<>&",
  "{}",
  "0x1",
];

const keys = [
  "__proto__",
  "constructor",
  "toString",
  "",
  " ",
  "a b",
  "kind",
  "Kind",
  "METADATA",
  "spec",
  "$patch",
  "é",
  "name",
  "\u0000",
];

const tokens = [
  "{",
  "}",
  "[",
  "]",
  ",",
  ":",
  '"',
  "\\",
  "\\u",
  "\\ud800",
  "null",
  "true",
  "1e400",
  "-",
  "0",
  ".",
  "e",
  "\n",
  "\0",
  "//",
  '"a":',
  '"kind":"x",',
  '"metadata":{},',
  '"name":',
  '{"a":1}',
  "﻿",
  "é",
  Buffer.from([255]),
  Buffer.from([195]),
];

/** Returns a valid body with damaged syntax or with invalid values. */
export function malformedJson({ object }: Subject, random: Random): string | Buffer {
  if (random.below(3) === 0) return damage(Buffer.from(JSON.stringify(object)), tokens, random);
  let result: unknown = object;
  for (let left = 1 + random.below(2); left > 0; left--) result = withHostileValue(result, random);
  return writeJsonText(result);
}

/** Returns a merge patch, strategic merge patch or applied object that holds hostile values in the places of an object. */
export function malformedPatch(subject: Subject, random: Random): string | Buffer {
  const path = oneOf(random, pathsOf(subject.object));
  const key = random.below(4) === 0 ? oneOf(random, [...keys, ...directives]) : undefined;
  const value = random.below(6) === 0 ? { [oneOf(random, directives)]: oneOf(random, values) } : oneOf(random, values);
  const steps = key === undefined ? path : [...path, key];
  const nested = steps.reduceRight<unknown>(
    (inner, step) => (typeof step === "number" ? [inner] : { [step]: inner }),
    value,
  );
  const text = writeJsonText(nested);
  return random.below(5) === 0 ? damage(Buffer.from(text), tokens, random) : text;
}

const directives = [
  "$patch",
  "$retainKeys",
  "$setElementOrder/containers",
  "$setElementOrder/x",
  "$deleteFromPrimitiveList/finalizers",
  "$deleteFromPrimitiveList/x",
  "$setElementOrder/",
  "$patch/x",
  "$",
];

const operations = ["add", "remove", "replace", "test", "move", "copy", "x", "", "Add"];

/** Returns a JSON patch with hostile operations, pointers and values. */
export function malformedJsonPatch({ object }: Subject, random: Random): string | Buffer {
  const paths = pathsOf(object).map((path) => path.map((step) => `/${step}`).join(""));
  const pointer = (): unknown =>
    random.below(3) > 0
      ? oneOf(random, paths) +
        oneOf(random, ["", "", "", "/-", "/0", "/-1", "/01", "/9999999999999999999", "/x", "/", "/~", "/~2", "~1"])
      : oneOf(random, [
          "",
          "/",
          "x",
          "//",
          null,
          5,
          {},
          "/metadata/__proto__/x",
          "/constructor",
          "/metadata/labels/~0~1",
          "/\u0000",
        ]);
  const operation = (): unknown => {
    const members: [string, unknown][] = [
      ["op", random.below(12) === 0 ? oneOf(random, values) : oneOf(random, operations)],
      ["path", pointer()],
      ["from", pointer()],
      ["value", oneOf(random, values)],
    ];
    return Object.fromEntries(members.filter(() => random.below(8) > 0));
  };
  const count = random.below(4);
  const list = Array.from({ length: count }, () => (random.below(15) === 0 ? oneOf(random, values) : operation()));
  const text = writeJsonText(random.below(15) === 0 ? operation() : list);
  return random.below(6) === 0 ? damage(Buffer.from(text), tokens, random) : text;
}

/** Returns options of a deletion with hostile values. */
export function malformedDeleteOptions(random: Random): string | Buffer {
  const options: Record<string, unknown> = {
    apiVersion: oneOf(random, ["v1", "v1", "v1", "apps/v1", "meta.k8s.io/v1", "v2", 5, null]),
    kind: oneOf(random, ["DeleteOptions", "DeleteOptions", "DeleteOptions", "Status", "ConfigMap", "", {}]),
  };
  for (const field of ["gracePeriodSeconds", "preconditions", "orphanDependents", "propagationPolicy", "x"]) {
    if (random.below(3) === 0) options[field] = oneOf(random, values);
  }
  if (random.below(4) === 0) {
    options["preconditions"] = { uid: oneOf(random, values), resourceVersion: oneOf(random, values) };
  }
  options["dryRun"] = random.below(4) === 0 ? oneOf(random, values) : ["All"];
  const text = writeJsonText(options);
  return random.below(4) === 0 ? damage(Buffer.from(text), tokens, random) : text;
}

type Path = readonly (string | number)[];

function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== "object" || value === null || value instanceof JsonText) return path.length > 0 ? [path] : [];
  const entries: [string | number, unknown][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return [...(path.length > 0 ? [path] : []), ...entries.flatMap(([key, member]) => pathsOf(member, [...path, key]))];
}

function withHostileValue(value: unknown, random: Random): unknown {
  const path = oneOf(random, pathsOf(value));
  return path ? changedAt(value, path, random) : value;
}

function changedAt(value: unknown, [step, ...rest]: Path, random: Random): unknown {
  if (step === undefined) return oneOf(random, values);
  const change = (member: unknown): unknown => changedAt(member, rest, random);
  if (Array.isArray(value)) {
    return value.map((member: unknown, index) => (index === step ? change(member) : member));
  }
  const entries = Object.entries(value as object).map(([key, member]): [string, unknown] =>
    key === step ? [key, change(member)] : [key, member],
  );
  if (rest.length > 0) return Object.fromEntries(entries);
  switch (random.below(6)) {
    case 0:
      return new JsonText(
        `{${[...entries, [String(step), oneOf(random, values)]].map(([key, member]) => `${JSON.stringify(key)}:${writeJsonText(member)}`).join(",")}}`,
      );
    case 1:
      return Object.fromEntries([...entries, [oneOf(random, keys), oneOf(random, values)]]);
    case 2:
      return Object.fromEntries(entries.map(([key, member]) => [key === step ? key.toUpperCase() : key, member]));
    default:
      return Object.fromEntries(entries);
  }
}
