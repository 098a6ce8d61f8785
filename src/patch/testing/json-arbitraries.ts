/**
 * Random JSON for property tests. There are few distinct keys, so that two values often share keys. Some keys are names
 * that JavaScript objects inherit.
 */
import * as fc from "fast-check";

const keys = fc.constantFrom("a", "b", "a/b", "~", "0", "-", "", "__proto__", "constructor", "toString");

const scalars = fc.oneof(fc.constantFrom(null, true, false, 0, 1, -1.5, "", "a", "x~1/"), fc.integer(), fc.string());

/** Any JSON value of moderate size. */
export const anyJsonValue: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof({ depthSize: "small" }, scalars, fc.array(tie("value"), { maxLength: 4 }), objectOf(tie("value"))),
})).value;

/** Any JSON object. */
export const anyJsonObject: fc.Arbitrary<Record<string, unknown>> = objectOf(anyJsonValue);

/** Returns objects with own members only. Keys such as `__proto__` are ordinary members. */
export function objectOf(values: fc.Arbitrary<unknown>): fc.Arbitrary<Record<string, unknown>> {
  return fc.array(fc.tuple(keys, values), { maxLength: 5 }).map((entries) => Object.fromEntries(entries));
}
