/** The formats that an endpoint can send, and the objects that it accepts. */
import { hasProtobufForm } from "../../codec/index.ts";
import { unsupportedMediaType } from "../../meta/status-error.ts";
import { vendorMediaType } from "../../meta/vocabulary.ts";
import type { OutputRules } from "../output/negotiate-output.ts";
import { type BodyLanguage, bodyLanguage, cborMediaType, objectMediaTypes } from "../requests/body.ts";
import type { Call } from "../requests/call.ts";
import { isUntyped } from "../served/document-type.ts";
import { isCustom, type ServedEndpoint } from "../served/endpoint.ts";
import type { ExpectedObject } from "./decoding/expected-object.ts";
import { registeredKind, registeredSchema, typeTableOf } from "./decoding/registered-kinds.ts";

/**
 * Returns the formats of responses with an object or a list. Whether the requested one fits is checked when the
 * response is written.
 */
export function outputRules(endpoint: ServedEndpoint): OutputRules {
  const metadata = ["PartialObjectMetadata", "PartialObjectMetadataList"] as const;
  const { status, others } = endpoint.resourceKind.declaration.subresources;
  const subresource = endpoint.subresource === "status" ? status : others?.[endpoint.subresource];
  const transforms = subresource?.hasTable === false ? metadata : (["Table", ...metadata] as const);
  return { transforms, stream: false, ...protobufRules(endpoint) };
}

/**
 * Returns the formats of watch events. As in the reference, clients can also request the form of a list, although no
 * event can have it.
 */
export function watchOutputRules(endpoint: ServedEndpoint): OutputRules {
  const transforms = ["Table", "PartialObjectMetadata", "PartialObjectMetadataList"] as const;
  return { transforms, stream: true, ...protobufRules(endpoint) };
}

/** Returns the description of the objects that clients send to an endpoint, for `decodeObject`. */
export function expectedObject({
  documentKind,
  resourceKind,
  documentType,
  olderVersions,
  vocabulary,
}: ServedEndpoint): ExpectedObject {
  const kindIdentity: ExpectedObject["kindIdentity"] = (apiVersion, name) => {
    const declaration = registeredKind(vocabulary, apiVersion, name);
    return declaration?.storedAs ?? declaration;
  };
  const { group, version } = documentKind;
  const endpointGroup = { vocabulary, group: resourceKind.group };
  const schemaOf: ExpectedObject["schemaOf"] = (apiVersion, name) => registeredSchema(endpointGroup, apiVersion, name);
  return {
    group,
    version,
    kind: documentKind.kind,
    schema: documentType.schema,
    olderVersions,
    isCustom: isUntyped(documentType),
    kindIdentity,
    schemaOf,
    typeTable: typeTableOf(endpointGroup),
  };
}

/** As in the reference, objects of custom types and their Scales are not sent in protobuf, but their metadata are. */
function protobufRules(endpoint: ServedEndpoint): Pick<OutputRules, "protobuf" | "isTextUntransformed"> {
  return { protobuf: () => protobufMediaType(endpoint), isTextUntransformed: isCustom(endpoint) };
}

/**
 * Returns the language in which a client sends an object to an endpoint. Objects of custom types have no protobuf form: it contains only
 * their metadata.
 * @throws StatusError 415
 */
export function objectLanguage(call: Call, endpoint: ServedEndpoint): BodyLanguage {
  const language = bodyLanguage(call, protobufMediaType(endpoint));
  if (language === "protobuf" && isUntyped(endpoint.documentType))
    throw unsupportedMediaType([...objectMediaTypes, ...(call.servesCbor ? [cborMediaType] : [])]);
  return language;
}

/** Returns the cluster's media type for protobuf. Undefined if the endpoint's objects have no protobuf form. */
export function protobufMediaType(endpoint: ServedEndpoint): string | undefined {
  return hasProtobufForm(endpoint.documentType.schema.schema) ? endpoint.vocabulary.bind(vendorProtobuf) : undefined;
}

const vendorProtobuf = vendorMediaType("protobuf");
