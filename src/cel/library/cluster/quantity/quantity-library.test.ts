import { expect, test } from "vitest";
import { vocabularies } from "../../../../meta/vocabulary.ts";
import type { OpaqueValue, Value } from "../../../values/index.ts";
import { toText } from "../../../values/index.ts";
import { clusterTypes } from "../cluster-types.ts";
import { call, costOf } from "../testing/overloads.ts";
import { quantityFunctions } from "./quantity-library.ts";

const functions = quantityFunctions(clusterTypes(vocabularies.kubernetes).quantity);

function quantity(text: string): OpaqueValue {
  return call(functions, "string_to_quantity", text) as OpaqueValue;
}

function add(one: Value, other: Value): OpaqueValue {
  return call(functions, typeof other === "bigint" ? "quantity_add_int" : "quantity_add", one, other) as OpaqueValue;
}

test("quantity() returns the reference's message for a text that is no quantity", () => {
  expect(call(functions, "string_to_quantity", "10Mo")).toBe(
    "error: quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
  );
  expect(["1.3Gi", "200K", "Mi"].map((text) => call(functions, "is_quantity_string", text))).toEqual([
    true,
    false,
    true,
  ]);
});

test("quantities are compared by their amounts", () => {
  expect(call(functions, "quantity_compare_to", quantity("200M"), quantity("0.2G"))).toBe(0n);
  expect(call(functions, "quantity_compare_to", quantity("50M"), quantity("50Mi"))).toBe(-1n);
  expect(call(functions, "quantity_is_greater_than", quantity("150Mi"), quantity("100Mi"))).toBe(true);
  expect(call(functions, "quantity_is_less_than", quantity("100M"), quantity("50M"))).toBe(false);
  expect(quantity("200M").equals(quantity("0.2G"))).toBe(true);
});

test("add() and sub() accept quantities and integers", () => {
  expect(add(quantity("50k"), quantity("20k")).toString()).toBe("70k");
  expect(add(quantity("50k"), 20n).toString()).toBe("50020");
  expect(toText(call(functions, "quantity_sub_int", quantity("50k"), 20_000n))).toBe("30k");
  expect(toText(call(functions, "quantity_sub", quantity("0"), quantity("1Gi")))).toBe("-1Gi");
});

test("a computed quantity has an equality with a parsed one, but not the other way round", () => {
  const sum = add(quantity("50k"), quantity("20k"));
  expect(sum.equals(quantity("70k"))).toBe(true);
  expect(quantity("70k").equals(sum)).toMatchObject({ message: "no such overload" });
  expect(sum.equals(sum)).toMatchObject({ message: "no such overload" });
  expect(sum.equals("70k")).toMatchObject({ message: "no such overload" });
});

test("asInteger() fails for an amount with a fraction", () => {
  expect(call(functions, "quantity_get_int", quantity("50k"))).toBe(50_000n);
  expect(call(functions, "quantity_get_int", quantity("1.5"))).toBe("error: cannot convert value to integer");
  expect(call(functions, "quantity_is_integer", quantity("1.5"))).toBe(false);
  expect(call(functions, "quantity_get_float", quantity("1.5"))).toBe(1.5);
  expect(["-1", "0", "1m"].map((text) => call(functions, "quantity_sign", quantity(text)))).toEqual([-1n, 0n, 1n]);
});

test("quantity() costs what reading the text costs", () => {
  expect(costOf(functions, "string_to_quantity", "12345678901")).toBe(2);
  expect(costOf(functions, "quantity_add_int", quantity("1"), 1n)).toBe(1);
});
