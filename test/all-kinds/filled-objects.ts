/** One object with many fields for every stored kind in every version. Clients may send all of these fields. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setValueAt } from "../../src/base/paths.ts";
import type { ServedResource } from "../support/served-resources.ts";
import { workloadObject } from "./core-objects.ts";

export interface FilledObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: Readonly<Record<string, unknown>> & { readonly name: string };
  readonly spec?: unknown;
  readonly status?: unknown;
}

const folder = join(import.meta.dirname, "../../src/api/testing/filled");

export const labels = { tier: "front" };
export const annotations = { "example.com/note": "ü and more" };

/** Fields by kind that are mutually exclusive with other fields of the object. */
const excludedFields: Readonly<Record<string, readonly string[]>> = {
  APIService: ["spec.insecureSkipTLSVerify"],
  CustomResourceDefinition: ["spec.preserveUnknownFields", "spec.conversion.webhook.clientConfig.url"],
  MutatingAdmissionPolicyBinding: ["spec.paramRef.selector"],
  MutatingWebhookConfiguration: ["webhooks.0.clientConfig.url"],
  HorizontalPodAutoscaler: [
    "spec.metrics.2.resource.target.averageValue",
    "spec.metrics.3.containerResource.target.averageUtilization",
    "spec.metrics.4.external.target.value",
  ],
  PodDisruptionBudget: ["spec.maxUnavailable"],
  PriorityLevelConfiguration: ["spec.exempt"],
  ResourceSlice: ["spec.nodeSelector", "spec.allNodes"],
  Role: ["rules.0.nonResourceURLs"],
  ValidatingAdmissionPolicyBinding: ["spec.paramRef.selector"],
  ValidatingWebhookConfiguration: ["webhooks.0.clientConfig.url"],
  VolumeAttachment: ["spec.source.inlineVolumeSpec"],
};

/** A valid schema that uses most keywords. The recorded object has all of them, which no valid schema has. */
const validSchema = {
  type: "object",
  title: "Widget",
  description: "A widget.",
  externalDocs: { description: "More of it.", url: "https://example.com" },
  example: { spec: { size: 2 } },
  required: ["spec"],
  properties: {
    spec: {
      type: "object",
      minProperties: 1,
      maxProperties: 9,
      not: { required: ["forbidden"] },
      properties: {
        forbidden: { type: "string", nullable: true },
        color: { type: "string", enum: ["red", "blue"], minLength: 2, maxLength: 20, pattern: "^[a-z]+$" },
        size: { type: "number", format: "double", minimum: 1, maximum: 9.5, exclusiveMaximum: true, multipleOf: 0.5 },
        replicas: { type: "integer", default: 1, anyOf: [{ minimum: 5 }, { maximum: 2 }] },
        port: { "x-kubernetes-int-or-string": true, anyOf: [{ type: "integer" }, { type: "string" }] },
        parts: {
          type: "array",
          minItems: 1,
          maxItems: 8,
          items: { type: "object", properties: { name: { type: "string", maxLength: 9 } }, required: ["name"] },
          "x-kubernetes-list-type": "map",
          "x-kubernetes-list-map-keys": ["name"],
        },
        template: {
          type: "object",
          "x-kubernetes-embedded-resource": true,
          "x-kubernetes-preserve-unknown-fields": true,
        },
        labels: { type: "object", additionalProperties: { type: "string" }, "x-kubernetes-map-type": "atomic" },
      },
      "x-kubernetes-validations": [
        { rule: "self.size > 0.0", message: "too small", reason: "FieldValueInvalid", fieldPath: ".size" },
      ],
    },
    status: { type: "object", properties: { replicas: { type: "integer" } } },
  },
};

/** Values by kind and field that replace recorded ones which are not valid together. */
const replacedFields: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  CustomResourceDefinition: { "spec.versions.0.schema.openAPIV3Schema": validSchema },
};

/**
 * Fields of an Event of `events.k8s.io` that show an Event created through the core group. Clients must not set them.
 */
const coreEventFields = /^deprecated(Source|FirstTimestamp|LastTimestamp|Count)$/;

/** Returns an object with labels and annotations, and without the fields that only the server sets. */
export function filledObject({ groupVersion, kind }: Pick<ServedResource, "groupVersion" | "kind">): FilledObject {
  const object = workloadObject(groupVersion, kind) ?? recordedObject(groupVersion, kind);
  for (const path of excludedFields[kind] ?? []) setValueAt(object, path, undefined);
  for (const [path, value] of Object.entries(replacedFields[kind] ?? {}))
    setValueAt(object, path, structuredClone(value));
  const { name } = object.metadata;
  const { apiVersion, ...content } = Object.fromEntries(
    Object.entries(object).filter(([field]) => !coreEventFields.test(field)),
  ) as unknown as FilledObject;
  return { ...content, apiVersion, metadata: { name, labels, annotations } };
}

function recordedObject(groupVersion: string, kind: string): FilledObject {
  const [version = "", group = ""] = groupVersion.split("/").toReversed();
  const path = join(folder, `${group.split(".")[0] || "core"}.${version}.${kind}.json`);
  if (!existsSync(path)) throw new Error(`there is no filled object of ${groupVersion} ${kind}`);
  return JSON.parse(readFileSync(path, "utf8")) as FilledObject;
}
