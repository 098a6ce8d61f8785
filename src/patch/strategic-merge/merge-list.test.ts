import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../base/json-object.ts";
import type { PatchErrorKind } from "../patch-error.ts";
import { deepFreeze } from "../testing/deep-freeze.ts";
import { thrownPatchError } from "../testing/thrown-patch-error.ts";
import { pod, service, template } from "../testing/workload-schemas.ts";
import { applyStrategicMergePatch } from "./strategic-merge.ts";

function patchedSpec(live: JsonObject, patch: JsonObject): unknown {
  return applyStrategicMergePatch(deepFreeze({ spec: live }), deepFreeze({ spec: patch }), pod)["spec"];
}

function patchedMetadata(live: JsonObject, patch: JsonObject): unknown {
  return applyStrategicMergePatch(deepFreeze({ metadata: live }), deepFreeze({ metadata: patch }), pod)["metadata"];
}

describe("containers", () => {
  const a = { name: "a", image: "a:1" };
  const b = { name: "b", image: "b:1" };
  const c = { name: "c", image: "c:1" };

  test.each<[string, unknown, unknown, unknown]>([
    ["merge by name, in place", [a, b, c], [{ name: "b", image: "b:2" }], [a, { name: "b", image: "b:2" }, c]],
    ["keep what the patch does not name", [a], [{ name: "a", command: ["x"] }], [{ ...a, command: ["x"] }]],
    ["lose a member by null", [a, b], [{ name: "a", image: null }], [{ name: "a" }, b]],
    ["come first when they are new", [a, b], [c], [c, a, b]],
    ["take the patch's order where it names several", [a, b, c], [{ name: "c" }, { name: "a" }], [b, c, a]],
    ["keep their place around those that the patch names", [a, b, c], [{ name: "c" }, { name: "b" }], [a, c, b]],
    ["are deleted by name", [a, b, c], [{ name: "b", $patch: "delete" }], [a, c]],
    ["may all be deleted", [a], [{ name: "a", $patch: "delete" }], []],
    [
      "are deleted in one patch with changes",
      [a, b],
      [
        { name: "a", $patch: "delete" },
        { name: "b", image: "b:2" },
      ],
      [{ name: "b", image: "b:2" }],
    ],
    ["are deleted wherever the directive stands", [a, b], [c, { name: "a", $patch: "delete" }], [c, b]],
    [
      "can be deleted and added anew",
      [a, b],
      [
        { name: "a", $patch: "delete" },
        { name: "a", command: ["x"] },
      ],
      [{ name: "a", command: ["x"] }, b],
    ],
    ["are new ones when added anew", [a, b], [{ name: "b", $patch: "delete" }, { name: "b" }], [{ name: "b" }, a]],
    ["need not exist to be deleted", [a], [{ name: "z", $patch: "delete" }], [a]],
    ["are replaced as a whole list", [a, b], [c, { $patch: "replace" }], [c]],
    ["are replaced by one item whose key is a list", [a], [{ $patch: "replace" }, { name: ["x"] }], [{ name: ["x"] }]],
    ["are all removed by a replace with nothing", [a, b], [{ $patch: "replace" }], []],
    [
      "are not deleted one by one when the list is replaced",
      [a],
      [{ $patch: "replace" }, { name: "a", $patch: "delete" }, b],
      [b],
    ],
    [
      "merge twice when the patch names one twice",
      [a],
      [
        { name: "a", command: ["x"] },
        { name: "a", image: "a:2" },
      ],
      [{ name: "a", image: "a:2", command: ["x"] }],
    ],
    [
      "merge among themselves when a new one comes twice",
      [],
      [
        { name: "n", image: "n:1" },
        { name: "n", command: ["x"] },
      ],
      [{ name: "n", image: "n:1", command: ["x"] }],
    ],
    ["stay as they are for an empty patch", [a, b], [], [a, b]],
    ["stay empty for an empty patch", [], [], []],
  ])("merged containers %s", (_title, live, patch, expected) => {
    expect(patchedSpec({ containers: live }, { containers: patch })).toStrictEqual({ containers: expected });
  });

  test("containers are added to an existing list with their nulls", () => {
    const added = { name: "n", image: null, ports: [{ containerPort: 80, $patch: "delete" }] };
    expect(patchedSpec({ containers: [a] }, { containers: [added] })).toStrictEqual({ containers: [added, a] });
  });

  test("containers are added to a missing list without nulls and deletions", () => {
    const patch = [
      { name: "a", image: null },
      { name: "b", $patch: "delete" },
    ];
    expect(patchedSpec({}, { containers: patch })).toStrictEqual({ containers: [{ name: "a" }] });
  });

  test("null removes all containers", () => {
    expect(patchedSpec({ containers: [a] }, { containers: null })).toStrictEqual({});
  });
});

describe("lists inside a container", () => {
  const live = {
    name: "a",
    command: ["run", "--fast"],
    env: [
      { name: "A", value: "1" },
      { name: "B", valueFrom: { secretKeyRef: { name: "s", key: "k" } } },
    ],
    ports: [
      { containerPort: 80, name: "http" },
      { containerPort: 443, name: "https" },
    ],
    volumeMounts: [{ mountPath: "/data", name: "data" }],
    resources: { limits: { cpu: "1", memory: "1Gi" } },
  };

  test.each<[string, JsonObject, JsonObject]>([
    ["env merges by name", { env: [{ name: "A", value: "2" }] }, { env: [{ name: "A", value: "2" }, live.env[1]] }],
    [
      "a variable changes its source",
      { env: [{ name: "B", value: "x", valueFrom: null }] },
      { env: [live.env[0], { name: "B", value: "x" }] },
    ],
    ["a variable is deleted", { env: [{ name: "A", $patch: "delete" }] }, { env: [live.env[1]] }],
    [
      "a struct inside an item merges",
      { env: [{ name: "B", valueFrom: { secretKeyRef: { key: "l" } } }] },
      { env: [live.env[0], { name: "B", valueFrom: { secretKeyRef: { name: "s", key: "l" } } }] },
    ],
    [
      "a struct inside an item is replaced",
      { env: [{ name: "B", valueFrom: { $patch: "replace", secretKeyRef: { key: "l" } } }] },
      { env: [live.env[0], { name: "B", valueFrom: { secretKeyRef: { key: "l" } } }] },
    ],
    [
      "ports merge by a number",
      { ports: [{ containerPort: 443, protocol: "TCP" }] },
      { ports: [live.ports[0], { containerPort: 443, name: "https", protocol: "TCP" }] },
    ],
    [
      "the same number as a bigint is the same port",
      { ports: [{ containerPort: 80n, name: "web" }] },
      { ports: [{ containerPort: 80n, name: "web" }, live.ports[1]] },
    ],
    [
      "a port number as a text is another port",
      { ports: [{ containerPort: "80" }] },
      { ports: [{ containerPort: "80" }, ...live.ports] },
    ],
    [
      "mounts merge by path",
      { volumeMounts: [{ mountPath: "/data", subPath: "x" }] },
      { volumeMounts: [{ mountPath: "/data", name: "data", subPath: "x" }] },
    ],
    [
      "one volume may have two mounts",
      { volumeMounts: [{ mountPath: "/more", name: "data" }] },
      {
        volumeMounts: [
          { mountPath: "/more", name: "data" },
          { mountPath: "/data", name: "data" },
        ],
      },
    ],
    ["a list without strategy is replaced", { command: ["stop"] }, { command: ["stop"] }],
    ["a list without strategy may become empty", { command: [] }, { command: [] }],
    [
      "a map inside an item merges",
      { resources: { limits: { cpu: null, pods: "1" } } },
      { resources: { limits: { memory: "1Gi", pods: "1" } } },
    ],
  ])("merging lists inside a container: %s", (_title, patch, expected) => {
    const result = patchedSpec({ containers: [live] }, { containers: [{ name: "a", ...patch }] });
    expect(result).toStrictEqual({ containers: [{ ...live, ...expected }] });
  });
});

describe("other lists", () => {
  test("a patch with `$retainKeys` changes the source of a volume", () => {
    const live = [
      { name: "v", emptyDir: { medium: "Memory" } },
      { name: "w", secret: { secretName: "s" } },
    ];
    const patch = [{ name: "v", configMap: { name: "c" }, $retainKeys: ["name", "configMap"] }];
    const expected = [{ name: "v", configMap: { name: "c" } }, live[1]];
    expect(patchedSpec({ volumes: live }, { volumes: patch })).toStrictEqual({ volumes: expected });
  });

  test("a patch without `$retainKeys` keeps the old source of a volume", () => {
    const patch = [{ name: "v", configMap: { name: "c" } }];
    const expected = [{ name: "v", emptyDir: {}, configMap: { name: "c" } }];
    expect(patchedSpec({ volumes: [{ name: "v", emptyDir: {} }] }, { volumes: patch })).toStrictEqual({
      volumes: expected,
    });
  });

  test("a new volume keeps its `$retainKeys`, which the decoder drops later", () => {
    const added = { name: "w", emptyDir: {}, $retainKeys: ["name", "emptyDir"] };
    const live = { name: "v", emptyDir: {} };
    expect(patchedSpec({ volumes: [live] }, { volumes: [added] })).toStrictEqual({ volumes: [added, live] });
  });

  test("items of a replaced list are those of the patch, unchanged", () => {
    const live = { tolerations: [{ key: "a", effect: "NoSchedule" }] };
    const patch = {
      tolerations: [
        { key: "a", effect: null },
        { key: "b", $patch: "delete" },
      ],
    };
    expect(patchedSpec(live, patch)).toStrictEqual(patch);
  });

  test("owner references merge by uid", () => {
    const live = [
      { uid: "1", kind: "A", name: "a" },
      { uid: "2", kind: "B", name: "b" },
    ];
    const patch = [
      { uid: "1", $patch: "delete" },
      { uid: "2", name: "c" },
      { uid: "3", kind: "A", name: "a" },
    ];
    const expected = [
      { uid: "2", kind: "B", name: "c" },
      { uid: "3", kind: "A", name: "a" },
    ];
    expect(patchedMetadata({ ownerReferences: live }, { ownerReferences: patch })).toStrictEqual({
      ownerReferences: expected,
    });
  });

  test("pull secrets, which only have a key, merge by name", () => {
    const live = { imagePullSecrets: [{ name: "a" }, { name: "b" }] };
    expect(patchedSpec(live, { imagePullSecrets: [{ name: "b" }] })).toStrictEqual(live);
  });

  test("host aliases merge by ip, and their names are replaced", () => {
    const live = { hostAliases: [{ ip: "10.0.0.1", hostnames: ["a", "b"] }] };
    const patch = { hostAliases: [{ ip: "10.0.0.1", hostnames: ["c"] }] };
    expect(patchedSpec(live, patch)).toStrictEqual(patch);
  });

  test("service ports merge by port", () => {
    const live = {
      spec: {
        ports: [
          { port: 80, targetPort: 8080, name: "http" },
          { port: 443, targetPort: "tls" },
        ],
      },
    };
    const patch = {
      spec: {
        ports: [
          { port: 443, targetPort: 8443 },
          { port: 80, $patch: "delete" },
        ],
      },
    };
    const result = applyStrategicMergePatch(deepFreeze(live), deepFreeze(patch), service);
    expect(result).toStrictEqual({ spec: { ports: [{ port: 443, targetPort: 8443 }] } });
  });

  test("conditions merge by type", () => {
    const live = {
      status: {
        conditions: [
          { type: "Ready", status: "False", message: "m" },
          { type: "X", status: "True" },
        ],
      },
    };
    const patch = { status: { phase: "Running", conditions: [{ type: "Ready", status: "True", message: null }] } };
    expect(applyStrategicMergePatch(deepFreeze(live), deepFreeze(patch), pod)).toStrictEqual({
      status: {
        phase: "Running",
        conditions: [
          { type: "Ready", status: "True" },
          { type: "X", status: "True" },
        ],
      },
    });
  });

  test("a patch changes only the first of several items with the same key", () => {
    const udp = { containerPort: 53, protocol: "UDP" };
    const live = { name: "a", ports: [{ containerPort: 53, protocol: "TCP" }, udp] };
    const patch = { name: "a", ports: [{ containerPort: 53, name: "dns" }] };
    const expected = { name: "a", ports: [{ containerPort: 53, protocol: "TCP", name: "dns" }, udp] };
    expect(patchedSpec({ containers: [live] }, { containers: [patch] })).toStrictEqual({ containers: [expected] });
  });
});

test("items with the same key are adjacent after a merge", () => {
  const live = [{ containerPort: 53, protocol: "TCP" }, { containerPort: 80 }, { containerPort: 53, protocol: "UDP" }];
  const patch = [{ containerPort: 443 }];
  const [first, second, third] = live;
  expect(
    patchedSpec({ containers: [{ name: "a", ports: live }] }, { containers: [{ name: "a", ports: patch }] }),
  ).toStrictEqual({ containers: [{ name: "a", ports: [...patch, first, third, second] }] });
});

describe("finalizers", () => {
  const remove = (items: unknown): JsonObject => ({ "$deleteFromPrimitiveList/finalizers": items });

  test.each<[string, unknown, JsonObject, unknown]>([
    ["are united, the patch's first", ["a", "b"], { finalizers: ["c"] }, ["c", "a", "b"]],
    ["are kept once", ["a", "b"], { finalizers: ["b", "c", "c"] }, ["a", "b", "c"]],
    ["take the patch's order", ["a", "b", "c"], { finalizers: ["c", "a"] }, ["b", "c", "a"]],
    ["lose their doubles in a merge", ["a", "b", "a"], { finalizers: ["b"] }, ["a", "b"]],
    ["stay for an empty patch", ["a"], { finalizers: [] }, ["a"]],
    ["are deleted by name", ["a", "b", "c"], remove(["b"]), ["a", "c"]],
    ["are deleted however often they occur", ["a", "b", "a"], remove(["a", "z"]), ["b"]],
    ["may all be deleted", ["a"], remove(["a"]), []],
    ["are deleted and added in one patch", ["a", "b"], { finalizers: ["c"], ...remove(["a"]) }, ["c", "b"]],
    ["are gone when both added and deleted", ["a"], { ...remove(["b"]), finalizers: ["b"] }, ["a"]],
    ["are not deleted by an empty directive", ["a"], remove([]), ["a"]],
  ])("merged finalizers %s", (_title, live, patch, expected) => {
    expect(patchedMetadata({ finalizers: live }, patch)).toStrictEqual({ finalizers: expected });
  });

  test("deleting finalizers of an object without finalizers changes nothing", () => {
    expect(patchedMetadata({}, remove(["a"]))).toStrictEqual({});
  });

  test("null removes all finalizers, as the list or as the directive", () => {
    expect(patchedMetadata({ finalizers: ["a"] }, { finalizers: null })).toStrictEqual({});
    expect(patchedMetadata({ finalizers: ["a"] }, remove(null))).toStrictEqual({});
  });

  test("a deletion directive also applies to a list without a strategy", () => {
    const live = { securityContext: { supplementalGroups: [1, 2, 3] } };
    const patch = { securityContext: { "$deleteFromPrimitiveList/supplementalGroups": [2, 3n] } };
    expect(patchedSpec(live, patch)).toStrictEqual({ securityContext: { supplementalGroups: [1] } });
  });
});

describe("a deletion directive with another value than a list of plain values", () => {
  test("a deletion directive merges objects into a list of objects, as in the reference", () => {
    const live = { containers: [{ name: "a", image: "i" }] };
    const patch = { "$deleteFromPrimitiveList/containers": [{ name: "b" }, { name: "a", image: "j" }] };
    expect(patchedSpec(live, patch)).toEqual({ containers: [{ name: "b" }, { name: "a", image: "j" }] });
  });

  test("a deletion directive merges an object into an object and replaces a string, as in the reference", () => {
    const live = { nodeSelector: { a: "b" }, hostname: "h" };
    const patch = { "$deleteFromPrimitiveList/nodeSelector": { c: "d" }, "$deleteFromPrimitiveList/hostname": "i" };
    expect(patchedSpec(live, patch)).toEqual({ nodeSelector: { a: "b", c: "d" }, hostname: "i" });
  });

  test("a deletion directive does nothing if its value has another type than the field, or the field is missing", () => {
    const live = { nodeSelector: { a: "b" } };
    const patch = { "$deleteFromPrimitiveList/nodeSelector": ["a"], "$deleteFromPrimitiveList/hostname": "i" };
    expect(patchedSpec(live, patch)).toEqual(live);
  });
});

describe("lists of the wrong form", () => {
  const containers = { containers: [{ name: "a" }] };
  const listed = (...items: unknown[]): JsonObject => ({ containers: items });

  test.each<[string, JsonObject, JsonObject, PatchErrorKind, string]>([
    [
      "an item without its key",
      containers,
      listed({ image: "x" }),
      "malformed",
      "map: map[image:x] does not contain declared merge key: name",
    ],
    [
      "a deletion without its key",
      containers,
      listed({ $patch: "delete" }),
      "malformed",
      "map: map[$patch:delete] does not contain declared merge key: name",
    ],
    [
      "a replacement without its key",
      containers,
      listed({ $patch: "replace" }, { image: "x" }),
      "malformed",
      "map: map[image:x] does not contain declared merge key: name",
    ],
    [
      "a live item without its key",
      { containers: [{ image: "x" }] },
      listed({ name: "a" }),
      "malformed",
      "map: map[image:x] does not contain declared merge key: name",
    ],
    [
      "a replacement by two items whose keys are objects",
      containers,
      listed({ $patch: "replace" }, { name: {} }, { name: {} }),
      "malformed",
      "map[] cannot identify an item",
    ],
    ["a key that is an object", containers, listed({ name: {} }), "malformed", "map[] cannot identify an item"],
    [
      "texts among objects",
      containers,
      listed("a"),
      "malformed",
      "list element types are not identical: [[map[name:a]] [a]]",
    ],
    [
      "texts in an empty keyed list",
      { containers: [] },
      listed("a"),
      "malformed",
      "expected a map[string]interface {}, but received a string",
    ],
    [
      "null among objects",
      containers,
      listed(null),
      "malformed",
      "list element types are not identical: [[map[name:a]] [<nil>]]",
    ],
    ["lists in a list", { containers: [] }, listed([{ name: "a" }]), "unappliable", "lists of lists are not supported"],
    [
      "the directive merge",
      containers,
      listed({ $patch: "merge", name: "a" }),
      "malformed",
      "merging lists cannot yet be specified in the patch",
    ],
    [
      "an unknown directive",
      containers,
      listed({ $patch: "drop", name: "a" }),
      "malformed",
      "unknown patch type: drop in map: map[$patch:drop name:a]",
    ],
    [
      "a deletion list without a name",
      containers,
      { $deleteFromPrimitiveList: ["a"] },
      "malformed",
      "invalid patch format of primitive list",
    ],
    [
      "a deletion list of objects without a merge key",
      { containers: [{ name: "a", command: [{}] }] },
      { containers: [{ name: "a", "$deleteFromPrimitiveList/command": [{}] }] },
      "malformed",
      "cannot merge lists without merge key for struct",
    ],
  ])("merging rejects %s", (_title, live, patch, kind, message) => {
    expect(thrownPatchError(() => patchedSpec(live, patch))).toMatchObject({ kind, message });
  });

  test("merging rejects numbers in a list of strings", () => {
    const error = thrownPatchError(() => patchedMetadata({ finalizers: ["a"] }, { finalizers: [1] }));
    expect(error.message).toBe("list element types are not identical: [[a] [1]]");
  });

  test("merging rejects structs with a merge strategy but no key", () => {
    const stages = [{ name: "a" }];
    const error = thrownPatchError(() => applyStrategicMergePatch({ stages }, { stages }, template));
    expect(error.message).toBe("cannot merge lists without merge key for struct");
  });
});
