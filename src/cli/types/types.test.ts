import { describe, expect, test } from "vitest";
import { readTarget, readTargets } from "../selection/targets.ts";
import { findType, typeOfObject, unknownType } from "./find-type.ts";
import { namedTypes, typeTitle } from "./served-type.ts";

function type(groupVersion: string, plural: string, kind: string, more: { short?: string; category?: string } = {}) {
  const [version = "", group = ""] = groupVersion.split("/").toReversed();
  const names = {
    singular: kind.toLowerCase(),
    short: more.short === undefined ? [] : [more.short],
    categories: more.category === undefined ? [] : [more.category],
  };
  return { group, version, kind, plural, namespaced: kind !== "Namespace", verbs: ["get", "list"], names };
}

const types = namedTypes([
  type("v1", "pods", "Pod", { short: "po", category: "all" }),
  type("v1", "events", "Event", { short: "ev" }),
  type("v1", "namespaces", "Namespace", { short: "ns" }),
  type("apps/v1", "deployments", "Deployment", { short: "deploy", category: "all" }),
  type("autoscaling/v2", "horizontalpodautoscalers", "HorizontalPodAutoscaler", { short: "hpa" }),
  type("autoscaling/v1", "horizontalpodautoscalers", "HorizontalPodAutoscaler", { short: "hpa" }),
  type("events.example.com/v1", "events", "Event"),
  type("example.com/v1", "pos", "Po", { short: "ns" }),
]);

const shown = (text: string): string | undefined => {
  const type = findType(types, text);
  return type && `${type.plural}.${type.version}.${type.group}`;
};

test.each([
  ["pods", "pods.v1."],
  ["pod", "pods.v1."],
  ["Pod", "pods.v1."],
  ["PODS", "pods.v1."],
  ["deploy", "deployments.v1.apps"],
  ["deployments.apps", "deployments.v1.apps"],
  ["deployments.v1.apps", "deployments.v1.apps"],
  ["deployments.v2.apps", undefined],
  ["pods.v1", "pods.v1."],
  ["pods.v1.", "pods.v1."],
  ["hpa", "horizontalpodautoscalers.v2.autoscaling"],
  ["hpa.v1.autoscaling", "horizontalpodautoscalers.v1.autoscaling"],
  ["events", "events.v1."],
  ["events.events.example.com", "events.v1.events.example.com"],
  ["ev.events", undefined],
  ["events.events", "events.v1.events.example.com"],
  // A plural or kind takes precedence over a short name, and the core group over other groups.
  ["po", "pos.v1.example.com"],
  ["ns", "namespaces.v1."],
  ["podz", undefined],
  ["", undefined],
])("findType() resolves %j to %s", (text, found) => {
  expect(shown(text)).toBe(found);
});

test("the first listed version of a group is the preferred one", () => {
  expect(
    types.filter(({ kind }) => kind.startsWith("Horizontal")).map(({ version, isPreferred }) => [version, isPreferred]),
  ).toEqual([
    ["v2", true],
    ["v1", false],
  ]);
});

test.each([
  ["podz", 'the server has no type "podz"; did you mean pods? `orch api-resources` lists the types'],
  [
    "deployments.foo",
    'the server has no type "deployments.foo"; did you mean deployments.v1.apps? `orch api-resources` lists the types',
  ],
  ["foo.example.com", 'the server has no type "foo.example.com"; `orch api-resources` lists the types'],
  ["quite-another", 'the server has no type "quite-another"; `orch api-resources` lists the types'],
])("unknownType() suggests a type for %j", (text, message) => {
  expect(unknownType(types, text).message).toBe(message);
});

test.each([
  [
    { group: "apps", version: "v2", kind: "Deployment" },
    "the server has no Deployment in apps/v2; it serves it in apps/v1",
  ],
  [
    { group: "extensions", version: "v1", kind: "Deployment" },
    "the server has no Deployment in extensions/v1; it serves it in apps/v1",
  ],
  [
    { group: "apps", version: "v1", kind: "Deploymnet" },
    'the server has no kind "Deploymnet" in apps/v1; did you mean Deployment?',
  ],
  [{ group: "", version: "v1", kind: "Zebra" }, 'the server has no kind "Zebra" in v1'],
])("typeOfObject() rejects an object of %j", (gvk, message) => {
  expect(() => typeOfObject(types, gvk)).toThrow(message);
});

test("typeOfObject() returns the version that the object names", () => {
  expect(typeOfObject(types, { group: "autoscaling", version: "v1", kind: "HorizontalPodAutoscaler" }).version).toBe(
    "v1",
  );
});

describe("words of a command line", () => {
  const read = (...words: string[]): unknown =>
    readTargets(words, types).map(({ type, names }) => [typeTitle(type), ...names]);

  test.each([
    [["pods"], [["pod"]]],
    [["pods", "a", "b", "a"], [["pod", "a", "b"]]],
    [["pods,deploy"], [["pod"], ["deployment.apps"]]],
    [["pods,po,pod"], [["pod"], ["po.example.com"]]],
    [
      ["pod,deploy", "web"],
      [
        ["pod", "web"],
        ["deployment.apps", "web"],
      ],
    ],
    [
      ["pod/web", "deploy/api"],
      [
        ["pod", "web"],
        ["deployment.apps", "api"],
      ],
    ],
    [["all"], [["pod"], ["deployment.apps"]]],
    [
      ["all/web"],
      [
        ["pod", "web"],
        ["deployment.apps", "web"],
      ],
    ],
  ])("readTargets() resolves %j to %j", (words, targets) => {
    expect(read(...words)).toEqual(targets);
  });

  test.each([
    [[], "a type is required: TYPE, TYPE NAME or TYPE/NAME, such as pods or pod/web"],
    [
      ["pod/web", "api"],
      "pod/web names a type and an object, but api does not; write all as TYPE/NAME, or as TYPE NAME NAME ...",
    ],
    [["pod", ""], "an argument is empty; names of types and objects may not be empty"],
    [["", "a"], "an argument is empty; names of types and objects may not be empty"],
    [["pod/"], '"pod/" is not TYPE/NAME, such as pod/web'],
    [["pod/a/b"], '"pod/a/b" is not TYPE/NAME, such as pod/web'],
    [["pods,"], 'the server has no type ""'],
  ])("readTargets() rejects %j", (words, message) => {
    expect(() => read(...words)).toThrow(message);
  });

  test("readTarget() resolves one name of one type, and rejects several", () => {
    expect(readTarget(["deploy", "web"], types)).toMatchObject({ name: "web", type: { plural: "deployments" } });
    expect(readTarget(["deploy/web"], types)).toMatchObject({ name: "web" });
    expect(() => readTarget(["deploy"], types)).toThrow(
      "one object is required: TYPE NAME or TYPE/NAME; deploy names a type",
    );
    expect(() => readTarget(["deploy", "a", "b"], types)).toThrow("deploy a b names several");
  });
});
