import { expect, test } from "vitest";
import { seededRandom } from "../../base/random.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import { vocabularies } from "../../meta/vocabulary.ts";
import type { Column, HookContext } from "../../schema/index.ts";
import { columnDefinitions, oneRowTable, readTableForm, type TableShape, tableRow } from "./table.ts";
import { cachedMap, testCall } from "./testing/fixture.ts";

const context: HookContext = {
  vocabulary: vocabularies.orch,
  random: seededRandom(1),
  nowMs: Date.parse("2025-01-01T00:01:00Z"),
};
const plain: TableShape = { columns: undefined, hookContext: () => context };
const form = { apiVersion: "meta.orch.io/v1", includeObject: "None" } as const;

test("a type without columns of its own shows its name and when it was created", () => {
  expect(columnDefinitions(plain)).toEqual([
    { name: "Name", type: "string", format: "name", description: "Name of the object.", priority: 0 },
    { name: "Created At", type: "date", format: "", description: "When the object was created.", priority: 0 },
  ]);
  const dated = cachedMap("a", {}, { creationTimestamp: "2025-01-01T00:00:00Z" });
  expect(JSON.parse(tableRow(plain, dated, form, context))).toEqual({
    cells: ["a", "2025-01-01T00:00:00Z"],
    object: null,
  });
  expect(JSON.parse(tableRow(plain, cachedMap("b"), form, context)).cells).toEqual(["b", null]);
});

const column = (name: string, cell: Column<ApiObject>["cell"]): Column<ApiObject> => ({
  name,
  type: "string",
  format: "",
  priority: 1,
  doc: `The ${name}.`,
  cell,
});

test("cells are made of the object and of the time of the answer", () => {
  const shape: TableShape = {
    columns: [
      column("Text", ({ metadata }) => `"${metadata.name}"`),
      column("Number", () => 1.5),
      column("Nothing", () => null),
      column("Truth", () => false),
      column("Now", () => (nowMs) => new Date(nowMs).toISOString()),
    ],
    hookContext: () => context,
  };
  expect(JSON.parse(tableRow(shape, cachedMap("a"), form, context)).cells).toEqual([
    '"a"',
    1.5,
    null,
    false,
    "2025-01-01T00:01:00.000Z",
  ]);
});

test("an object's cells are made once, but for those that move on with time", () => {
  let made = 0;
  const shape: TableShape = {
    columns: [column("Made", () => ++made), column("Now", () => (nowMs) => nowMs), column("Last", () => "z")],
    hookContext: () => context,
  };
  const object = cachedMap("a");
  const cellsAt = (nowMs: number): unknown => JSON.parse(tableRow(shape, object, form, { ...context, nowMs })).cells;
  expect([cellsAt(5), cellsAt(7)]).toEqual([
    [1, 5, "z"],
    [1, 7, "z"],
  ]);
});

test("a row has conditions only where there are some", () => {
  const done = { type: "Completed", status: "True", reason: "Done", message: "It is done." } as const;
  const shape: TableShape = {
    ...plain,
    rowConditions: ({ metadata }) => (metadata.name === "done" ? [done] : []),
  };
  expect(JSON.parse(tableRow(shape, cachedMap("done"), form, context)).conditions).toEqual([done]);
  expect(JSON.parse(tableRow(shape, cachedMap("other"), form, context))).not.toHaveProperty("conditions");
});

test.each(["None", "Metadata", "Object"] as const)("a row carries what is asked for: %s", (includeObject) => {
  const object = cachedMap("a", { data: { x: "1" } });
  const { metadata, ...rest } = JSON.parse(object.bytes.toString("utf8"));
  const row = JSON.parse(tableRow(plain, object, { apiVersion: "meta.k8s.io/v1", includeObject }, context));
  expect(row.object).toEqual(
    {
      None: null,
      Metadata: { kind: "PartialObjectMetadata", apiVersion: "meta.k8s.io/v1", metadata },
      Object: { ...rest, metadata },
    }[includeObject],
  );
});

test("a Table of one row shows the object's version, and columns only when they are to be shown", () => {
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
])("the query '%s' asks for %s", (query, includeObject) => {
  const { call } = testCall({ target: `/${query}` });
  expect(readTableForm(call, "meta.orch.io/v1")).toEqual({ apiVersion: "meta.orch.io/v1", includeObject });
});

test("includeObject is written in one way only", () => {
  const { call } = testCall({ target: "/?includeObject=none" });
  expect(() => readTableForm(call, "meta.orch.io/v1")).toThrow(
    `Unable to convert to Table as requested: includeObject: Invalid value: "none": must be 'Metadata', 'Object', 'None', or empty`,
  );
});
