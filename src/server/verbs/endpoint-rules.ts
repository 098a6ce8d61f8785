/** What an endpoint takes and gives, for the verbs. */
import { hasProtobufForm } from "../../codec/index.ts";
import { vendorMediaType } from "../../meta/vocabulary.ts";
import type { OutputRules } from "../output/negotiate-output.ts";
import type { Endpoint } from "../resource-table.ts";
import type { ExpectedObject } from "./decode-object.ts";
import { registeredKind } from "./registered-kinds.ts";

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
export function expectedAt({ kind, shape, olderVersions, vocabulary }: Endpoint): ExpectedObject {
  const registered: ExpectedObject["registered"] = (apiVersion, name) => {
    const declaration = registeredKind(vocabulary, apiVersion, name);
    return declaration?.storedAs ?? declaration;
  };
  return { group: kind.group, version: kind.version, kind: kind.kind, schema: shape.schema, olderVersions, registered };
}

/** What the cluster calls protobuf, where the endpoint's objects have a form in it. */
export function protobufAt(endpoint: Endpoint): string | undefined {
  return hasProtobufForm(endpoint.shape.schema.schema) ? endpoint.vocabulary.bind(protobuf) : undefined;
}

const protobuf = vendorMediaType("protobuf");
