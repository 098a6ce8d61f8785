/** Properties that every API object has, as a schema may declare them. */
import type { Json } from "../suite.ts";

const text = { type: "string" };

/** Properties of an object, with those of its metadata. */
export const metadataSchemas: readonly Json[] = [
  { kind: text, apiVersion: text, metadata: { type: "object" } },
  { kind: { type: "integer" }, apiVersion: { type: "object" }, metadata: text },
  { kind: {}, apiVersion: { nullable: true, type: "string" }, metadata: {} },
  { metadata: { type: "object", properties: { name: { type: "string", pattern: "^a" } } } },
  { metadata: { type: "object", properties: { name: text, generateName: { type: "string", maxLength: 3 } } } },
  { metadata: { type: "object", properties: { generateName: { type: "integer" } } } },
  { metadata: { type: "object", properties: { labels: { type: "object", additionalProperties: text } } } },
  { metadata: { type: "object", properties: { name: text, namespace: text } } },
  { metadata: { type: "object", required: ["name"] } },
  { metadata: { type: "object", description: "a" } },
  { metadata: { type: "object", nullable: true } },
  { metadata: { type: "object", additionalProperties: text } },
  { metadata: { type: "object", externalDocs: { url: "a" }, example: {} } },
  { metadata: { type: "object", default: {} } },
  { metadata: { type: "object", properties: { name: { type: "string", default: "a" } } } },
  { metadata: { type: "object", minProperties: 0 } },
  { metadata: { type: "object", anyOf: [{ required: ["name"] }] } },
  { metadata: { type: "object", "x-kubernetes-embedded-resource": true, properties: { name: text } } },
  { metadata: { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
  { metadata: { type: "object", "x-kubernetes-map-type": "atomic" } },
  { metadata: { type: "object", properties: { name: { "x-kubernetes-embedded-resource": true, type: "object" } } } },
  {
    metadata: {
      type: "object",
      properties: { annotations: { type: "object", additionalProperties: { type: "string", default: "a" } } },
    },
  },
  { kind: { type: "string", default: "Widget" } },
  { apiVersion: { type: "string", default: "a/v1", enum: ["a/v1"] }, spec: { type: "string", default: "a" } },
];
