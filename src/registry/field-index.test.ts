import { describe, expect, test } from "vitest";
import { configMap } from "../api/core/v1/config-map.ts";
import { node } from "../api/core/v1/node.ts";
import { pod } from "../api/core/v1/pod.ts";
import type { ApiObject } from "../meta/object-meta.ts";
import { vocabularies } from "../meta/vocabulary.ts";
import type { KindDeclaration, KindHooks } from "../schema/index.ts";
import { bindKind } from "./bound-kind.ts";
import { FieldIndex } from "./field-index.ts";

function indexOf(kind: KindDeclaration, hooks: KindHooks = {}): FieldIndex {
  return new FieldIndex(bindKind(kind, vocabularies.orch), hooks);
}

const unasked = (): never => {
  throw new Error("the object was looked at");
};

describe("FieldIndex.resolve()", () => {
  test("resolve() accepts the kind's declared fields, the name, and the namespace of namespaced kinds", () => {
    const pods = indexOf(pod);
    expect(pods.resolve("spec.nodeName")).toBe("spec.nodeName");
    expect(pods.resolve("metadata.name")).toBe("metadata.name");
    expect(pods.resolve("metadata.namespace")).toBe("metadata.namespace");
    expect(pods.resolve("spec.containers")).toBeUndefined();
    expect(pods.resolve("constructor")).toBeUndefined();
    expect(indexOf(node).resolve("metadata.namespace")).toBeUndefined();
  });

  test("resolve() returns the declared name of an alias", () => {
    const pods = indexOf(pod, { fieldAliases: { "spec.host": "spec.nodeName", wrong: "spec.none" } });
    expect(pods.resolve("spec.host")).toBe("spec.nodeName");
    expect(pods.resolve("wrong")).toBeUndefined();
  });

  test("unsupportedMessage() describes the fields that selectors may name", () => {
    expect(indexOf(pod).unsupportedMessage("spec.x")).toBe("field label not supported: spec.x");
    expect(indexOf(configMap).unsupportedMessage("data.x")).toBe(
      '"data.x" is not a known field selector: only "metadata.name", "metadata.namespace"',
    );
  });
});

describe("FieldIndex values", () => {
  test("value() reads names and namespaces from the key without reading the object", () => {
    const pods = indexOf(pod);
    expect(pods.value("metadata.name", "shop/web", unasked)).toBe("web");
    expect(pods.value("metadata.namespace", "shop/web", unasked)).toBe("shop");
    const nodes = indexOf(node);
    expect(nodes.value("metadata.name", "one", unasked)).toBe("one");
    expect(nodes.value("metadata.namespace", "one", unasked)).toBe("");
  });

  test("readValues() returns texts, empty for unset fields, and the results of a kind's hook", () => {
    const fields = { ...pod, selectableFields: ["spec.nodeName", "spec.hostNetwork", "spec.priority", "status.podIP"] };
    const podIp = { reads: ["metadata.name"], of: ({ metadata }: ApiObject) => `ip of ${metadata.name}` };
    const index = indexOf(fields, { fieldValues: { "status.podIP": podIp } });
    expect(index.paths).toEqual(["spec.nodeName", "spec.hostNetwork", "spec.priority", "metadata.name"]);
    const values = (spec: object | undefined): readonly string[] =>
      index.read({ metadata: { name: "p" }, spec } as unknown as ApiObject);
    expect(values({ nodeName: "one", hostNetwork: true, priority: 7 })).toEqual(["one", "true", "7", "ip of p"]);
    expect(values({ nodeName: null })).toEqual(["", "", "", "ip of p"]);
    expect(values(undefined)).toEqual(["", "", "", "ip of p"]);
    expect(index.value("spec.priority", "shop/p", () => values({ priority: 7 }))).toBe("7");
  });

  test("readValues() reads only own members of objects", () => {
    const index = indexOf({ ...pod, selectableFields: ["spec.constructor.name", "spec.__proto__"] });
    expect(index.read({ metadata: {}, spec: {} } as unknown as ApiObject)).toEqual(["", ""]);
  });
});
