/** The binary formats of responses: protobuf and CBOR. */
import type { CachedObject } from "../../cache/index.ts";
import {
  cborDocument,
  cborDocumentsIn,
  encodeCborContent,
  encodeCborEvent,
  encodeWatchEvent,
  parseJson,
  protobufOfJson,
  sealEnvelope,
  type TypeMeta,
  watchEventsIn,
} from "../../codec/index.ts";
import { parseObject } from "../../registry/index.ts";
import type { MessageFraming } from "../requests/exchange.ts";
import type { DocumentType } from "../served/document-type.ts";
import { cborSequenceMediaType, isCbor, isProtobuf, type Output } from "./output.ts";
import { metadataSource, partialMetadata } from "./partial-metadata.ts";
import { responseSchema } from "./protobuf-response.ts";

/** How an object is requested. */
export interface ContentForm {
  readonly documentType: DocumentType;
  readonly output: Output;
}

/** A binary format of objects and events. */
export interface BinaryFormat {
  /** Distinguishes the formats. */
  readonly name: string;
  /** Division of a stream of events into WebSocket messages. */
  readonly framing: MessageFraming;
  /** Returns the content of an object: the bytes that its document, its list item and its events have in common. */
  content(form: ContentForm, object: CachedObject): Buffer;
  /** Returns the document of an object with this content. */
  document(type: TypeMeta, content: Buffer): Buffer;
  /** Returns an event. @param document of the object */
  event(type: string, document: Buffer): Buffer;
  /** Returns the Content-Type of a stream of events. @param mediaType of one document */
  streamType(mediaType: string): string;
}

/** Returns the binary format of a response. Undefined for JSON and YAML. */
export function binaryFormat(output: Output): BinaryFormat | undefined {
  if (isProtobuf(output)) return protobufFormat;
  return isCbor(output) ? cborFormat : undefined;
}

/** Returns kind and apiVersion of objects in this form. */
export function contentType({ documentType: { kind }, output: { as } }: ContentForm): TypeMeta {
  return as
    ? { kind: "PartialObjectMetadata", apiVersion: as.apiVersion }
    : { kind: kind.kind, apiVersion: kind.apiVersion };
}

const protobufFormat: BinaryFormat = {
  name: "protobuf",
  framing: { isText: false, messagesIn: watchEventsIn },
  content: ({ documentType, output }, object) => {
    const schema = responseSchema(documentType.schema.schema, output);
    if (!output.as) return protobufOfJson(documentType.toDocument(object).bytes, schema);
    return protobufOfJson(metadataOf(documentType, object, output.as.apiVersion), schema);
  },
  document: sealEnvelope,
  event: encodeWatchEvent,
  streamType: (mediaType) => `${mediaType};stream=watch`,
};

const cborFormat: BinaryFormat = {
  name: "cbor",
  framing: { isText: false, messagesIn: cborDocumentsIn },
  content: ({ documentType, output }, object) => {
    const schema = responseSchema(documentType.schema.schema, output);
    if (!output.as) return encodeCborContent(parseObject(documentType.toDocument(object)), schema);
    const metadata = parseJson(metadataOf(documentType, object, output.as.apiVersion)).value as object;
    return encodeCborContent(metadata, schema);
  },
  document: (type, content) => cborDocument(content, type),
  event: encodeCborEvent,
  streamType: () => cborSequenceMediaType,
};

function metadataOf(documentType: DocumentType, object: CachedObject, apiVersion: string): Buffer {
  return Buffer.from(partialMetadata(metadataSource(documentType, object), apiVersion));
}
