import { describe, expect, test } from "vitest";
import type { JsonObject } from "../base/json-object.ts";
import { vocabularies } from "../meta/vocabulary.ts";
import {
  coerceEmbeddedResources,
  type EmbeddedMetadataRules,
  validateEmbeddedResources,
} from "./embedded-resources.ts";
import { readStructuralSchema } from "./read-schema.ts";

/** Metadata have only a name here. */
const rules: EmbeddedMetadataRules = {
  decode(metadata) {
    const { name } = (metadata ?? {}) as JsonObject;
    if (name !== undefined && typeof name !== "string") return { metadata: undefined, fault: "the name is no text" };
    return { metadata: name ? { name } : {}, fault: undefined };
  },
  validate: () => [],
};

const resource = {
  type: "object",
  "x-kubernetes-embedded-resource": true,
  "x-kubernetes-preserve-unknown-fields": true,
};
const schema = readStructuralSchema(
  { type: "object", properties: { one: resource, more: { type: "object", additionalProperties: resource } } },
  vocabularies.kubernetes,
);

describe("coerceEmbeddedResources()", () => {
  test("unknown members of metadata are removed", () => {
    const value = {
      one: { metadata: { z: 1, name: "a" } },
      more: { "b.c": { metadata: { y: 1 } } },
      metadata: { x: 1 },
    };
    expect(coerceEmbeddedResources(schema, value, { rules })).toBeUndefined();
    expect(value).toEqual({
      one: { metadata: { name: "a" } },
      more: { "b.c": { metadata: {} } },
      metadata: { x: 1 },
    });
  });

  test("the first invalid value is an error", () => {
    const value = { one: { metadata: { name: 5 } } };
    expect(coerceEmbeddedResources(schema, value, { rules })).toMatchObject({
      type: "Invalid",
      path: "one.metadata",
      detail: "the name is no text",
    });
  });

  test("the value itself is coerced if it is an API object", () => {
    const value = { metadata: { name: "a", x: 1 } };
    expect(coerceEmbeddedResources(schema, value, { rules, isRoot: true, path: "default" })).toBeUndefined();
    expect(value).toEqual({ metadata: { name: "a" } });
  });
});

describe("validateEmbeddedResources()", () => {
  const errorsOf = (one: object): readonly (readonly string[])[] =>
    validateEmbeddedResources(schema, { one }, { rules }).map(({ type, path, detail }) => [type, path, detail]);

  test("an API object inside a value must have a kind and an apiVersion", () => {
    expect(errorsOf({ kind: "A", apiVersion: "v1" })).toEqual([]);
    expect(errorsOf({})).toEqual([
      ["Required", "one.apiVersion", "must not be empty"],
      ["Required", "one.kind", "must not be empty"],
    ]);
    expect(errorsOf({ kind: "", apiVersion: "v1" })).toEqual([["Invalid", "one.kind", "must not be empty"]]);
  });

  test("the kind of an API object inside a value must be a name, and its apiVersion a group and a version", () => {
    expect(errorsOf({ kind: "A b", apiVersion: "a/b/c" }).map(([type, path]) => [type, path])).toEqual([
      ["Invalid", "one.kind"],
      ["Invalid", "one.apiVersion"],
    ]);
  });
});
