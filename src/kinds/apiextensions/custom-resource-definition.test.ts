import { describe, expect, test } from "vitest";
import type { CustomResourceConversion } from "../../api/apiextensions/v1/custom-resource-conversion.ts";
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
  test("the singular and list names of a CustomResourceDefinition have defaults, and its conversion defaults to None", () => {
    expect(writes.decode({ metadata, spec }).spec).toEqual({
      ...spec,
      names: { ...names, singular: "widget", listKind: "WidgetList" },
      conversion: { strategy: "None" },
    });
  });

  test("singular and listKind are kept if the client sets them", () => {
    const givenNames = { ...names, singular: "gadget", listKind: "Gadgets" };
    expect(writes.decode({ metadata, spec: { ...spec, names: givenNames } }).spec.names).toEqual(givenNames);
  });

  test("the port of a conversion webhook defaults to 443", () => {
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

  test("a new CustomResourceDefinition lists its storage version in storedVersions", () => {
    expect(created.status).toEqual({
      conditions: null,
      acceptedNames: { plural: "", kind: "" },
      storedVersions: ["v1"],
    });
  });

  test("a new storage version is added to storedVersions, and none is removed", () => {
    const next = writes.update(created, storing([{ ...v1, storage: false }, v2])).object;
    expect(next.status?.storedVersions).toEqual(["v1", "v2"]);
    const back = writes.update(next, storing([v1, { ...v2, storage: false }])).object;
    expect(back.status?.storedVersions).toEqual(["v1", "v2"]);
    expect([next, back].map((one) => one.metadata.generation)).toEqual([2, 3]);
  });

  test("an update of the status can remove a version from storedVersions", () => {
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
  ])("an update that changes group, names and scope is rejected %s", (_, conditions, errors) => {
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
  ])("the schema %j is stored as %j", (input, expected) => {
    expect(schemaOf("kubernetes", input)).toEqual(expected);
  });

  test.each(["kubernetes", "orch"] as const)(
    "a schema keeps the extensions of the vocabulary %s and loses others",
    (vocabulary) => {
      const inner = (name: string): object => ({
        type: "array",
        [`x-${name}-list-type`]: "set",
        [`x-${name}-validations`]: [{ rule: "self.size() > 0" }],
      });
      const all = { ...inner("kubernetes"), ...inner("orch") };
      const expected = { properties: { tags: inner(vocabulary) } };
      expect(schemaOf(vocabulary, { properties: { tags: all } })).toEqual(expected);
    },
  );
});

/** The expected errors are those of the reference v1.32.13 for the same objects. */
describe("a CustomResourceDefinition is refused", () => {
  const errorsOf = (changed: object, more: object = {}): readonly string[] =>
    writes.create({ metadata, spec: { ...spec, ...changed }, ...more }).errors;
  const label =
    "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, " +
    "and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is " +
    "'[a-z]([-a-z0-9]*[a-z0-9])?')";

  test("a CustomResourceDefinition with only a name is rejected with an error for each required field", () => {
    const { errors } = writes.create({ metadata, spec: {} });
    expect(errors).toEqual([
      expect.stringMatching(/^metadata\.name: .*must be spec\.names\.plural\+"\."\+spec\.group$/),
      "spec.group: Required value",
      "spec.scope: Required value",
      "spec.versions: Invalid value: []apiextensions.CustomResourceDefinitionVersion(nil): must have exactly one version " +
        "marked as storage version",
      "spec.names.plural: Required value",
      "spec.names.singular: Required value",
      "spec.names.kind: Required value",
      "spec.names.listKind: Required value",
      "status.storedVersions: Invalid value: []string(nil): must have at least one stored version",
    ]);
  });

  test("a CustomResourceDefinition whose name does not match its type is rejected", () => {
    expect(errorsOf({ names: { ...names, plural: "gadgets" } })).toEqual([
      'metadata.name: Invalid value: "widgets.shop.example.com": must be spec.names.plural+"."+spec.group',
    ]);
  });

  test("a CustomResourceDefinition with invalid shortNames, listKind and categories is rejected", () => {
    const bad = { ...names, listKind: "Widget", shortNames: ["W"], categories: ["all", "-"] };
    expect(errorsOf({ names: bad })).toEqual([
      `spec.names.shortNames[0]: Invalid value: "W": ${label}`,
      'spec.names.listKind: Invalid value: "Widget": kind and listKind may not be the same',
      `spec.names.categories[1]: Invalid value: "-": ${label}`,
    ]);
  });

  test("a version without a schema, and a warning for a version that is not deprecated, are rejected", () => {
    expect(
      errorsOf({
        versions: [
          { ...v1, schema: undefined },
          { ...v2, storage: false, deprecationWarning: "old" },
        ],
      }),
    ).toEqual([
      "spec.versions[0].schema.openAPIV3Schema: Required value: schemas are required",
      'spec.versions[1].deprecationWarning: Invalid value: "old": can only be set for deprecated versions',
    ]);
  });

  test("errors of columns and subresources have one path if all versions have the same ones", () => {
    const parts = {
      additionalPrinterColumns: [{ name: "", type: "text", jsonPath: "spec" }],
      subresources: { scale: { specReplicasPath: ".status.n", statusReplicasPath: "", labelSelectorPath: "x" } },
    };
    const messages = [
      'subresources.scale.specReplicasPath: Invalid value: ".status.n": should be a json path under .spec',
      "subresources.scale.statusReplicasPath: Required value",
      'subresources.scale.labelSelectorPath: Invalid value: "x": must be a simple json path starting with .',
      "additionalPrinterColumns[0].name: Required value",
      'additionalPrinterColumns[0].type: Invalid value: "text": must be one of boolean,date,integer,number,string',
      'additionalPrinterColumns[0].JSONPath: Invalid value: "spec": must be a simple json path starting with .',
    ];
    expect(errorsOf({ versions: [{ ...v1, ...parts }] })).toEqual(messages.map((one) => `spec.${one}`));
    expect(
      errorsOf({
        versions: [
          { ...v1, ...parts },
          { ...v2, storage: false },
        ],
      }),
    ).toEqual(messages.map((one) => `spec.versions[0].${one}`));
  });

  test("selectableFields without a schema, or with different fields in each version, are rejected", () => {
    const fields = { selectableFields: [{ jsonPath: ".a" }] };
    const schema = { openAPIV3Schema: { type: "object", properties: { a: { type: "string" } } } };
    const notShared = "selectableFields may only be set when version.schema.openAPIV3Schema is not included";
    expect(errorsOf({ versions: [{ ...v1, ...fields, schema: undefined }] })).toEqual([
      "spec.versions[0].schema.openAPIV3Schema: Required value: schemas are required",
      'spec.selectableFields: Invalid value: "": selectableFields may only be set when validations.schema is included',
    ]);
    const second = { ...v2, storage: false, schema };
    expect(errorsOf({ versions: [{ ...v1, ...fields, schema }, second] })).toEqual([
      `spec.versions[0].selectableFields: Invalid value: "": ${notShared}`,
    ]);
    expect(
      errorsOf({
        versions: [
          { ...v1, ...fields, schema },
          { ...second, ...fields },
        ],
      }),
    ).toEqual([]);
  });

  test("dependencies of a schema are rejected, also when a dependency is null", () => {
    const errors = (dependencies: object): readonly string[] =>
      errorsOf({ versions: [{ ...v1, schema: { openAPIV3Schema: { type: "object", dependencies } } }] });
    const notSupported = "spec.validation.openAPIV3Schema.dependencies: Forbidden: dependencies is not supported";
    expect(errors({ a: null })).toEqual([notSupported]);
    expect(errors({ a: [] })).toEqual([notSupported]);
    expect(errors({ a: null, b: { type: "x" } })).toEqual([
      notSupported,
      'spec.validation.openAPIV3Schema.dependencies[b].type: Unsupported value: "x": ' +
        'supported values: "array", "boolean", "integer", "number", "object", "string"',
    ]);
  });

  test("preserveUnknownFields is rejected, also for its conversion strategy", () => {
    expect(errorsOf({ preserveUnknownFields: true, conversion: { strategy: "X" } })).toEqual([
      'spec.conversion.strategy: Invalid value: "X": must be None if spec.preserveUnknownFields is true',
      'spec.conversion.strategy: Unsupported value: "X": supported values: "None", "Webhook"',
      "spec.preserveUnknownFields: Invalid value: true: cannot set to true, set x-kubernetes-preserve-unknown-fields " +
        "to true in spec.versions[*].schema instead",
    ]);
  });

  test("a storage version that storedVersions does not list is rejected", () => {
    expect(errorsOf({ versions: [v1, v1] })).toContain(
      'status.storedVersions: Invalid value: []string{"v1"}: must have the storage version v1',
    );
    expect(errorsOf({ versions: [v1, { ...v2, storage: true }] })).toContain(
      'status.storedVersions: Invalid value: []string{"v1"}: must have the storage version v2',
    );
  });

  test("a webhook conversion without a webhook, and a webhook with another strategy, are rejected", () => {
    expect(errorsOf({ conversion: { strategy: "Webhook" } })).toEqual([
      "spec.conversion.webhookClientConfig: Required value: required when strategy is set to Webhook",
      "spec.conversion.conversionReviewVersions: Required value",
    ]);
    const webhook = { clientConfig: { url: "https://a" }, conversionReviewVersions: ["v1"] };
    expect(errorsOf({ conversion: { strategy: "None", webhook } })).toEqual([
      "spec.conversion.webhookClientConfig: Forbidden: should not be set when strategy is not set to Webhook",
      "spec.conversion.conversionReviewVersions: Forbidden: should not be set when strategy is not set to Webhook",
    ]);
  });

  test("an unreadable CA bundle of a conversion webhook is rejected if an update adds it to an established type", () => {
    const conversionWith = (text: string): CustomResourceConversion => {
      const caBundle = Buffer.from(text).toString("base64");
      const webhook = { clientConfig: { url: "https://a", caBundle }, conversionReviewVersions: ["v1"] };
      return { strategy: "Webhook", webhook };
    };
    const errorsAfter = (old: CustomResourceDefinition, text: string): readonly string[] =>
      writes.update(old, (next) => Object.assign(next.spec, { conversion: conversionWith(text) })).errors;
    const established = { type: "Established", status: "True" };
    const asEstablished = (definition: CustomResourceDefinition): CustomResourceDefinition => ({
      ...definition,
      status: { ...definition.status, conditions: [established] },
    });
    const readable = writes.create({ metadata, spec }).object;
    const unreadable = writes.create({ metadata, spec: { ...spec, conversion: conversionWith("abc") } });
    expect(unreadable.errors).toEqual([]);
    expect(errorsAfter(asEstablished(unreadable.object), "abcd")).toEqual([]);
    expect(errorsAfter(readable, "abc")).toEqual([]);
    expect(errorsAfter(asEstablished(readable), "abc")).toEqual([
      "spec.conversion.webhookClientConfig.caBundle: Invalid value: []byte{0x61, 0x62, 0x63}: unable to load root " +
        "certificates: unable to parse bytes as PEM block",
    ]);
  });

  test("a group below k8s.io is rejected without the approval annotation", () => {
    const ofProject = (annotations: object): readonly string[] =>
      writes.create({
        metadata: { name: "widgets.shop.k8s.io", annotations },
        spec: { ...spec, group: "shop.k8s.io" },
      }).errors;
    const rule = 'protected groups must have approval annotation "api-approved.kubernetes.io"';
    const path = "metadata.annotations[api-approved.kubernetes.io]";
    const where = "see https://github.com/kubernetes/enhancements/pull/1111";
    expect(ofProject({})).toEqual([`${path}: Required value: ${rule}, ${where}`]);
    expect(ofProject({ "api-approved.kubernetes.io": "yes" })).toEqual([
      `${path}: Invalid value: "yes": ${rule} with either a URL or a reason starting with "unapproved", ${where}`,
    ]);
    expect(ofProject({ "api-approved.kubernetes.io": "unapproved, experimental-only" })).toEqual([]);
    expect(ofProject({ "api-approved.kubernetes.io": "https://example.com/1" })).toEqual([]);
  });
});
