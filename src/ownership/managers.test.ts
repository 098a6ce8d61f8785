import { describe, expect, test } from "vitest";
import type { ManagedFieldsEntry } from "../meta/object-meta.ts";
import { fieldSet, noFields, stepsOf } from "./field-set.ts";
import {
  type Manager,
  type Managers,
  managerId,
  mergeOldUpdaters,
  readManagers,
  withoutEmptyManagers,
  writeManagers,
} from "./managers.ts";

const fields = { "f:a": {} };
const entry = (rest: ManagedFieldsEntry = {}): ManagedFieldsEntry => ({
  manager: "one",
  operation: "Update",
  apiVersion: "v1",
  fieldsType: "FieldsV1",
  fieldsV1: fields,
  ...rest,
});
const byId = (...managers: readonly Manager[]): Managers => new Map(managers.map((one) => [managerId(one), one]));
const updater = (name: string, rest: Partial<Manager> = {}): Manager => ({
  name,
  operation: "Update",
  apiVersion: "v1",
  subresource: "",
  time: "2024-01-01T00:00:00Z",
  fields: fieldSet(stepsOf(name)),
  ...rest,
});

describe("managerId()", () => {
  const one = updater("one");
  test.each([
    ["another name", { name: "other" }, false],
    ["another operation", { operation: "Apply" }, false],
    ["another version", { apiVersion: "v2" }, false],
    ["another subresource", { subresource: "status" }, false],
    ["another time", { time: "2025-01-01T00:00:00Z" }, true],
    ["other fields", { fields: noFields }, true],
  ] as const)("managerId() of a manager with %s is equal: %s %s", (_, rest, isSame) => {
    expect(managerId({ ...one, ...rest }) === managerId(one)).toBe(isSame);
  });

  test("managerId() cannot be forged by a name, a version or a subresource", () => {
    const texts = ["", "a", "a b", "1", "1 1", " 1 1 a", "\n", "a a"];
    const all = texts.flatMap((name) =>
      texts.flatMap((apiVersion) => texts.map((subresource) => updater(name, { apiVersion, subresource }))),
    );
    expect(new Set(all.map(managerId)).size).toBe(texts.length ** 3);
  });

  test("managerId() of a manager that applies is equal in all versions", () => {
    const applier = updater("one", { operation: "Apply" });
    expect(managerId({ ...applier, apiVersion: "v2" })).toBe(managerId(applier));
  });
});

describe("entries of managedFields", () => {
  test.each<[string, ManagedFieldsEntry]>([
    ["in full", entry({ time: "2024-01-01T00:00:00Z", subresource: "status", operation: "Apply" })],
    [
      "without name, time and subresource",
      { operation: "Update", apiVersion: "v1", fieldsType: "FieldsV1", fieldsV1: fields },
    ],
  ])("writeManagers() returns the entry that readManagers() read, %s", (_, one) => {
    const managers = readManagers([one]);
    expect(managers?.size).toBe(1);
    expect(writeManagers(managers ?? new Map())).toEqual([one]);
  });

  test("readManagers() reads an entry without fields as a manager that owns nothing", () => {
    const { fieldsV1: _, ...bare } = entry();
    expect([...(readManagers([bare])?.values() ?? [])].map(({ fields }) => fields)).toEqual([{}]);
  });

  test("readManagers() keeps the last of several entries of one manager", () => {
    const managers = readManagers([entry(), entry({ fieldsV1: { "f:b": {} } })]);
    expect(writeManagers(managers ?? new Map())).toEqual([entry({ fieldsV1: { "f:b": {} } })]);
  });

  test("readManagers() accepts a missing list", () => {
    expect(readManagers(undefined)?.size).toBe(0);
    expect(readManagers([])?.size).toBe(0);
    expect(writeManagers(new Map())).toEqual([]);
  });

  test.each<[string, ManagedFieldsEntry]>([
    ["without operation", { ...entry(), operation: "" }],
    ["of an unknown operation", entry({ operation: "Patch" })],
    ["without version", entry({ apiVersion: "" })],
    ["without type", entry({ fieldsType: "" })],
    ["of another type", entry({ fieldsType: "FieldsV2" })],
    ["with an invalid field set", entry({ fieldsV1: { a: {} } })],
    ["that is empty", {}],
  ])("readManagers() rejects a list with an entry %s", (_, one) => {
    expect(readManagers([entry(), one])).toBeUndefined();
  });
});

test("writeManagers() sorts entries by operation, time, name, version and subresource", () => {
  const managers = [
    updater("b", { operation: "Apply", time: "2025-01-01T00:00:00Z" }),
    updater("late", { time: "2024-01-01T00:00:02Z" }),
    updater("c"),
    updater("a", { apiVersion: "v2" }),
    updater("a", { subresource: "status" }),
    updater("a"),
    updater("d", { time: "2023-01-01T00:00:00Z" }),
    { ...updater("z"), time: "" },
    updater("a", { operation: "Apply", time: "2025-01-01T00:00:00Z" }),
  ];
  const shown = writeManagers(byId(...managers)).map(({ manager, operation, apiVersion, subresource = "" }) =>
    [operation, manager, apiVersion, subresource].join(" ").trim(),
  );
  expect(shown).toEqual([
    "Apply a v1",
    "Apply b v1",
    "Update z v1",
    "Update d v1",
    "Update a v1",
    "Update a v1 status",
    "Update a v2",
    "Update c v1",
    "Update late v1",
  ]);
});

test("withoutEmptyManagers() removes managers without fields", () => {
  const managers = byId(updater("a"), updater("b", { fields: noFields }));
  expect([...withoutEmptyManagers(managers).values()].map(({ name }) => name)).toEqual(["a"]);
  const all = byId(updater("a"));
  expect(withoutEmptyManagers(all)).toBe(all);
});

describe("mergeOldUpdaters()", () => {
  const numbered = (count: number, rest: (index: number) => Partial<Manager> = () => ({})): readonly Manager[] =>
    Array.from({ length: count }, (_, index) => {
      const number = String(index).padStart(2, "0");
      return updater(`m${number}`, { time: `2024-01-01T00:00:${number}Z`, ...rest(index) });
    });
  const names = (managers: Managers): string[] =>
    [...managers.values()].map(({ name, apiVersion }) => `${name} ${apiVersion}`).sort();

  test("mergeOldUpdaters() keeps ten managers that update", () => {
    const managers = byId(...numbered(10));
    expect(mergeOldUpdaters(managers)).toBe(managers);
  });

  test("mergeOldUpdaters() merges the two oldest of eleven managers and keeps the later time", () => {
    const left = mergeOldUpdaters(byId(...numbered(11)));
    expect(left.size).toBe(10);
    const bucket = [...left.values()].find(({ name }) => name === "ancient-changes");
    expect(bucket).toEqual(
      updater("ancient-changes", { time: "2024-01-01T00:00:01Z", fields: { "f:m00": {}, "f:m01": {} } }),
    );
  });

  test("mergeOldUpdaters() adds the next oldest manager to the merged one", () => {
    const left = mergeOldUpdaters(
      new Map([...mergeOldUpdaters(byId(...numbered(11))), ...byId(updater("new", { time: "2025-01-01T00:00:00Z" }))]),
    );
    expect(left.size).toBe(10);
    const bucket = [...left.values()].find(({ name }) => name === "ancient-changes");
    expect(bucket?.fields).toEqual({ "f:m00": {}, "f:m01": {}, "f:m02": {} });
    expect(bucket?.time).toBe("2024-01-01T00:00:02Z");
  });

  test("mergeOldUpdaters() keeps one merged manager for each version", () => {
    const left = mergeOldUpdaters(byId(...numbered(12, (index) => ({ apiVersion: index % 2 ? "v2" : "v1" }))));
    expect(left.size).toBe(10);
    expect(names(left).filter((name) => name.startsWith("ancient"))).toEqual([
      "ancient-changes v1",
      "ancient-changes v2",
    ]);
  });

  test("mergeOldUpdaters() keeps the only manager of a version, whatever its age", () => {
    const left = mergeOldUpdaters(byId(...numbered(12, (index) => (index === 0 ? { apiVersion: "v2" } : {}))));
    expect(names(left)).toContain("m00 v2");
    expect(names(left)).toContain("ancient-changes v1");
    expect(left.size).toBe(10);
  });

  test("mergeOldUpdaters() merges managers of subresources with those of the object", () => {
    const left = mergeOldUpdaters(byId(...numbered(11, (index) => ({ subresource: index === 0 ? "status" : "" }))));
    const bucket = [...left.values()].find(({ name }) => name === "ancient-changes");
    expect(bucket?.subresource).toBe("");
    expect(bucket?.fields).toEqual({ "f:m00": {}, "f:m01": {} });
  });

  test("mergeOldUpdaters() does not count managers that apply", () => {
    const managers = byId(...numbered(10), ...numbered(20, () => ({ operation: "Apply" })));
    expect(mergeOldUpdaters(managers)).toBe(managers);
  });

  test("mergeOldUpdaters() orders managers with equal times by name", () => {
    const left = mergeOldUpdaters(byId(...numbered(11, () => ({ time: "2024-01-01T00:00:00Z" })).toReversed()));
    expect([...left.values()].find(({ name }) => name === "ancient-changes")?.fields).toEqual({
      "f:m00": {},
      "f:m01": {},
    });
  });
});
