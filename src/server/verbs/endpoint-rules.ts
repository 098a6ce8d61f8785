/** What an endpoint takes and gives, for the verbs. */
import { hasProtobufForm } from "../../codec/index.ts";
import { vendorMediaType } from "../../meta/vocabulary.ts";
import type { OutputRules } from "../output/negotiate-output.ts";
import { type ServedEndpoint } from "../served/endpoint.ts";
import type { ExpectedObject } from "./decoding/decode-object.ts";
import { registeredKind, registeredSchema, typeTableOf } from "./decoding/registered-kinds.ts";

/** Answers that are an object or a list. Which of the representations fits is checked when the answer is written. */
export function outputRules(endpoint: ServedEndpoint): OutputRules {
  const metadata = ["PartialObjectMetadata", "PartialObjectMetadataList"] as const;
  const { status, others } = endpoint.resourceKind.declaration.subresources;
  const subresource = endpoint.subresource === "status" ? status : others?.[endpoint.subresource];
  const transforms = subresource?.hasTable === false ? metadata : (["Table", ...metadata] as const);
  return { transforms, stream: false, protobuf: () => protobufMediaType(endpoint) };
}

/** Events, each with one object. As in the reference, a list may be asked for, but no event can be one. */
export function watchOutputRules(endpoint: ServedEndpoint): OutputRules {
  const transforms = ["Table", "PartialObjectMetadata", "PartialObjectMetadataList"] as const;
  return { transforms, stream: true, protobuf: () => protobufMediaType(endpoint) };
}

/** The objects that clients send to an endpoint. */
export function expectedObject({
  documentKind,
  resourceKind,
  documentType,
  olderVersions,
  vocabulary,
}: ServedEndpoint): ExpectedObject {
  const registered: ExpectedObject["registered"] = (apiVersion, name) => {
    const declaration = registeredKind(vocabulary, apiVersion, name);
    return declaration?.storedAs ?? declaration;
  };
  const { group, version } = documentKind;
  const place = { vocabulary, group: resourceKind.group };
  const schemaOf: ExpectedObject["schemaOf"] = (apiVersion, name) => registeredSchema(place, apiVersion, name);
  return {
    group,
    version,
    kind: documentKind.kind,
    schema: documentType.schema,
    olderVersions,
    registered,
    schemaOf,
    typeTable: typeTableOf(place),
  };
}

/** What the cluster calls protobuf, where the endpoint's objects have a form in it. */
export function protobufMediaType(endpoint: ServedEndpoint): string | undefined {
  return hasProtobufForm(endpoint.documentType.schema.schema) ? endpoint.vocabulary.bind(protobuf) : undefined;
}

const protobuf = vendorMediaType("protobuf");
