/** Malformed YAML bodies: broken indentation, anchors, tags, documents, and scalars that parsers read differently. */
import type { Random } from "../../src/base/random.ts";
import { oneOf } from "../random-choices.ts";
import { damage } from "./damage.ts";
import type { Subject } from "./subjects.ts";

/** Bodies that are sent with every verb. */
export const plainYaml: readonly (string | Buffer)[] = [
  [
    "---",
    "---\n---\n",
    "...",
    "%YAML 1.2\n---\na: 1",
    "%X\n",
    "a: 1\n---\nb: 2",
    "# x",
    "~",
    "- a\n- b",
    "a",
    "a: b: c",
    "a:\n\t- b",
  ],
  [
    "&a a: *b",
    "a: &a [*a]",
    "<<: 1",
    "<<: {a: 1}",
    "<<: [a]",
    "a: !!binary x",
    "a: !!float x",
    "a: !!int 1.5",
    "a: !x y",
    "!!map [a]",
  ],
  [
    "? a",
    "? [a]\n: b",
    "{a: 1}: b",
    "1: a",
    "true: a",
    "null: a",
    "1.5: a",
    ".nan: a",
    "2001-01-01: a",
    "a: .nan",
    "a: .inf",
    "a: -.inf",
  ],
  [
    "a: 0o17",
    "a: 017",
    "a: 1_000",
    "a: 0x1F",
    "a: 0b11",
    "a: yes",
    "a: 2001-01-01",
    "a: 1e400",
    "a: 9223372036854775808",
    "a: =",
    "=: a",
  ],
  [
    "a: |\n x\ny",
    "a: >9\n x",
    "a: |x",
    'a: "x',
    "a: 'x",
    'a: "\\q"',
    'a: "\\ud800"',
    "a: {",
    "a: [",
    "a: ]",
    "a: }",
    "a: ,",
    "@",
    "`",
    "%",
  ],
  [
    "a: 1\n b: 2",
    "a:\n- b\n c",
    "- a\nb: c",
    "a: 1\na: 2",
    "a: \u0001",
    "\uFEFFa: 1",
    "a: \u0085b",
    "a: \u2028b",
    "--- |\n x",
    "a: *",
  ],
  [
    `a: &a [1]\nb: &b [${"*a,".repeat(9)}]\nc: &c [${"*b,".repeat(9)}]\nd: &d [${"*c,".repeat(9)}]\ne: [${"*d,".repeat(9)}]`,
  ],
  [
    "[".repeat(10_000),
    "{a: ".repeat(10_000),
    "- ".repeat(10_000),
    "? ".repeat(2_000),
    "a: &x\n".repeat(2),
    "kind: 5",
    "kind: ConfigMap\nkind: Pod",
  ],
  [
    Buffer.from("613a20ff", "hex"),
    Buffer.from("fffe61003a0020006200", "hex"),
    Buffer.from("feff0061003a", "hex"),
    Buffer.from("613a2000", "hex"),
  ],
].flat();

const tokens = [
  "&a ",
  "*a",
  "!!binary ",
  "!!float ",
  "!!str ",
  "!x ",
  "<<: ",
  "- ",
  "? ",
  ": ",
  "	",
  "---\n",
  "...\n",
  "%YAML 1.1\n",
  "|\n",
  ">\n",
  "'",
  '"',
  "{",
  "}",
  "[",
  "]",
  ",",
  "#",
  " #",
  "~",
  ".nan",
  ".inf",
  "0o17",
  "1_000",
  "0x1F",
  "yes",
  "2001-01-01",
  "\n",
  "\n  ",
  "\\",
  "@",
  "`",
  "\0",
  "",
  "﻿",
  Buffer.from([255]),
  "1e400",
  "9223372036854775808",
  "null: ",
  "a: 1\n",
  "? a\n: b\n",
];

/** Returns a body made from a valid one by damage to its text. */
export function malformedYaml({ object }: Subject, random: Random): Buffer {
  const text = random.below(3) === 0 ? JSON.stringify(object) : block(object, "").trimStart();
  return damage(Buffer.from(text), tokens, random);

  function block(value: unknown, indent: string): string {
    if (Array.isArray(value)) return value.map((item) => `\n${indent}-${inline(item, `${indent}  `)}`).join("");
    return Object.entries(value as object)
      .map(([key, member]) => `\n${indent}${key}:${inline(member, `${indent}  `)}`)
      .join("");
  }

  function inline(value: unknown, indent: string): string {
    return typeof value === "object" && value !== null ? block(value, indent) : ` ${scalar(value)}`;
  }

  function scalar(value: unknown): string {
    return typeof value === "string" && random.below(3) > 0
      ? oneOf(random, [`'${value}'`, `"${value}"`])
      : JSON.stringify(value);
  }
}
