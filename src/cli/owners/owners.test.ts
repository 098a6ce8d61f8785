import { expect, test } from "vitest";
import { parseYaml } from "../../codec/index.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import { colourPaint, plainPaint } from "../screen/paint.ts";
import { ownersView } from "./owners-view.ts";

const nowMs = Date.parse("2026-01-01T01:00:00Z");
const options = { nowMs, paint: plainPaint, columns: undefined };

const entry = (manager: string, fieldsV1: Record<string, unknown>, more: object = {}) => ({
  manager,
  operation: "Update",
  apiVersion: "apps/v1",
  time: "2026-01-01T00:55:00Z",
  fieldsType: "FieldsV1",
  fieldsV1,
  ...more,
});

const object = (managedFields: object[], more: object): ApiObject => ({
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "web", labels: { app: "web", "example.com/tier": "front" }, managedFields },
  ...more,
});

test("ownersView() shows the owners of each field, and a list of all owners at the end", () => {
  const shown = ownersView(
    object(
      [
        entry(
          "ci",
          { "f:metadata": { "f:labels": { "f:app": {} } }, "f:spec": { "f:replicas": {} } },
          { operation: "Apply" },
        ),
        entry("scaler", { "f:spec": { "f:replicas": {} } }, { subresource: "scale", time: "2025-12-30T01:00:00Z" }),
      ],
      { spec: { replicas: 3, paused: false } },
    ),
    options,
  );
  expect(shown).toEqual([
    "apiVersion: apps/v1",
    "kind: Deployment",
    "metadata:",
    "  name: web",
    "  labels:",
    "    app: web   # ci, apply, 5m",
    "    example.com/tier: front",
    "spec:",
    "  replicas: 3  # shared: ci, apply, 5m; scaler, update of scale, 2d",
    "  paused: false",
    "#",
    "# Owners, by how they write and when they last did:",
    "# ci, apply, 5m                 2 fields, in apps/v1",
    "# scaler, update of scale, 2d   1 field, in apps/v1",
    "# 1 field is shared.",
  ]);
});

test("ownersView() finds list items by key, value and index, and marks an atomic value once", () => {
  const fields = {
    "f:spec": {
      "f:containers": { 'k:{"name":"web"}': { ".": {}, "f:image": {} }, 'k:{"name":"log"}': { ".": {} } },
      "f:ports": { 'k:{"port":80,"protocol":"TCP"}': { "f:port": {} } },
      "f:finalizers": { 'v:"a"': {} },
      "f:numbers": { "v:7": {} },
      "f:steps": { "i:1": {} },
      "f:selector": {},
      "f:gone": {},
      "x:unknown": {},
    },
  };
  const spec = {
    containers: [
      { name: "log", image: "log" },
      { name: "web", image: "nginx" },
    ],
    ports: [
      { port: 80, protocol: "UDP" },
      { port: 80, protocol: "TCP" },
    ],
    finalizers: ["b", "a"],
    numbers: [7, 8],
    steps: ["one", "two"],
    selector: { app: "web" },
    empty: {},
  };
  const shown = ownersView(object([entry("me", fields)], { spec }), options);
  const owned = shown.filter((line) => line.includes("  # me")).map((line) => line.replace(/ +# .*/, "").trim());
  expect(owned).toEqual(["- name: log", "image: nginx", "- port: 80", "- a", "- 7", "- two", "selector:"]);
  expect(shown.filter((line) => line.includes("- port: 80")).map((line) => line.includes("me"))).toEqual([false, true]);
  expect(shown).toContain("  empty: {}");
});

test("ownersView() prints valid YAML of the object", async () => {
  const spec = {
    text: "two\nlines # not a comment",
    "odd: key": "yes",
    list: [[1, [2]], { a: [{ b: null }] }],
    big: 2n ** 60n,
  };
  const shown = ownersView(object([entry("x # y\n", { "f:spec": { "f:text": {}, "f:list": {} } })], { spec }), options);
  const { value } = await parseYaml(Buffer.from(shown.join("\n")));
  expect(value).toEqual({ ...object([], { spec }), metadata: { name: "web", labels: object([], {}).metadata.labels } });
});

test("ownersView() says if the object has no owners", () => {
  expect(ownersView(object([], { spec: {} }), options).slice(-2)).toEqual([
    "#",
    "# Nobody owns fields of this object.",
  ]);
});

test("ownersView() shows owners without name, with an invalid time, or without fields", () => {
  const entries = [
    { operation: "Update", fieldsV1: { "f:spec": { "f:a": {} } } },
    { manager: "odd", operation: "Update", apiVersion: "v1", time: "yesterday", fieldsV1: null },
  ];
  const shown = ownersView(object(entries, { spec: { a: 1 } }), options);
  expect(shown).toContain("  a: 1  # , update");
  expect(shown).toContain("# odd, update, yesterday   0 fields, in v1");
});

test("ownersView() truncates comments at the width of the terminal and colours each owner", () => {
  const fields = { "f:spec": { "f:a": {} } };
  const entries = [entry("first-of-two-owners", fields), entry("second-of-two-owners", fields, { operation: "Apply" })];
  const narrow = ownersView(object(entries, { spec: { a: 1 } }), { ...options, columns: 40 });
  expect(narrow.find((line) => line.includes("a: 1"))).toBe("  a: 1  # shared: first-of-two-owners, …");
  const coloured = ownersView(object(entries, { spec: { a: 1 } }), { ...options, paint: colourPaint });
  expect(coloured.find((line) => line.includes("a: 1"))).toBe(
    "  a: 1  # \u001b[1mshared: \u001b[0m\u001b[36mfirst-of-two-owners, update, 5m\u001b[0m; " +
      "\u001b[32msecond-of-two-owners, apply, 5m\u001b[0m",
  );
});
