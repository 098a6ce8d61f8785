/** What an endpoint takes and gives, for the verbs. */
import { hasProtobufForm } from "../../codec/index.ts";
import { vendorMediaType } from "../../meta/vocabulary.ts";
import { spelledIn } from "../../schema/index.ts";
import type { OutputRules } from "../output/negotiate-output.ts";
import type { Endpoint } from "../resource-table.ts";
import type { ExpectedObject } from "./decode-object.ts";
import { isAuxiliaryKind, registeredKind } from "./registered-kinds.ts";

/** Answers that are an object or a list. Which of the representations fits is checked when the answer is written. */
export function answerRules(endpoint: Endpoint): OutputRules {
  const metadata = ["PartialObjectMetadata", "PartialObjectMetadataList"] as const;
  const { status, others } = endpoint.served.declaration.subresources;
  const subresource = endpoint.subresource === "status" ? status : others?.[endpoint.subresource];
  const transforms = subresource?.hasTable === false ? metadata : (["Table", ...metadata] as const);
  return { transforms, stream: false, protobuf: () => protobufAt(endpoint) };
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
  const auxiliary: ExpectedObject["auxiliary"] = (apiVersion, name) => isAuxiliaryKind(vocabulary, apiVersion, name);
  const schemaOf: ExpectedObject["schemaOf"] = (apiVersion, name) => {
    const declaration = registeredKind(vocabulary, apiVersion, name);
    return declaration?.kind === name ? spelledIn(declaration.schema, vocabulary) : undefined;
  };
  const { group, version } = kind;
  return { group, version, kind: kind.kind, schema: shape.schema, olderVersions, registered, auxiliary, schemaOf };
}

/** What the cluster calls protobuf, where the endpoint's objects have a form in it. */
export function protobufAt(endpoint: Endpoint): string | undefined {
  return hasProtobufForm(endpoint.shape.schema.schema) ? endpoint.vocabulary.bind(protobuf) : undefined;
}

const protobuf = vendorMediaType("protobuf");
