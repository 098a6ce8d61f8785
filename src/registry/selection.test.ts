import { expect, test } from "vitest";
import { configMap } from "../api/core/v1/config-map.ts";
import { node } from "../api/core/v1/node.ts";
import { pod } from "../api/core/v1/pod.ts";
import type { ObjectView } from "../cache/index.ts";
import { parseFieldSelector } from "../meta/field-selector.ts";
import { parseLabelSelector } from "../meta/label-selector.ts";
import { selectCollection } from "./selection.ts";
import { openResource } from "./testing/fixture.ts";

const podSpec = (nodeName: string) => ({ spec: { nodeName, containers: [{ name: "c", image: "i" }] } });

/** Returns a view that records the keys of the objects that are read. */
function watched(view: ObjectView): ObjectView & { readonly looked: string[] } {
  const looked: string[] = [];
  return {
    looked,
    size: view.size,
    count: (prefix, after) => view.count(prefix, after),
    get: (key) => {
      looked.push(key);
      return view.get(key);
    },
    *iterate(prefix, after) {
      for (const object of view.iterate(prefix, after)) {
        looked.push(object.key);
        yield object;
      }
    },
  };
}

test("a selection of one name reads only that object", async () => {
  await using fixture = await openResource();
  for (const name of ["a", "b", "c"]) await fixture.create(name);
  const { resource } = fixture;
  const view = watched(resource.cache.snapshot().objects);
  for (const scope of [
    { namespace: "default", name: "b" },
    { namespace: "default", fieldSelector: parseFieldSelector("metadata.name=b") },
  ]) {
    const selection = selectCollection(resource, scope);
    expect([...selection.candidates(view)].map(({ key }) => key)).toEqual(["default/b"]);
    expect(selection.isPartial).toBe(true);
    expect([...selection.candidates(view, "default/a")]).toHaveLength(1);
    expect([...selection.candidates(view, "default/b")]).toHaveLength(0);
  }
  expect(new Set(view.looked)).toEqual(new Set(["default/b"]));
});

test("a selection of a name in all namespaces reads all objects", async () => {
  await using fixture = await openResource();
  for (const name of ["one/a", "one/b", "two/a"]) await fixture.create(name);
  const { resource } = fixture;
  const selection = selectCollection(resource, {
    namespace: "",
    fieldSelector: parseFieldSelector("metadata.name=a"),
  });
  const { objects } = resource.cache.snapshot();
  expect([...selection.candidates(objects)].filter(selection.matches).map(({ key }) => key)).toEqual([
    "one/a",
    "two/a",
  ]);
});

test("a selection of a namespace excludes namespaces whose names start with the same text", async () => {
  await using fixture = await openResource();
  for (const name of ["a/x", "ab/x", "a-b/x", "a/y"]) await fixture.create(name);
  const { objects } = fixture.resource.cache.snapshot();
  const selection = selectCollection(fixture.resource, { namespace: "a" });
  expect([...selection.candidates(objects)].map(({ key }) => key)).toEqual(["a/x", "a/y"]);
  expect([selection.scope, selection.isPartial]).toEqual(["a/", false]);
});

test("a selection without selectors matches objects without parsing them", async () => {
  await using fixture = await openResource();
  const object = await fixture.create("a", { labels: { app: "web" } });
  const { resource } = fixture;
  const spied = Object.assign(Object.create(object) as typeof object, {
    index: () => {
      throw new Error("the object was parsed");
    },
  });
  expect(selectCollection(resource, { namespace: "default" }).matches(spied)).toBe(true);
  const byName = selectCollection(resource, { namespace: "", fieldSelector: parseFieldSelector("metadata.name!=b") });
  expect(byName.matches(Object.assign(spied, { key: "default/a" }))).toBe(true);
  const byLabel = selectCollection(resource, { namespace: "", labelSelector: parseLabelSelector("app") });
  expect(() => byLabel.matches(spied)).toThrow("the object was parsed");
});

test("a selection requires that all labels and fields match", async () => {
  await using fixture = await openResource({ kind: pod });
  const { resource } = fixture;
  const front = await fixture.create("front", { labels: { app: "web" }, ...podSpec("one") });
  const back = await fixture.create("back", { labels: { app: "web" }, ...podSpec("two") });
  const other = await fixture.create("other", podSpec("one"));
  const selection = selectCollection(resource, {
    namespace: "default",
    labelSelector: parseLabelSelector("app=web"),
    fieldSelector: parseFieldSelector("spec.nodeName=one"),
  });
  expect([front, back, other].map(selection.matches)).toEqual([true, false, false]);
});

test("selectCollection() returns equal ids for equal selectors and different ones for others", async () => {
  await using fixture = await openResource();
  const idOf = (labels: string, fields = ""): string =>
    selectCollection(fixture.resource, {
      namespace: "default",
      labelSelector: parseLabelSelector(labels),
      fieldSelector: parseFieldSelector(fields),
    }).id;
  expect(idOf("b=1,a in (y,x)")).toBe(idOf("a in (x,y), b=1"));
  expect(idOf("", "metadata.name==a")).toBe(idOf("", "metadata.name=a"));
  const ids = [idOf(""), idOf("a"), idOf("!a"), idOf("a=1"), idOf("a!=1"), idOf("", "metadata.name=a")];
  expect(new Set(ids).size).toBe(ids.length);
});

test("a selection treats an alias like the field that it names", async () => {
  await using fixture = await openResource({
    kind: pod,
    hooks: { fieldAliases: { host: "spec.nodeName" } },
  });
  const object = await fixture.create("a", podSpec("one"));
  for (const [text, expected] of [
    ["host=one", true],
    ["host!=one", false],
    ["host=two", false],
  ] as const) {
    const selection = selectCollection(fixture.resource, {
      namespace: "default",
      fieldSelector: parseFieldSelector(text),
    });
    expect(selection.matches(object)).toBe(expected);
  }
});

test.each([
  [pod, "spec.foo", "field label not supported: spec.foo"],
  [node, "metadata.namespace", "field label not supported: metadata.namespace"],
  [pod, "toString", "field label not supported: toString"],
])("selectCollection() rejects a field selector with an unknown field", async (kind, field, message) => {
  await using fixture = await openResource({ kind, hooks: { fieldAliases: {} } });
  const fieldSelector = parseFieldSelector(`${field}=x`);
  expect(() => selectCollection(fixture.resource, { namespace: "", fieldSelector })).toThrow(
    expect.objectContaining({ code: 400, message }),
  );
});

test("selectors of kinds without declared fields can name metadata.namespace, which is empty for cluster-scoped kinds", async () => {
  await using fixture = await openResource({ kind: { ...configMap, scope: "Cluster" } });
  const object = await fixture.create("a");
  for (const [text, expected] of [
    ["metadata.namespace=", true],
    ["metadata.namespace!=x", true],
    ["metadata.namespace=x", false],
  ] as const) {
    const fieldSelector = parseFieldSelector(text);
    expect(selectCollection(fixture.resource, { namespace: "", fieldSelector }).matches(object)).toBe(expected);
  }
});

test("selectCollection() rejects a field selector that does not match the requested name", async () => {
  await using fixture = await openResource();
  const select = (text: string) => () =>
    selectCollection(fixture.resource, { namespace: "default", name: "a", fieldSelector: parseFieldSelector(text) });
  expect(select("metadata.name=a")).not.toThrow();
  for (const text of ["metadata.name=b", "metadata.name!=b", "metadata.namespace=default"]) {
    expect(select(text)).toThrow("fieldSelector metadata.name doesn't match requested name");
  }
});
