import { describe, expect, test } from "vitest";
import { vocabularies } from "../meta/vocabulary.ts";
import { Correlated } from "./correlate.ts";
import { readStructuralSchema } from "./read-schema.ts";

const text = { type: "string" };
const schema = readStructuralSchema(
  {
    type: "object",
    properties: {
      name: text,
      set: { type: "array", "x-kubernetes-list-type": "set", items: text },
      ports: {
        type: "array",
        "x-kubernetes-list-type": "map",
        "x-kubernetes-list-map-keys": ["port", "protocol"],
        items: { type: "object", properties: { port: { type: "integer" }, protocol: text, name: text } },
      },
      labels: { type: "object", additionalProperties: text },
      any: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
    },
  },
  vocabularies.kubernetes,
);

describe("Correlated", () => {
  test("field() returns a member that both objects have", () => {
    const correlated = new Correlated({ name: "a", labels: { x: "1", y: "2" } }, { labels: { x: "0" } }, schema);
    expect(correlated.field("name")).toBeUndefined();
    expect(correlated.field("labels")?.field("x")).toMatchObject({ value: "1", old: "0" });
    expect(correlated.field("labels")?.field("y")).toBeUndefined();
  });

  test("field() returns nothing for a member that the schema does not describe", () => {
    expect(new Correlated({ other: 1 }, { other: 1 }, schema).field("other")).toBeUndefined();
  });

  test("item() finds the old item of a list of type map by all keys", () => {
    const old = [{ port: 1, protocol: "TCP" }, { port: 1, protocol: "UDP", name: "old" }, { port: 2 }];
    const ports = [{ port: 1, protocol: "UDP" }, { port: "1", protocol: "TCP" }, { port: 2 }];
    const correlated = new Correlated({ ports }, { ports: old }, schema).field("ports");
    expect(correlated?.item(0)?.old).toEqual({ port: 1, protocol: "UDP", name: "old" });
    expect(correlated?.item(1)).toBeUndefined();
    expect(correlated?.item(2)).toBeUndefined();
    expect(correlated?.item(3)).toBeUndefined();
  });

  test("item() returns nothing for lists of other types", () => {
    expect(new Correlated({ set: ["a"] }, { set: ["a"] }, schema).field("set")?.item(0)).toBeUndefined();
  });

  test.each([
    [{ name: "a", set: ["a", "b"] }, { set: ["a", "b"], name: "a" }, true],
    [{ set: ["a", "b"] }, { set: ["b", "a"] }, false],
    [{ labels: { x: "1" } }, { labels: { x: "1" } }, true],
    [{ labels: { x: "1" } }, { labels: { x: "1", y: "2" } }, false],
    [{ labels: {} }, { labels: [] }, false],
    [{ labels: null }, { labels: null }, true],
    [{ labels: null }, { labels: {} }, false],
    [{ any: {} }, { any: {} }, true],
    [{ any: { x: 1 } }, { any: { x: 1 } }, false],
  ])("isEqual() of %j and %j is %j", (value, old, isEqual) => {
    expect(new Correlated(value, old, schema).isEqual()).toBe(isEqual);
  });

  test("isEqual() ignores the order of a list of type map", () => {
    const [one, other] = [
      { port: 1, protocol: "TCP" },
      { port: 2, protocol: "TCP" },
    ];
    const isEqual = (ports: readonly object[], old: readonly object[]): boolean =>
      new Correlated({ ports }, { ports: old }, schema).isEqual();
    expect(isEqual([one, other], [other, one])).toBe(true);
    expect(isEqual([one, other], [one, { ...other, name: "x" }])).toBe(false);
  });
});
