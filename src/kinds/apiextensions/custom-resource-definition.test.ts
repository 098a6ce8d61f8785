import { describe, expect, test } from "vitest";
import { type CustomResourceDefinition, customResourceDefinition } from "../../api/index.ts";
import { KindWrites } from "../testing/kind-writes.ts";

const metadata = { name: "widgets.shop.example.com" };
const names = { plural: "widgets", kind: "Widget" };
const schema = { openAPIV3Schema: { type: "object" } };
const v1 = { name: "v1", served: true, storage: true, schema };
const v2 = { ...v1, name: "v2" };
const spec = { group: "shop.example.com", names, scope: "Namespaced", versions: [v1] };

const writes = new KindWrites(customResourceDefinition);

describe("defaults of a CustomResourceDefinition", () => {
  test("make the other names of the kind, and convert by name only", () => {
    expect(writes.decode({ metadata, spec }).spec).toEqual({
      ...spec,
      names: { ...names, singular: "widget", listKind: "WidgetList" },
      conversion: { strategy: "None" },
    });
  });

  test("leave names alone that are given", () => {
    const given = { ...names, singular: "gadget", listKind: "Gadgets" };
    expect(writes.decode({ metadata, spec: { ...spec, names: given } }).spec.names).toEqual(given);
  });

  test("name the port of a webhook", () => {
    const service = { namespace: "shop", name: "convert" };
    const conversion = {
      strategy: "Webhook",
      webhook: { clientConfig: { service }, conversionReviewVersions: ["v1"] },
    };
    const { webhook } = writes.decode({ metadata, spec: { ...spec, conversion } }).spec.conversion ?? {};
    expect(webhook?.clientConfig?.service).toEqual({ ...service, port: 443 });
  });
});

describe("the stored versions of a custom type", () => {
  const created = writes.create({ metadata, spec, status: { storedVersions: ["v0"] } }).object;
  const storing = (versions: object[]) => (next: CustomResourceDefinition) => Object.assign(next.spec, { versions });

  test("begin with the one in which objects are stored", () => {
    expect(created.status).toEqual({
      conditions: null,
      acceptedNames: { plural: "", kind: "" },
      storedVersions: ["v1"],
    });
  });

  test("gain the one in which objects are stored from now on, and lose none", () => {
    const next = writes.update(created, storing([{ ...v1, storage: false }, v2])).object;
    expect(next.status?.storedVersions).toEqual(["v1", "v2"]);
    const back = writes.update(next, storing([v1, { ...v2, storage: false }])).object;
    expect(back.status?.storedVersions).toEqual(["v1", "v2"]);
    expect([next, back].map((one) => one.metadata.generation)).toEqual([2, 3]);
  });

  test("lose those that a status no longer has", () => {
    const next = writes.update(created, storing([{ ...v1, storage: false }, v2])).object;
    const cleaned = writes.update(
      next,
      ({ status }) => Object.assign(status ?? {}, { storedVersions: ["v2"] }),
      "status",
    ).object;
    expect(cleaned.status?.storedVersions).toEqual(["v2"]);
    expect(cleaned.spec).toEqual(next.spec);
  });
});

describe("an update of a CustomResourceDefinition", () => {
  const moved = { group: "other.example.com", names: { plural: "gadgets", kind: "Gadget" }, scope: "Cluster" };
  const always = [
    'spec.group: Invalid value: "other.example.com": field is immutable',
    'spec.names.plural: Invalid value: "gadgets": field is immutable',
  ];
  const onceServed = [
    'spec.scope: Invalid value: "Cluster": field is immutable',
    'spec.names.kind: Invalid value: "Gadget": field is immutable',
  ];

  test.each<[string, object[], string[]]>([
    ["before the type is served", [{ type: "Established", status: "False" }], always],
    ["when the type is served", [{ type: "Established", status: "True" }], [...onceServed, ...always]],
  ])("moves nothing that identifies the type, %s", (_, conditions, errors) => {
    const old = writes.decode({ metadata, spec, status: { conditions } });
    expect(writes.update(old, (next) => Object.assign(next.spec, moved)).errors).toEqual(errors);
  });
});

describe("schemas of custom types", () => {
  const schemaOf = (vocabulary: "kubernetes" | "orch", openAPIV3Schema: object) => {
    const input = { metadata, spec: { ...spec, versions: [{ ...v1, schema: { openAPIV3Schema } }] } };
    return new KindWrites(customResourceDefinition, vocabulary).decode(input).spec.versions[0]?.schema?.openAPIV3Schema;
  };

  test.each<[object, object]>([
    [{ items: { type: "string" } }, { items: { type: "string" } }],
    [{ items: [{ type: "string" }, {}] }, { items: [{ type: "string" }, {}] }],
    [
      { additionalProperties: false, additionalItems: true },
      { additionalProperties: false, additionalItems: true },
    ],
    [{ additionalProperties: { type: "", format: "x" } }, { additionalProperties: { format: "x" } }],
    [{ dependencies: { a: ["b"], c: { type: "null" } } }, { dependencies: { a: ["b"], c: { type: "null" } } }],
    [
      { default: 0, example: null, enum: [null, 1, "a"] },
      { default: 0, enum: [null, 1, "a"] },
    ],
    [
      { minimum: 0, maxLength: 0, nullable: false },
      { minimum: 0, maxLength: 0 },
    ],
  ])("%j is kept as %j", (input, expected) => {
    expect(schemaOf("kubernetes", input)).toEqual(expected);
  });

  test.each(["kubernetes", "orch"] as const)("have extensions in the vocabulary %s", (vocabulary) => {
    const inner = (name: string): object => ({
      type: "array",
      [`x-${name}-list-type`]: "set",
      [`x-${name}-validations`]: [{ rule: "self.size() > 0" }],
    });
    const all = { ...inner("kubernetes"), ...inner("orch") };
    const expected = { properties: { tags: inner(vocabulary) } };
    expect(schemaOf(vocabulary, { properties: { tags: all } })).toEqual(expected);
  });
});
