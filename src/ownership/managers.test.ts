import { describe, expect, test } from "vitest";
import type { ManagedFieldsEntry } from "../meta/object-meta.ts";
import { fieldSet, noFields, stepsOf } from "./field-set.ts";
import {
  capUpdaters,
  type Manager,
  type Managers,
  managerId,
  readManagers,
  withoutEmpty,
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

describe("who is who", () => {
  const one = updater("one");
  test.each([
    ["another name", { name: "other" }, false],
    ["another operation", { operation: "Apply" }, false],
    ["another version", { apiVersion: "v2" }, false],
    ["another subresource", { subresource: "status" }, false],
    ["another time", { time: "2025-01-01T00:00:00Z" }, true],
    ["other fields", { fields: noFields }, true],
  ] as const)("the same with %s: %s %s", (_, rest, isSame) => {
    expect(managerId({ ...one, ...rest }) === managerId(one)).toBe(isSame);
  });

  test("what a client puts into a name, a version or a subresource makes nobody another one", () => {
    const texts = ["", "a", "a b", "1", "1 1", " 1 1 a", "\n", "a a"];
    const all = texts.flatMap((name) =>
      texts.flatMap((apiVersion) => texts.map((subresource) => updater(name, { apiVersion, subresource }))),
    );
    expect(new Set(all.map(managerId)).size).toBe(texts.length ** 3);
  });

  test("one who applies is the same in all versions", () => {
    const applier = updater("one", { operation: "Apply" });
    expect(managerId({ ...applier, apiVersion: "v2" })).toBe(managerId(applier));
  });
});

describe("entries", () => {
  test.each<[string, ManagedFieldsEntry]>([
    ["in full", entry({ time: "2024-01-01T00:00:00Z", subresource: "status", operation: "Apply" })],
    [
      "without name, time and subresource",
      { operation: "Update", apiVersion: "v1", fieldsType: "FieldsV1", fieldsV1: fields },
    ],
  ])("are written as they were read: %s", (_, one) => {
    const managers = readManagers([one]);
    expect(managers?.size).toBe(1);
    expect(writeManagers(managers ?? new Map())).toEqual([one]);
  });

  test("without fields are those of one who owns nothing", () => {
    const { fieldsV1: _, ...bare } = entry();
    expect([...(readManagers([bare])?.values() ?? [])].map(({ fields }) => fields)).toEqual([{}]);
  });

  test("of the same manager count once, the last of them", () => {
    const managers = readManagers([entry(), entry({ fieldsV1: { "f:b": {} } })]);
    expect(writeManagers(managers ?? new Map())).toEqual([entry({ fieldsV1: { "f:b": {} } })]);
  });

  test("may be none", () => {
    expect(readManagers(undefined)?.size).toBe(0);
    expect(readManagers([])?.size).toBe(0);
    expect(writeManagers(new Map())).toEqual([]);
  });

  test.each<[string, ManagedFieldsEntry]>([
    ["without operation", { ...entry(), operation: "" }],
    ["of an operation that nobody knows", entry({ operation: "Patch" })],
    ["without version", entry({ apiVersion: "" })],
    ["without type", entry({ fieldsType: "" })],
    ["of another type", entry({ fieldsType: "FieldsV2" })],
    ["with fields that are none", entry({ fieldsV1: { a: {} } })],
    ["that is empty", {}],
  ])("cannot be read where there is one %s", (_, one) => {
    expect(readManagers([entry(), one])).toBeUndefined();
  });
});

test("entries stand by operation, time, name, version and subresource", () => {
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

test("who owns nothing is left out", () => {
  const managers = byId(updater("a"), updater("b", { fields: noFields }));
  expect([...withoutEmpty(managers).values()].map(({ name }) => name)).toEqual(["a"]);
  const all = byId(updater("a"));
  expect(withoutEmpty(all)).toBe(all);
});

describe("ten of those who update are told apart", () => {
  const numbered = (count: number, rest: (index: number) => Partial<Manager> = () => ({})): readonly Manager[] =>
    Array.from({ length: count }, (_, index) => {
      const number = String(index).padStart(2, "0");
      return updater(`m${number}`, { time: `2024-01-01T00:00:${number}Z`, ...rest(index) });
    });
  const names = (managers: Managers): string[] =>
    [...managers.values()].map(({ name, apiVersion }) => `${name} ${apiVersion}`).sort();

  test("so ten stay as they are", () => {
    const managers = byId(...numbered(10));
    expect(capUpdaters(managers)).toBe(managers);
  });

  test("so the two oldest of eleven become one, with the time of the younger", () => {
    const left = capUpdaters(byId(...numbered(11)));
    expect(left.size).toBe(10);
    const bucket = [...left.values()].find(({ name }) => name === "ancient-changes");
    expect(bucket).toEqual(
      updater("ancient-changes", { time: "2024-01-01T00:00:01Z", fields: { "f:m00": {}, "f:m01": {} } }),
    );
  });

  test("so the next oldest joins them at the next write", () => {
    const left = capUpdaters(
      new Map([...capUpdaters(byId(...numbered(11))), ...byId(updater("new", { time: "2025-01-01T00:00:00Z" }))]),
    );
    expect(left.size).toBe(10);
    const bucket = [...left.values()].find(({ name }) => name === "ancient-changes");
    expect(bucket?.fields).toEqual({ "f:m00": {}, "f:m01": {}, "f:m02": {} });
    expect(bucket?.time).toBe("2024-01-01T00:00:02Z");
  });

  test("so each version has one of its own", () => {
    const left = capUpdaters(byId(...numbered(12, (index) => ({ apiVersion: index % 2 ? "v2" : "v1" }))));
    expect(left.size).toBe(10);
    expect(names(left).filter((name) => name.startsWith("ancient"))).toEqual([
      "ancient-changes v1",
      "ancient-changes v2",
    ]);
  });

  test("so the only one of a version stays as it is, however old", () => {
    const left = capUpdaters(byId(...numbered(12, (index) => (index === 0 ? { apiVersion: "v2" } : {}))));
    expect(names(left)).toContain("m00 v2");
    expect(names(left)).toContain("ancient-changes v1");
    expect(left.size).toBe(10);
  });

  test("so those that wrote a subresource join those that did not", () => {
    const left = capUpdaters(byId(...numbered(11, (index) => ({ subresource: index === 0 ? "status" : "" }))));
    const bucket = [...left.values()].find(({ name }) => name === "ancient-changes");
    expect(bucket?.subresource).toBe("");
    expect(bucket?.fields).toEqual({ "f:m00": {}, "f:m01": {} });
  });

  test("and those who apply do not count", () => {
    const managers = byId(...numbered(10), ...numbered(20, () => ({ operation: "Apply" })));
    expect(capUpdaters(managers)).toBe(managers);
  });

  test("so those of the same second go by their names", () => {
    const left = capUpdaters(byId(...numbered(11, () => ({ time: "2024-01-01T00:00:00Z" })).toReversed()));
    expect([...left.values()].find(({ name }) => name === "ancient-changes")?.fields).toEqual({
      "f:m00": {},
      "f:m01": {},
    });
  });
});
