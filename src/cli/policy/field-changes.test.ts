import { describe, expect, test } from "vitest";
import { fieldChanges } from "./field-changes.ts";

describe("fieldChanges()", () => {
  test("fields are added, changed and removed, and equal fields are left out", () => {
    const sent = { a: 1, b: { c: "x", d: null }, e: [1], "x/y": { z: "w" } };
    const result = { a: 1, b: { c: "y" }, e: [1], f: { g: true, h: {} } };
    expect(fieldChanges(sent, result)).toEqual([
      { path: "b.c", change: "changed", sent: "x", result: "y" },
      { path: "[x/y].z", change: "removed", sent: "w", result: undefined },
      { path: "f.g", change: "added", sent: undefined, result: true },
      { path: "f.h", change: "added", sent: undefined, result: {} },
    ]);
  });

  test("items with names are compared by name, although another item comes before them", () => {
    const sent = { list: [{ name: "a", image: "old" }, { name: "b" }] };
    const result = { list: [{ name: "sidecar" }, { name: "a", image: "new" }] };
    expect(fieldChanges(sent, result)).toEqual([
      { path: "list[0].image", change: "changed", sent: "old", result: "new" },
      { path: "list[1]", change: "removed", sent: { name: "b" }, result: undefined },
      { path: "list[0]", change: "added", sent: undefined, result: { name: "sidecar" } },
    ]);
  });

  test("items without names are compared by position", () => {
    expect(fieldChanges({ ports: [{ port: 80 }] }, { ports: [{ port: 80, protocol: "TCP" }, { port: 81 }] })).toEqual([
      { path: "ports[0].protocol", change: "added", sent: undefined, result: "TCP" },
      { path: "ports[1]", change: "added", sent: undefined, result: { port: 81 } },
    ]);
  });
});
