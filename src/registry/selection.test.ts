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

test("one object is looked up, not searched for", async () => {
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
    expect(selection.partial).toBe(true);
    expect([...selection.candidates(view, "default/a")]).toHaveLength(1);
    expect([...selection.candidates(view, "default/b")]).toHaveLength(0);
  }
  expect(new Set(view.looked)).toEqual(new Set(["default/b"]));
});

test("a name in all namespaces is searched for", async () => {
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

test("the scope of a namespace ends where the next one begins", async () => {
  await using fixture = await openResource();
  for (const name of ["a/x", "ab/x", "a-b/x", "a/y"]) await fixture.create(name);
  const { objects } = fixture.resource.cache.snapshot();
  const selection = selectCollection(fixture.resource, { namespace: "a" });
  expect([...selection.candidates(objects)].map(({ key }) => key)).toEqual(["a/x", "a/y"]);
  expect([selection.scope, selection.partial]).toEqual(["a/", false]);
});

test("without a selector objects are not parsed", async () => {
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

test("labels and fields must all match", async () => {
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

test("selections of the same meaning have the same id, others do not", async () => {
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

test("an alias stands for the field that it names", async () => {
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
])("fields that selectors may not name are refused", async (kind, field, message) => {
  await using fixture = await openResource({ kind, hooks: { fieldAliases: {} } });
  const fieldSelector = parseFieldSelector(`${field}=x`);
  expect(() => selectCollection(fixture.resource, { namespace: "", fieldSelector })).toThrow(
    expect.objectContaining({ code: 400, message }),
  );
});

test("kinds that declare no fields have a namespace for selectors, which is empty without namespaces", async () => {
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

test("a field selector beside a name must name it", async () => {
  await using fixture = await openResource();
  const select = (text: string) => () =>
    selectCollection(fixture.resource, { namespace: "default", name: "a", fieldSelector: parseFieldSelector(text) });
  expect(select("metadata.name=a")).not.toThrow();
  for (const text of ["metadata.name=b", "metadata.name!=b", "metadata.namespace=default"]) {
    expect(select(text)).toThrow("fieldSelector metadata.name doesn't match requested name");
  }
});
