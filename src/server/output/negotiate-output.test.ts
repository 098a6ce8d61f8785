import { expect, test } from "vitest";
import { vocabularies } from "../../meta/vocabulary.ts";
import { testCall } from "../testing/test-call.ts";
import { negotiateOutput, type OutputRules, untransformedOutput } from "./negotiate-output.ts";
import type { Output } from "./output.ts";

const protobuf = "application/vnd.orch.protobuf";
const object: OutputRules = {
  transforms: ["Table", "PartialObjectMetadata"],
  stream: false,
  protobuf: () => protobuf,
};
const events: OutputRules = { ...object, stream: true };
const textOnly: OutputRules = { transforms: object.transforms, stream: false };

const asked = (accept: string | undefined, rules: OutputRules, target = "/"): Output =>
  negotiateOutput(testCall(target, { headers: accept === undefined ? {} : { accept } }).call, rules);

test("a client that asks for nothing special is not looked into further", () => {
  const rules: OutputRules = {
    ...object,
    protobuf: () => {
      throw new Error("the type was looked at");
    },
  };
  for (const accept of [undefined, "*/*", "application/json"]) {
    expect(asked(accept, rules)).toEqual({ mediaType: "application/json", pretty: false });
  }
  expect(() => asked(protobuf, rules)).toThrow("the type was looked at");
});

test("an object that has no form in protobuf is not offered in it", () => {
  expect(() => asked(protobuf, textOnly)).toThrow(
    "only the following media types are accepted: application/json, application/yaml",
  );
  expect(() => asked(protobuf, { ...object, protobuf: () => undefined })).toThrow(
    /application\/json, application\/yaml$/,
  );
  expect(asked(`${protobuf}, application/yaml`, textOnly).mediaType).toBe("application/yaml");
});

test("refusals name what the cluster calls protobuf, in the form that is asked for", () => {
  expect(() => asked("text/csv", object)).toThrow(
    `only the following media types are accepted: application/json, application/yaml, ${protobuf}`,
  );
  expect(() => asked("text/csv", events)).toThrow(
    `only the following media types are accepted: application/json;stream=watch, ${protobuf};stream=watch`,
  );
});

test("events are not sent in YAML", () => {
  expect(() => asked("application/yaml", events)).toThrow(expect.objectContaining({ code: 406 }));
  expect(() => asked("application/yaml, */*", events)).toThrow(expect.objectContaining({ code: 406 }));
  expect(asked("application/json;stream=watch", events).mediaType).toBe("application/json");
});

test("a Table is not sent in protobuf, metadata alone is", () => {
  const as = (kind: string): string => `${protobuf};as=${kind};g=meta.orch.io;v=v1`;
  expect(() => asked(as("Table"), object)).toThrow(expect.objectContaining({ code: 406 }));
  expect(asked(as("PartialObjectMetadata"), object)).toEqual({
    mediaType: protobuf,
    pretty: false,
    as: { kind: "PartialObjectMetadata", apiVersion: "meta.orch.io/v1" },
  });
});

test("what is asked for in one spelling of the group is answered in it", () => {
  for (const group of ["meta.orch.io", "meta.k8s.io"]) {
    for (const version of ["v1", "v1beta1"]) {
      const { as } = asked(`application/json;as=Table;g=${group};v=${version}`, object);
      expect(as).toEqual({ kind: "Table", apiVersion: `${group}/${version}` });
    }
  }
});

test.each([
  "application/json;as=Table",
  "application/json;as=Table;g=meta.orch.io",
  "application/json;as=Table;v=v1",
  "application/json;g=meta.orch.io;v=v1",
  "application/json;as=table;g=meta.orch.io;v=v1",
  "application/json;as=PartialObjectMetadataList;g=meta.orch.io;v=v1",
])("a form that is not described in full, or that the endpoint has not, is not had: %s", (accept) => {
  expect(() => asked(accept, object)).toThrow(expect.objectContaining({ code: 406 }));
  expect(asked(`${accept}, application/json`, object)).toEqual({ mediaType: "application/json", pretty: false });
});

test("what is never anything but itself has no forms", () => {
  expect(() => asked("application/json;as=Table;g=meta.orch.io;v=v1", untransformedOutput(vocabularies.orch))).toThrow(
    expect.objectContaining({ code: 406 }),
  );
});

test.each([
  ["/?pretty=true", "application/json", true],
  ["/?pretty=1", "*/*", true],
  ["/?pretty", undefined, false],
  ["/?pretty=false", "application/json;pretty=1", true],
  ["/", "application/json;pretty=1", true],
  ["/", "application/json;pretty=0", false],
])("%s with Accept %s is indented: %s", (target, accept, pretty) => {
  expect(asked(accept, object, target).pretty).toBe(pretty);
});
