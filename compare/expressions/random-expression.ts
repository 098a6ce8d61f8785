/** Random expressions: parts of all types, combined by operators, functions and macros. Most have an error. */
import type { Random } from "../../src/base/random.ts";
import { isOnceIn, oneOf, times } from "../random-choices.ts";

const atoms: readonly string[] = [
  "true",
  "false",
  "null",
  "0",
  "1",
  "-3",
  "2u",
  "1.5",
  "'a'",
  "'x,y'",
  "b'a'",
  "[]",
  "{}",
  "[1, 2]",
  "['a', 'b']",
  "{'a': 1}",
  "{1: 'a'}",
  "dyn(1)",
  "int",
  "object",
  "object.spec.x",
  "object.metadata.labels",
  "oldObject.a",
  "params.limit",
  "request",
  "request.name",
  "request.kind",
  "request.userInfo.groups",
  "request.userInfo.extra",
  "request.options",
  "namespaceObject.metadata.labels",
  "namespaceObject.status.conditions",
  "namespaceObject.metadata.creationTimestamp",
  "variables.a",
  "authorizer",
  "authorizer.requestResource",
  "optional.of(1)",
  "optional.none()",
  "quantity('1Ki')",
  "ip('::1')",
  "cidr('10.0.0.0/8')",
  "url('http://a.b/c')",
  "duration('1h')",
  "timestamp('2025-01-01T00:00:00Z')",
  "x",
  "y",
];

const binary: readonly string[] = ["+", "-", "*", "/", "%", "==", "!=", "<", "<=", ">", ">=", "&&", "||", "in"];
const members: readonly string[] = [
  "size()",
  "a",
  "b.c",
  "?a",
  "?a.?b",
  "startsWith('a')",
  "matches('[a-z]+')",
  "contains('a')",
  "split(',')",
  "join('-')",
  "substring(1)",
  "indexOf('a')",
  "lowerAscii()",
  "sum()",
  "min()",
  "isSorted()",
  "find('a')",
  "orValue(1)",
  "hasValue()",
  "value()",
  "sign()",
  "isGreaterThan(quantity('1'))",
  "family()",
  "getHost()",
  "getHours()",
  "check('get')",
  "group('')",
  "allowed()",
];
const calls: readonly string[] = [
  "size",
  "string",
  "int",
  "uint",
  "double",
  "bool",
  "bytes",
  "type",
  "dyn",
  "has",
  "f",
];
const macros: readonly string[] = ["all", "exists", "exists_one", "map", "filter", "optMap", "all(i, x, ", "g"];

/**
 * Returns a random expression.
 * @param depth largest number of nested parts
 */
export function randomExpression(random: Random, depth = 4): string {
  if (depth === 0 || isOnceIn(random, 5)) return oneOf(random, atoms);
  const part = (): string => randomExpression(random, depth - 1);
  switch (random.below(9)) {
    case 0:
    case 1:
      return `${part()} ${oneOf(random, binary)} ${part()}`;
    case 2:
      return `${oneOf(random, ["!", "-", ""])}(${part()})`;
    case 3:
      return `${part()} ? ${part()} : ${part()}`;
    case 4:
      return `${part()}.${oneOf(random, members)}`;
    case 5:
      return `${oneOf(random, calls)}(${part()})`;
    case 6:
      return randomMacro(random, part);
    case 7:
      return `${part()}[${oneOf(random, ["", "", "?"])}${part()}]`;
    default:
      return randomLiteral(random, part);
  }
}

function randomMacro(random: Random, part: () => string): string {
  const macro = oneOf(random, macros);
  const variable = oneOf(random, ["x", "y", "i"]);
  return macro.endsWith(" ") ? `${part()}.${macro}${part()})` : `${part()}.${macro}(${variable}, ${part()})`;
}

function randomLiteral(random: Random, part: () => string): string {
  const optional = (): string => (isOnceIn(random, 5) ? "?" : "");
  const count = random.below(4);
  if (isOnceIn(random, 2)) return `[${times(count, () => optional() + part()).join(", ")}]`;
  return `{${times(count, () => `${optional()}${part()}: ${part()}`).join(", ")}}`;
}

/** Returns the text with one random character removed, added or doubled. */
export function damagedExpression(text: string, random: Random): string {
  const at = random.below(text.length + 1);
  const characters = [
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ".",
    ",",
    "?",
    ":",
    "'",
    '"',
    "\\",
    "&",
    "=",
    "!",
    " ",
    "\n",
    "ü",
    "1",
  ];
  switch (random.below(3)) {
    case 0:
      return text.slice(0, at) + text.slice(at + 1);
    case 1:
      return text.slice(0, at) + oneOf(random, characters) + text.slice(at);
    default:
      return text.slice(0, at) + text.slice(at, at + 1).repeat(2) + text.slice(at + 1);
  }
}
