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

const negotiated = (accept: string | undefined, rules: OutputRules, target = "/"): Output =>
  negotiateOutput(testCall(target, { headers: accept === undefined ? {} : { accept } }).call, rules);

test("negotiateOutput() returns JSON without reading the rules if the client has no preference", () => {
  const rules: OutputRules = {
    ...object,
    protobuf: () => {
      throw new Error("the rules were read");
    },
  };
  for (const accept of [undefined, "*/*", "application/json"]) {
    expect(negotiated(accept, rules)).toEqual({ mediaType: "application/json", pretty: false });
  }
  expect(() => negotiated(protobuf, rules)).toThrow("the rules were read");
});

test("protobuf is not acceptable for an object without a protobuf form", () => {
  expect(() => negotiated(protobuf, textOnly)).toThrow(
    "only the following media types are accepted: application/json, application/yaml",
  );
  expect(() => negotiated(protobuf, { ...object, protobuf: () => undefined })).toThrow(
    /application\/json, application\/yaml$/,
  );
  expect(negotiated(`${protobuf}, application/yaml`, textOnly).mediaType).toBe("application/yaml");
});

test("a 406 response lists the cluster's media types for objects or events", () => {
  expect(() => negotiated("text/csv", object)).toThrow(
    `only the following media types are accepted: application/json, application/yaml, ${protobuf}`,
  );
  expect(() => negotiated("text/csv", events)).toThrow(
    `only the following media types are accepted: application/json;stream=watch, ${protobuf};stream=watch`,
  );
});

test("YAML is not acceptable for events", () => {
  expect(() => negotiated("application/yaml", events)).toThrow(expect.objectContaining({ code: 406 }));
  expect(() => negotiated("application/yaml, */*", events)).toThrow(expect.objectContaining({ code: 406 }));
  expect(negotiated("application/json;stream=watch", events).mediaType).toBe("application/json");
});

test("protobuf is acceptable for PartialObjectMetadata, but not for a Table", () => {
  const as = (kind: string): string => `${protobuf};as=${kind};g=meta.orch.io;v=v1`;
  expect(() => negotiated(as("Table"), object)).toThrow(expect.objectContaining({ code: 406 }));
  expect(negotiated(as("PartialObjectMetadata"), object)).toEqual({
    mediaType: protobuf,
    pretty: false,
    as: { kind: "PartialObjectMetadata", apiVersion: "meta.orch.io/v1" },
  });
});

test("the apiVersion of the response has the spelling of the meta group that the client used", () => {
  for (const group of ["meta.orch.io", "meta.k8s.io"]) {
    for (const version of ["v1", "v1beta1"]) {
      const { as } = negotiated(`application/json;as=Table;g=${group};v=${version}`, object);
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
])("a representation that is incomplete or not offered is not acceptable: %s", (accept) => {
  expect(() => negotiated(accept, object)).toThrow(expect.objectContaining({ code: 406 }));
  expect(negotiated(`${accept}, application/json`, object)).toEqual({ mediaType: "application/json", pretty: false });
});

test("untransformedOutput() offers no other representations", () => {
  expect(() =>
    negotiated("application/json;as=Table;g=meta.orch.io;v=v1", untransformedOutput(vocabularies.orch)),
  ).toThrow(expect.objectContaining({ code: 406 }));
});

test.each([
  ["/?pretty=true", "application/json", true],
  ["/?pretty=1", "*/*", true],
  ["/?pretty", undefined, false],
  ["/?pretty=false", "application/json;pretty=1", true],
  ["/", "application/json;pretty=1", true],
  ["/", "application/json;pretty=0", false],
])("a response to %s with Accept %s is indented: %s", (target, accept, pretty) => {
  expect(negotiated(accept, object, target).pretty).toBe(pretty);
});
