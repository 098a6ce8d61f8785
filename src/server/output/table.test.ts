import { expect, test } from "vitest";
import { seededRandom } from "../../base/random.ts";
import type { CachedObject } from "../../cache/index.ts";
import { noFeatures } from "../../meta/feature-gates.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import { vocabularies } from "../../meta/vocabulary.ts";
import type { Column, HookContext } from "../../schema/index.ts";
import type { TableType } from "../served/table-type.ts";
import { testCall } from "../testing/test-call.ts";
import { itemText } from "./json-item.ts";
import { columnDefinitions, oneRowTable, readTableForm, type TableForm, tableRow } from "./table.ts";
import { cachedMap } from "./testing/cached-map.ts";

const context: HookContext = {
  vocabulary: vocabularies.orch,
  random: seededRandom(1),
  isEnabled: noFeatures,
  nowMs: Date.parse("2025-01-01T00:01:00Z"),
};
const plain: TableType = { columns: undefined, hookContext: () => context };
const form = { apiVersion: "meta.orch.io/v1", includeObject: "None" } as const;

interface RowValue {
  readonly cells: unknown[];
  readonly conditions?: object[];
  readonly object: object | null;
}

function rowOf(tableType: TableType, object: CachedObject, tableForm: TableForm, at = context): RowValue {
  return JSON.parse(itemText(tableRow(tableType, object, tableForm, at)));
}

test("a Table of a kind without columns shows the name and the creation time", () => {
  expect(columnDefinitions(plain)).toEqual([
    { name: "Name", type: "string", format: "name", description: "Name of the object.", priority: 0 },
    { name: "Created At", type: "date", format: "", description: "When the object was created.", priority: 0 },
  ]);
  const dated = cachedMap("a", {}, { creationTimestamp: "2025-01-01T00:00:00Z" });
  expect(rowOf(plain, dated, form)).toEqual({
    cells: ["a", "2025-01-01T00:00:00Z"],
    object: null,
  });
  expect(rowOf(plain, cachedMap("b"), form).cells).toEqual(["b", null]);
});

const column = (name: string, cell: Column<ApiObject>["cell"]): Column<ApiObject> => ({
  name,
  type: "string",
  format: "",
  priority: 1,
  doc: `The ${name}.`,
  cell,
});

test("cells contain values of the object, and values that depend on the time of the response", () => {
  const tableType: TableType = {
    columns: [
      column("Text", ({ metadata }) => `"${metadata.name}"`),
      column("Number", () => 1.5),
      column("Nothing", () => null),
      column("Truth", () => false),
      column("Now", () => (nowMs) => new Date(nowMs).toISOString()),
    ],
    hookContext: () => context,
  };
  expect(rowOf(tableType, cachedMap("a"), form).cells).toEqual(['"a"', 1.5, null, false, "2025-01-01T00:01:00.000Z"]);
});

test("cells are computed once for an object, except those that depend on the time", () => {
  let made = 0;
  const tableType: TableType = {
    columns: [column("Made", () => ++made), column("Now", () => (nowMs) => nowMs), column("Last", () => "z")],
    hookContext: () => context,
  };
  const object = cachedMap("a");
  const cellsAt = (nowMs: number): unknown => rowOf(tableType, object, form, { ...context, nowMs }).cells;
  expect([cellsAt(5), cellsAt(7)]).toEqual([
    [1, 5, "z"],
    [1, 7, "z"],
  ]);
});

test("cells that depend on the time can be in any column", () => {
  const now = column("Now", () => (nowMs) => nowMs);
  const constant = column("Constant", () => "s");
  const cellsOf = (...columns: Column<ApiObject>[]): unknown =>
    rowOf({ columns, hookContext: () => context }, cachedMap("a"), form, { ...context, nowMs: 5 }).cells;
  expect(cellsOf(now, now, constant)).toEqual([5, 5, "s"]);
  expect(cellsOf(constant, constant, now)).toEqual(["s", "s", 5]);
  expect(cellsOf(now)).toEqual([5]);
});

test("a row contains conditions only if its object has some", () => {
  const done = { type: "Completed", status: "True", reason: "Done", message: "It is done." } as const;
  const tableType: TableType = {
    ...plain,
    rowConditions: ({ metadata }) => (metadata.name === "done" ? [done] : []),
  };
  expect(rowOf(tableType, cachedMap("done"), form).conditions).toEqual([done]);
  expect(rowOf(tableType, cachedMap("other"), form)).not.toHaveProperty("conditions");
});

test.each(["None", "Metadata", "Object"] as const)(
  "a row contains the object that includeObject=%s requests",
  (includeObject) => {
    const object = cachedMap("a", { data: { x: "1" } });
    const { metadata, ...rest } = JSON.parse(object.bytes.toString("utf8"));
    const row = rowOf(plain, object, { apiVersion: "meta.k8s.io/v1", includeObject });
    expect(row.object).toEqual(
      {
        None: null,
        Metadata: { kind: "PartialObjectMetadata", apiVersion: "meta.k8s.io/v1", metadata },
        Object: { ...rest, metadata },
      }[includeObject],
    );
  },
);

test("oneRowTable() contains the object's version, and columns only if they are requested", () => {
  const table = (showColumns: boolean) => JSON.parse(oneRowTable(plain, cachedMap("a"), form, { showColumns }));
  expect(table(false)).toEqual({
    kind: "Table",
    apiVersion: "meta.orch.io/v1",
    metadata: { resourceVersion: "7" },
    columnDefinitions: null,
    rows: [{ cells: ["a", null], object: null }],
  });
  expect(table(true).columnDefinitions).toHaveLength(2);
});

test.each([
  ["", "Metadata"],
  ["?includeObject=", "Metadata"],
  ["?includeObject=None", "None"],
  ["?includeObject=Object", "Object"],
])("the query '%s' requests includeObject=%s", (query, includeObject) => {
  const { call } = testCall(`/${query}`);
  expect(readTableForm(call, "meta.orch.io/v1")).toEqual({ apiVersion: "meta.orch.io/v1", includeObject });
});

test("an unknown value of includeObject is rejected, because its case matters", () => {
  const { call } = testCall("/?includeObject=none");
  expect(() => readTableForm(call, "meta.orch.io/v1")).toThrow(
    `Unable to convert to Table as requested: includeObject: Invalid value: "none": must be 'Metadata', 'Object', 'None', or empty`,
  );
});
