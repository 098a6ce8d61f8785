import { expect, test } from "vitest";
import { list, map, optional, pointer, quantity, SchemaCompiler, struct, text } from "../schema/index.ts";
import { withSentItems } from "./sent-items.ts";
import { shapeOf } from "./shape.ts";

const rule = struct("test/v1.Rule", "A rule.", {
  name: optional(text, 1, "Its name."),
  ports: optional(list(text), 2, "Its ports."),
  amount: pointer(quantity, 3, "An amount."),
  amounts: optional(map(quantity), 4, "Amounts."),
});
const policy = struct("test/v1.Policy", "A policy.", {
  whole: optional(list(rule, { type: "atomic" }), 1, "Rules of one owner."),
  parted: optional(list(rule, { type: "map", keys: ["name"] }), 2, "Rules with an owner each."),
  labels: optional(map(text), 3, "Its labels."),
});

test("withSentItems() restores the spelling of quantities in atomic lists only", () => {
  const rules = [{ name: "a", amount: "1000m", amounts: { x: 1, y: "0.5", z: " 2 " } }];
  const { object } = new SchemaCompiler(new Map()).compile(policy).decode({ whole: rules, parted: rules });
  const stored = [{ name: "a", amount: "1", amounts: { x: "1", y: "500m", z: "2" } }];
  expect(object).toEqual({ whole: stored, parted: stored });
  const restored = [{ name: "a", amount: "1000m", amounts: { x: "1", y: "0.5", z: "2" } }];
  expect(withSentItems(shapeOf(policy), object)).toEqual({ whole: restored, parted: stored });
});

test("withSentItems() restores empty lists in atomic lists only", () => {
  const rules = [{ name: "a", ports: [] }];
  const { object } = new SchemaCompiler(new Map()).compile(policy).decode({ whole: rules, parted: rules, labels: {} });
  expect(object).toEqual({ whole: [{ name: "a" }], parted: [{ name: "a" }] });
  expect(withSentItems(shapeOf(policy), object)).toEqual({ whole: rules, parted: [{ name: "a" }] });
});
