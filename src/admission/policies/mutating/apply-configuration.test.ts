import { describe, expect, test } from "vitest";
import { deployment } from "../../../api/index.ts";
import { AdmissionCompiler } from "../../../cel/admission/index.ts";
import { fromJson, type Value } from "../../../cel/index.ts";
import type { ApiObject } from "../../../meta/object-meta.ts";
import { vocabularies } from "../../../meta/vocabulary.ts";
import { SchemaCompiler, type StructSchema } from "../../../schema/index.ts";
import { applyConfiguration, type MutatedObject } from "./apply-configuration.ts";
import { applyJsonPatchMutation } from "./json-patch-mutation.ts";

const choice = { vocabulary: vocabularies.kubernetes, isEnabled: () => false };
const compiler = new AdmissionCompiler(choice, { hasParams: false, hasVariables: false });
const schema = deployment.schema as StructSchema as StructSchema<ApiObject>;
const compiled = new SchemaCompiler(new Map()).compile(schema);
const kind = { group: "apps", version: "v1", kind: "Deployment" };

const object = {
  kind: "Deployment",
  apiVersion: "apps/v1",
  metadata: { name: "web" },
  spec: { template: { spec: { containers: [{ name: "a", image: "x" }] } } },
} as ApiObject;

const mutated: MutatedObject = {
  kind,
  requestKind: kind,
  object,
  documents: {
    schema,
    isCustom: false,
    read: () => object,
    complete: (document) => compiled.decode(document).object,
    completeStrictly: (document) => compiled.decode(document).object,
  },
};

function valueOf(expression: string, use: "applyConfiguration" | "jsonPatch"): Value {
  const { program, fault } = compiler.compile(expression, use, { isStored: true });
  if (!program) throw new Error(fault?.detail);
  return program.evaluate({ object: fromJson(object) }).value;
}

function apply(expression: string, parts: Partial<MutatedObject> = {}): ApiObject {
  return applyConfiguration(valueOf(expression, "applyConfiguration"), { ...mutated, ...parts });
}

test("applyConfiguration() merges lists by their keys, and keeps other fields", () => {
  const containers = "[Object.spec.template.spec.containers{name: 'b', image: 'y'}]";
  const result = apply(
    `Object{spec: Object.spec{replicas: 2, template: Object.spec.template{spec: Object.spec.template.spec{containers: ${containers}}}}}`,
  );
  expect(result).toMatchObject({
    metadata: { name: "web" },
    spec: {
      replicas: 2,
      template: {
        spec: {
          containers: [
            { name: "a", image: "x" },
            { name: "b", image: "y" },
          ],
        },
      },
    },
  });
});

const untyped = "error applying patch: failed to convert patch object to typed object";

// The messages are those of the API server v1.32.13.
describe("applyConfiguration() rejects", () => {
  test.each([
    ["an unknown field", "Object{foo: 'a'}", `${untyped}: .foo: field not declared in schema`],
    [
      "a type with the name of another field",
      "Object{spec: Object.wrong{replicas: 1}}",
      'type mismatch: unexpected type name "Object.wrong", expected "Object.spec", which matches field name path from root Object type',
    ],
    [
      "a null",
      "Object{spec: Object.spec{replicas: null}}",
      `${untyped}: .spec.replicas: expected numeric (int or float), got structpb.NullValue`,
    ],
    [
      "a duration",
      "Object{spec: Object.spec{replicas: duration('1s')}}",
      `${untyped}: .spec.replicas: expected numeric (int or float), got time.Duration`,
    ],
    ["a null in place of an object", "Object{spec: null}", `${untyped}: .spec: expected map, got &{NULL_VALUE}`],
    [
      "a time in place of a text",
      "Object{metadata: Object.metadata{name: timestamp('2020-01-01T00:00:00Z')}}",
      `${untyped}: .metadata.name: expected string, got &value.valueUnstructured{Value:time.Date(2020, time.January, 1, 0, 0, 0, 0, time.UTC)}`,
    ],
    [
      "bytes in place of a text",
      "Object{metadata: Object.metadata{name: b'a'}}",
      `${untyped}: .metadata.name: expected string, got &value.valueUnstructured{Value:[]uint8{0x61}}`,
    ],
    [
      "a list in a list of texts",
      "Object{metadata: Object.metadata{finalizers: [['a']]}}",
      `${untyped}: .metadata.finalizers[={{undefined}}]: expected string, got &value.valueUnstructured{Value:[]ref.Val{"a"}}`,
    ],
    [
      "a quantity in place of a text",
      "Object{metadata: Object.metadata{name: quantity('1')}}",
      `${untyped}: .metadata.name: expected string, got &value.valueUnstructured{Value:(*resource.Quantity)`,
    ],
    [
      "an address in place of a text",
      "Object{metadata: Object.metadata{name: ip('::1')}}",
      `${untyped}: .metadata.name: expected string, got &value.valueUnstructured{Value:(netip.Addr)`,
    ],
    ["a map with a key that is no text", "Object{metadata: {1: 'a'}}", "invalid return type: *dynamic.ObjectVal"],
    [
      "atomic parts",
      "Object{spec: Object.spec{selector: Object.spec.selector{matchLabels: {'a': 'b'}}, template: Object.spec.template{spec: Object.spec.template.spec{nodeSelector: {'a': 'b'}}}}}",
      "error applying patch: invalid ApplyConfiguration: may not mutate atomic arrays, maps or structs: .spec.selector, .spec.template.spec.nodeSelector",
    ],
    [
      "a fraction of an integer",
      "Object{spec: Object.spec{replicas: 1.5}}",
      "unable to convert unstructured object to apps/v1, Kind=Deployment: cannot convert float64 to int32",
    ],
  ])("%s", (_, expression, message) => {
    expect(() => apply(expression)).toThrow(message);
  });

  test("an object that its published schemas do not describe", () => {
    const documents = { ...mutated.documents, schema: undefined };
    expect(() => apply("Object{}", { documents })).toThrow(
      `${untyped}: no corresponding type for apps/v1, Kind=Deployment`,
    );
  });

  test("an object of a built-in kind in another version than that of the request", () => {
    const requestKind = { ...kind, version: "v1beta1" };
    expect(() => apply("Object{}", { requestKind })).toThrow(
      "converting (v1.Deployment) to (v1beta1.Deployment): unknown conversion",
    );
  });
});

const unmarshalable = "JSONPath valueExpression evaluated to a type that could not marshal to JSON";

describe("applyJsonPatchMutation()", () => {
  const patch = (operations: string): ApiObject =>
    applyJsonPatchMutation(valueOf(`[${operations}]`, "jsonPatch"), mutated);

  test("adds objects, lists and texts", () => {
    const result = patch(
      `JSONPatch{op: "add", path: "/metadata/labels", value: {"a/b": "1"}},
       JSONPatch{op: "add", path: "/metadata/labels/" + jsonpatch.escapeKey("c/d"), value: "2"},
       JSONPatch{op: "add", path: "/spec/template/spec/containers/-", value: Object{name: "b", ports: [Object.ports{containerPort: 80}]}}`,
    );
    expect(result.metadata.labels).toEqual({ "a/b": "1", "c/d": "2" });
    expect(result).toMatchObject({
      spec: { template: { spec: { containers: [{}, { ports: [{ containerPort: 80 }] }] } } },
    });
  });

  test("changes nothing if a test fails", () => {
    expect(
      patch('JSONPatch{op: "test", path: "/metadata/name", value: "x"}, JSONPatch{op: "remove", path: "/spec"}'),
    ).toBe(object);
  });

  test.each([
    ["a missing optional value", "optional.none()", `${unmarshalable}: optional.none() dereference`],
    ["a type", "type(1)", `${unmarshalable}: type conversion not supported for 'type'`],
    ["a map with a number as key", "{1: 2}", `${unmarshalable}: unsupported type conversion from 'int' to string`],
    ["a patch", "JSONPatch{op: 'a'}", `${unmarshalable}: cannot convert to native type: *structpb.Value`],
    ["a quantity", "quantity('1')", `${unmarshalable}: type conversion error from 'Quantity' to '*structpb.Value'`],
    ["a format in a list", "[format.dns1123Label()]", `${unmarshalable}: type conversion error from 'Format' to`],
    ["an address in an object", "Object{a: ip('::1')}", `${unmarshalable}: proto: invalid type: netip.Addr`],
    ["a URL in an object", "Object{a: url('http://a')}", `${unmarshalable}: proto: invalid type: *url.URL`],
    ["no number", "0.0 / 0.0", `type *structpb.Value: proto: google.protobuf.Value.number_value: invalid NaN value`],
    ["infinity", "[-1.0 / 0.0]", `type *structpb.Value: proto: google.protobuf.Value.number_value: invalid -Inf value`],
    [
      "infinity in an object",
      "Object{a: 1.0 / 0.0}",
      `type *structpb.Struct: proto: google.protobuf.Value.number_value`,
    ],
    ["a duration in an object", "Object{a: duration('1s')}", `${unmarshalable}: proto: invalid type: time.Duration`],
    ["lists in a map in an object", "Object{a: {'b': [1]}}", `${unmarshalable}: proto: invalid type: []ref.Val`],
  ])("rejects %s as a value", (_, value, message) => {
    expect(() => patch(`JSONPatch{op: "add", path: "/metadata/labels", value: ${value}}`)).toThrow(message);
  });

  test("reports an operation that cannot be applied", () => {
    expect(() => patch('JSONPatch{op: "remove", path: "/nope"}')).toThrow(
      "JSON Patch: error in remove for path: '/nope': Unable to remove nonexistent key: nope: missing value",
    );
  });
});
