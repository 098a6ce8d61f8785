import { expect, test } from "vitest";
import { list, map, optional, SchemaCompiler, struct, text } from "../schema/index.ts";
import { withEmptiedItems } from "./emptied-items.ts";
import { shapeOf } from "./shape.ts";

const rule = struct("test/v1.Rule", "A rule.", {
  name: optional(text, 1, "Its name."),
  ports: optional(list(text), 2, "Its ports."),
});
const policy = struct("test/v1.Policy", "A policy.", {
  whole: optional(list(rule, { type: "atomic" }), 1, "Rules of one owner."),
  parted: optional(list(rule, { type: "map", keys: ["name"] }), 2, "Rules with an owner each."),
  labels: optional(map(text), 3, "Its labels."),
});

test("withEmptiedItems() restores empty lists in items of one owner, and nowhere else", () => {
  const rules = [{ name: "a", ports: [] }];
  const { object } = new SchemaCompiler(new Map()).compile(policy).decode({ whole: rules, parted: rules, labels: {} });
  expect(object).toEqual({ whole: [{ name: "a" }], parted: [{ name: "a" }] });
  expect(withEmptiedItems(shapeOf(policy), object)).toEqual({ whole: rules, parted: [{ name: "a" }] });
});
