/** What an endpoint takes and gives, for the verbs. */
import { CachedObject } from "../../cache/index.ts";
import { hasProtobufForm, stringifyJson } from "../../codec/index.ts";
import { vendorMediaType } from "../../meta/vocabulary.ts";
import type { OutputRules } from "../output/negotiate-output.ts";
import type { ObjectShape } from "../output/write-object.ts";
import type { Endpoint } from "../resource-table.ts";
import type { ExpectedObject } from "./decode-object.ts";

/** Answers that are one object. */
export function objectRules(endpoint: Endpoint): OutputRules {
  return { transforms: ["Table", "PartialObjectMetadata"], stream: false, protobuf: () => protobufAt(endpoint) };
}

/** Answers that are a collection. */
export function listRules(endpoint: Endpoint): OutputRules {
  return { transforms: ["Table", "PartialObjectMetadataList"], stream: false, protobuf: () => protobufAt(endpoint) };
}

/** Events, each with one object. */
export function watchRules(endpoint: Endpoint): OutputRules {
  return { transforms: ["Table", "PartialObjectMetadata"], stream: true, protobuf: () => protobufAt(endpoint) };
}

/** The objects that clients send to an endpoint. */
export function expectedAt({ kind, resource, view }: Endpoint): ExpectedObject {
  return { ...kind, schema: view?.schema ?? resource.schema };
}

/** What the cluster calls protobuf, where the endpoint's objects have a form in it. */
export function protobufAt(endpoint: Endpoint): string | undefined {
  const { schema } = expectedAt(endpoint).schema;
  return hasProtobufForm(schema) ? endpoint.resource.services.vocabulary.bind(protobuf) : undefined;
}

const protobuf = vendorMediaType("protobuf");

/** What clients get for a stored object. */
export function shownAt({ resource, view }: Endpoint, stored: CachedObject): ShownObject {
  if (!view) return { object: stored, shape: resource };
  const document = view.schema.canonical(view.show(resource.parse(stored)));
  const bytes = Buffer.from(stringifyJson(document.object, { exact: document.exact }));
  const object = new CachedObject(stored.key, stored.revision, { bytes, exact: document.exact });
  const { schema, columns } = view;
  return { object, shape: { schema, columns, hookContext: () => resource.hookContext() } };
}

export interface ShownObject {
  readonly object: CachedObject;
  readonly shape: ObjectShape;
}
