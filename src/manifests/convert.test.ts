import { expect, test } from "vitest";
import { builtinKinds } from "../api/builtin.ts";
import { vocabularies } from "../meta/vocabulary.ts";
import { convertManifest } from "./convert.ts";
import { removedVersions } from "./removed-versions.ts";
import type { Tree } from "./tree.ts";

const options = { vocabulary: vocabularies.orch };

function keysOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(keysOf);
  if (typeof value !== "object" || value === null) return undefined;
  return Object.entries(value).map(([key, inner]) => [key, keysOf(inner)]);
}

test("convertManifest() keeps the order of fields and inserts new fields next to related ones", () => {
  const old = {
    kind: "Ingress",
    spec: {
      rules: [
        { http: { paths: [{ backend: { servicePort: 80, serviceName: "web" }, path: "/" }] }, host: "a.example" },
      ],
      backend: { servicePort: "http", serviceName: "front" },
      tls: [],
    },
    metadata: { name: "web" },
    apiVersion: "networking.orch.io/v1beta1",
  };
  const { object } = convertManifest(old, options);
  expect(Object.keys(object)).toEqual(["kind", "spec", "metadata", "apiVersion"]);
  expect(keysOf(object["spec"])).toEqual([
    [
      "rules",
      [
        [
          [
            "http",
            [
              [
                "paths",
                [
                  [
                    ["pathType", undefined],
                    [
                      "backend",
                      [
                        [
                          "service",
                          [
                            ["name", undefined],
                            ["port", [["number", undefined]]],
                          ],
                        ],
                      ],
                    ],
                    ["path", undefined],
                  ],
                ],
              ],
            ],
          ],
          ["host", undefined],
        ],
      ],
    ],
    [
      "defaultBackend",
      [
        [
          "service",
          [
            ["name", undefined],
            ["port", [["name", undefined]]],
          ],
        ],
      ],
    ],
    ["tls", []],
  ]);
});

test("convertManifest() does not modify its argument", () => {
  const old = {
    apiVersion: "extensions/v1beta1",
    kind: "Deployment",
    spec: { template: { metadata: { labels: { a: "b" } } } },
  };
  const before = structuredClone(old);
  convertManifest(old, options);
  expect(old).toEqual(before);
});

test("convertManifest() converts an object of the other vocabulary within that vocabulary", () => {
  const old = { apiVersion: "rbac.authorization.k8s.io/v1beta1", kind: "Role", metadata: { name: "r" } };
  expect(convertManifest(old, options).object).toEqual({ ...old, apiVersion: "rbac.authorization.k8s.io/v1" });
});

test("convertManifest() does not change objects of served versions and of unknown groups", () => {
  for (const object of [
    { apiVersion: "v1", kind: "Pod", extra: { field: [1] } },
    { apiVersion: "example.com/v1beta1", kind: "Boat" },
    { apiVersion: "example.com/v1", kind: "Ingress" },
  ]) {
    expect(convertManifest(object, options)).toEqual({ object, notes: [] });
  }
});

test("convertManifest() converts each item of a List, and notes name the item", () => {
  const list = {
    apiVersion: "v1",
    kind: "List",
    items: [
      { apiVersion: "v1", kind: "Pod" },
      { apiVersion: "policy/v1beta1", kind: "PodDisruptionBudget", spec: { selector: {} } },
    ],
  };
  expect(convertManifest(list, options)).toEqual({
    object: {
      ...list,
      items: [list.items[0], { apiVersion: "policy/v1", kind: "PodDisruptionBudget", spec: {} }],
    },
    notes: [
      {
        path: "items[1].spec.selector",
        text: "is removed: an empty selector selected no Pods before, and would select all Pods in this version",
      },
    ],
  });
});

test.each<[Tree, string]>([
  [{ kind: "Pod" }, "apiVersion is missing"],
  [{ apiVersion: "v1" }, "kind is missing"],
  [{ apiVersion: "a/b/c", kind: "Pod" }, 'apiVersion: "a/b/c" is not GROUP/VERSION'],
  [{ apiVersion: "apps/v1beta7", kind: "Deployment" }, "apps/v1beta7 has never had a kind Deployment; use apps/v1"],
  [{ apiVersion: "v1", kind: "Deployment" }, "v1 has never had a kind Deployment; use apps/v1"],
  [{ apiVersion: "apps/v1", kind: "Boat" }, "apps/v1 has never had a kind Boat; there is no built-in kind Boat"],
  [
    { apiVersion: "apps/v1beta2", kind: "Deployment", spec: { template: { metadata: { labels: { a: "b" } } } } },
    "spec.selector is required: labels of the Pod template that select the Pods",
  ],
  [
    { apiVersion: "extensions/v1beta1", kind: "ReplicaSet", spec: { template: {} } },
    "spec.selector is required: labels of the Pod template that select the Pods",
  ],
  [
    { apiVersion: "v1", kind: "List", items: [{ apiVersion: "policy/v1beta1", kind: "PodSecurityPolicy" }] },
    "items[0]: PodSecurityPolicy was removed without a successor; use Pod Security Admission (labels of the namespace) or an admission webhook",
  ],
  [
    { apiVersion: "v1", kind: "List", items: [{ apiVersion: "v1", kind: "Pod" }, null] },
    "items[1]: is no object: it must begin with apiVersion and kind",
  ],
  [
    { apiVersion: "apiextensions.orch.io/v1beta1", kind: "CustomResourceDefinition", spec: {} },
    "spec.versions: at least one version is required",
  ],
])("convertManifest() rejects %j", (object, message) => {
  expect(() => convertManifest(object, options)).toThrow(message);
});

test("convertManifest() does not fail on fields of the wrong type, which the server reports", () => {
  for (const { group, version, kind, successor } of removedVersions) {
    if (!successor) continue;
    const apiVersion = `${vocabularies.orch.bind(group)}/${version}`;
    for (const spec of [
      null,
      7,
      "text",
      [],
      [null],
      { rules: 1, template: [], selector: 3, versions: ["x"], version: "v1" },
    ]) {
      const object = { apiVersion, kind, spec, webhooks: [null, 1], endpoints: "none", status: { conditions: [1] } };
      try {
        expect(convertManifest(object, options).object["apiVersion"]).not.toBe(apiVersion);
      } catch (error) {
        expect((error as Error).name).toBe("ConversionError");
      }
    }
  }
});

test("the successor of every removed version is served", () => {
  for (const { kind, successor } of removedVersions) {
    if (!successor) continue;
    const isServed = builtinKinds.some(
      (declared) =>
        declared.kind === kind && declared.group === successor.group && declared.version === successor.version,
    );
    expect(isServed, `${kind} in ${JSON.stringify(successor)}`).toBe(true);
  }
});
