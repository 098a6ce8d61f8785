/**
 * The cost of each part of the language, spent and estimated. The values were recorded from the Go packages of the API server v1.32.13
 * and agree with the rules in the titles.
 */
import { expect, test } from "vitest";
import { vocabularies } from "../../meta/vocabulary.ts";
import {
  boolType,
  bytesType,
  check,
  clusterEnvironments,
  dynType,
  estimateCost,
  extend,
  fromJson,
  intType,
  listType,
  mapType,
  plan,
  stringType,
} from "../index.ts";

const text = "abcdefghijklmnopqrstuvwxy";
const environment = extend(clusterEnvironments({ vocabulary: vocabularies.kubernetes }).forNewExpressions, {
  variables: {
    i: intType,
    b: boolType,
    s: stringType,
    y: bytesType,
    l: listType(intType),
    ls: listType(stringType),
    m: mapType(stringType, intType),
    d: dynType,
  },
});
const bindings = {
  i: 2n,
  b: true,
  s: text,
  y: Buffer.from(text),
  l: fromJson([1, 2, 3, 4, 5]),
  ls: fromJson(["abcdefghij", "k", "lm"]),
  m: fromJson({ a: 1, b: 2 }),
  d: fromJson({ a: { b: 1 } }),
};
const noLimit = 2n ** 64n - 1n;

const rows: readonly (readonly [rule: string, expression: string, cost: number, min: bigint, max: bigint])[] = [
  ["a literal", "1", 0, 0n, 0n],
  ["an identifier", "i", 1, 1n, 1n],
  ["a selection", "d.a", 2, 1n, 1n],
  ["an index", "l[0]", 2, 2n, 2n],
  ["an index by a variable, which is free", "l[i]", 2, 3n, 3n],
  ["has(): only the operand", "has(d.a.b)", 2, 1n, 1n],
  ["a list", "[i]", 11, 11n, 11n],
  ["a map", "{'a': i}", 31, 31n, 31n],
  ["a list of constants", "[1, 2]", 0, 10n, 10n],
  ["a conversion of a constant", "duration('1h')", 0, 1n, 1n],
  ["&&", "b && b", 2, 1n, 2n],
  ["||, of which one operand is evaluated", "b || b", 1, 1n, 2n],
  ["?:, with branches that are free", "b ? i : i", 1, 2n, 2n],
  ["!", "!b", 2, 2n, 2n],
  ["arithmetic", "i + i", 3, 3n, 3n],
  ["a comparison of scalars", "i < i", 3, 3n, 3n],
  ["size()", "size(s)", 2, 2n, 2n],
  ["a concatenation of lists", "l + l", 3, 3n, 3n],
  ["== of texts: a tenth of the shorter one", "s == s", 5, 3n, 1844674407370955266n],
  ["< of texts", "s < s", 5, 3n, 1844674407370955266n],
  ["== of scalars", "i == i", 3, 3n, 3n],
  ["+ of texts: a tenth of both", "s + s", 7, 2n, 1844674407370955266n],
  ["startsWith(): a tenth of the text", "s.startsWith('a')", 4, 2n, 2n],
  ["endsWith(): a tenth of the text", "s.endsWith('a')", 4, 2n, 2n],
  ["contains(): a tenth of both, multiplied", "s.contains('abcdefghijk')", 7, 1n, 3689348814741910529n],
  [
    "matches(): a tenth of the text times a quarter of the pattern",
    "s.matches('[a-z]+x')",
    7,
    3n,
    3689348814741910529n,
  ],
  ["the global matches()", "matches(s, '[a-z]+x')", 2, 2n, 2n],
  ["in a list: its size", "i in l", 7, 2n, noLimit],
  ["in a map", "'a' in m", 2, 2n, 2n],
  ["in a list of constants", "i in [1, 2, 3]", 1, 14n, 14n],
  ["string() of bytes: a tenth", "string(y)", 4, 1n, 1844674407370955265n],
  ["bytes(): a tenth", "bytes(s)", 4, 1n, 1844674407370955265n],
  ["strings.quote(): a tenth", "strings.quote(s)", 4, 1n, 1844674407370955265n],
  ["format(): a tenth of the format", "'%d and %d'.format([i, i])", 13, 13n, 13n],
  ["sets.contains(): 1 and the product of the sizes", "sets.contains(l, l)", 28, 3n, noLimit],
  ["sets.intersects()", "sets.intersects(l, l)", 28, 3n, noLimit],
  ["sets.equivalent(): 1 and twice the product", "sets.equivalent(l, l)", 53, 3n, noLimit],
  ["all(): 3 for each element", "l.all(e, true)", 17, 2n, noLimit],
  ["exists(): 4 for each element", "l.exists(e, false)", 22, 2n, noLimit],
  ["exists_one(): 2 for each match", "l.exists_one(e, true)", 13, 3n, noLimit],
  ["map(): 12 for each element", "l.map(e, e)", 67, 12n, noLimit],
  ["filter(): 13 for each element that is kept", "l.filter(e, true)", 67, 12n, noLimit],
  ["filter() that keeps nothing", "l.filter(e, false)", 2, 12n, noLimit],
  ["an optional selection", "d.?a", 2, 2n, 2n],
  ["an optional selection of nothing", "d.?z", 1, 2n, 2n],
  ["isSorted(): 1 for each scalar", "l.isSorted()", 6, 1n, noLimit],
  ["sum()", "l.sum()", 6, 1n, noLimit],
  ["max() of texts: a tenth of each, rounded down", "ls.max()", 2, 1n, noLimit],
  ["indexOf() of a list", "l.indexOf(3)", 6, 1n, noLimit],
  ["url(): a tenth", "url('https://' + s)", 9, 3n, 3689348814741910529n],
  ["isURL()", "isURL(s)", 2, 2n, 2n],
  ["lowerAscii(): a tenth", "s.lowerAscii()", 4, 1n, 1844674407370955265n],
  ["substring(): a tenth", "s.substring(1)", 4, 1n, 1844674407370955265n],
  ["trim(): a tenth", "s.trim()", 4, 1n, 1844674407370955265n],
  ["replace(): a fifth", "s.replace('a', 'b')", 6, 1n, 3689348814741910529n],
  ["split(): a fifth", "s.split('a')", 6, 1n, 3689348814741910529n],
  ["join(): a fifth of the result", "ls.join(',')", 4, 1n, 1844674407370955265n],
  ["find(): as matches()", "s.find('[a-z]+x')", 7, 3n, 3689348814741910529n],
  ["findAll(): as matches()", "s.findAll('[a-z]+x')", 7, 3n, 3689348814741910529n],
  ["ip(): a tenth", "ip('10.0.0.1')", 1, 1n, 1n],
  ["isIP()", "isIP(s)", 4, 1n, 1844674407370955265n],
  ["cidr(): a tenth", "cidr('10.0.0.0/8')", 1, 1n, 1n],
  ["ip.isCanonical(): a fifth", "ip.isCanonical('10.0.0.1')", 2, 2n, 2n],
  ["cidr.ip()", "cidr('10.0.0.0/8').ip()", 2, 2n, 2n],
  ["containsIP() of an address", "cidr('10.0.0.0/8').containsIP(ip('10.0.0.1'))", 3, 3n, 6n],
  ["containsIP() of a text", "cidr('10.0.0.0/8').containsIP('10.0.0.1')", 3, 3n, 6n],
  ["containsCIDR() of a block", "cidr('10.0.0.0/8').containsCIDR(cidr('10.1.0.0/16'))", 6, 6n, 10n],
  ["containsCIDR() of a text", "cidr('10.0.0.0/8').containsCIDR('10.1.0.0/16')", 6, 6n, 10n],
  ["quantity(): a tenth", "quantity('1234567890123')", 2, 2n, 2n],
  ["isQuantity()", "isQuantity(s)", 4, 1n, 1844674407370955265n],
  ["a method of a quantity", "quantity('1').isLessThan(quantity('2'))", 3, 3n, 3n],
  ["== of quantities", "quantity('1') == quantity('2')", 3, 3n, 3n],
  ["format.named()", "format.named('dns1123Label')", 1, 1n, 1n],
  ["validate(): the text times the pattern of the format", "format.dns1123Label().validate(s)", 26, 2n, noLimit],
  ["a selection from a variable of any type is estimated at 0", "d.a.b", 3, 1n, 1n],
  ["&& is estimated between its left side and both sides", "b && i < 3", 3, 1n, 3n],
  ["?: is estimated between its branches", "b ? l.sum() : i", 7, 2n, noLimit],
  ["an undecided overload is estimated as all of them", "d + d", 3, 2n, 1844674407370955266n],
  ["a loop over a list without a limit", "l.all(e, e > 1)", 9, 2n, noLimit],
  ["a loop over a literal list", "[i, i].all(e, e > 1)", 23, 19n, 23n],
];

for (const [rule, expression, cost, min, max] of rows) {
  test(`${rule}: ${expression}`, () => {
    const { checked, display } = check(expression, environment);
    if (!checked) throw new Error(display);
    expect(plan(checked, environment).evaluate(bindings).cost).toBe(cost);
    expect(estimateCost(checked, environment)).toEqual({ min, max });
  });
}
