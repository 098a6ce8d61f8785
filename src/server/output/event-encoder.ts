/**
 * Encodes watch events. In JSON, each event is a document on its own line. In protobuf, each event is a message that
 * follows its length. In CBOR, the events are a sequence of documents.
 */

import { status as statusSchema } from "../../api/meta/v1/status.ts";
import type { CachedObject, EventEncoder, EventType, ObjectPreparation, RemoteEncoder } from "../../cache/index.ts";
import { stringifyJson, type TypeMeta } from "../../codec/index.ts";
import type { StatusResponse } from "../../meta/status.ts";
import type { StructSchema } from "../../schema/index.ts";
import type { MessageFraming } from "../requests/exchange.ts";
import type { DocumentType } from "../served/document-type.ts";
import type { BinaryContents } from "./binary-contents.ts";
import { type BinaryFormat, binaryFormat, type ContentForm, contentType } from "./binary-format.ts";
import { isProtobuf, type Output } from "./output.ts";
import { metadataSource, partialMetadata } from "./partial-metadata.ts";
import { listNumbers, responseSchema } from "./protobuf-response.ts";
import { isSlowToWrite } from "./slow-objects.ts";
import { columnDefinitions, oneRowTable, type TableForm } from "./table.ts";
import { renderValue } from "./write-body.ts";

const lineEnd = "}\n";

type SentType = EventType | "BOOKMARK" | "ERROR";

/** Returns the Content-Type of a stream of events. */
export function eventStreamType(output: Output): string {
  return binaryFormat(output)?.streamType(output.mediaType) ?? output.mediaType;
}

/**
 * Returns how a stream of events is divided into WebSocket messages. JSON is sent as text, protobuf as binary
 * without the length, and CBOR as binary.
 */
export function eventFraming(output: Output): MessageFraming {
  return binaryFormat(output)?.framing ?? jsonFraming;
}

const jsonFraming: MessageFraming = {
  isText: true,
  *messagesIn(bytes) {
    for (let start = 0; start < bytes.length; ) {
      const end = bytes.indexOf(newline, start) + 1 || bytes.length;
      yield bytes.subarray(start, end);
      start = end;
    }
  },
};

const newline = 0x0a;

function eventHead(type: SentType): string {
  return `{"type":"${type}","object":`;
}

const heads = { ADDED: eventHead("ADDED"), MODIFIED: eventHead("MODIFIED"), DELETED: eventHead("DELETED") };

/**
 * Returns an encoder of events in the requested form.
 * @param table present if the form is a Table
 * @param encodeRemotely encodes large events in another thread; absent: this thread encodes them
 * @param contents keeps the contents of objects in binary formats; absent: none is kept
 */
export function eventEncoder(
  documentType: DocumentType,
  output: Output,
  table: TableForm | undefined,
  encodeRemotely?: RemoteEncoder["encode"],
  contents?: BinaryContents,
): EventEncoder {
  const format = binaryFormat(output);
  const encoder = format
    ? binaryEvents(format, { documentType, output }, contents)
    : encoderOf(documentType, output, table);
  const isSlow = (object: CachedObject): boolean => isSlowToWrite({ documentType, output }, object);
  return {
    id: `${documentType.kind.apiVersion} ${encoder.id}`,
    encode: (event) => encoder.encode(event),
    remoteEncoder: documentType.preparation
      ? preparingEncoder(
          documentType.preparation,
          encoder,
          encodeRemotely && { takesLong: isSlow, encode: encodeRemotely },
        )
      : encodeRemotely && { takesLong: isSlow, encode: encodeRemotely },
  };
}

/** Returns an encoder that prepares objects first. @param other encodes large events in another thread */
function preparingEncoder(
  { isReady, prepare }: ObjectPreparation,
  encoder: EventEncoder,
  other: RemoteEncoder | undefined,
): RemoteEncoder {
  return {
    preparesObjects: true,
    takesLong: (object) => !isReady(object) || (other?.takesLong(object) ?? false),
    encode: async (event) => {
      if (other?.takesLong(event.object)) return await other.encode(event);
      await prepare([event.object]);
      return encoder.encode(event);
    },
  };
}

function encoderOf(documentType: DocumentType, output: Output, table: TableForm | undefined): EventEncoder {
  const { as } = output;
  if (table) return tableEvents(documentType, table);
  if (!as)
    return {
      id: "json",
      encode: ({ type, object }) => lineOfBytes(heads[type], documentType.toDocument(object).bytes),
    };
  return {
    id: `metadata ${as.apiVersion}`,
    encode: ({ type, object }) =>
      lineOfText(heads[type], partialMetadata(metadataSource(documentType, object), as.apiVersion)),
  };
}

function lineOfBytes(head: string, bytes: Buffer): Buffer {
  const line = Buffer.allocUnsafe(head.length + bytes.length + lineEnd.length);
  line.write(head, 0, "latin1");
  bytes.copy(line, head.length);
  line.write(lineEnd, head.length + bytes.length, "latin1");
  return line;
}

/** The object of a DELETED event is not in the cache, so its content is not kept. */
function binaryEvents(format: BinaryFormat, form: ContentForm, contents: BinaryContents | undefined): EventEncoder {
  const type = contentType(form);
  return {
    id: `${format.name} ${form.output.as?.apiVersion ?? ""}`,
    encode: ({ type: eventType, object }) => {
      const isKept = contents && eventType !== "DELETED";
      const content = isKept ? contents.get(format, form, object) : format.content(form, object);
      return format.event(eventType, format.document(type, content));
    },
  };
}

/**
 * Encodes events as Tables with one row. `insertColumns()` adds the column definitions to the first event of each
 * watch.
 */
function tableEvents(documentType: DocumentType, form: TableForm): EventEncoder {
  return {
    id: `table ${form.apiVersion} ${form.includeObject}`,
    encode: ({ type, object }) =>
      lineOfText(heads[type], oneRowTable(documentType, object, form, { showColumns: false })),
  };
}

const noColumns = Buffer.from('"columnDefinitions":null');

/** Inserts the column definitions into the first event of a Table watch. */
export function insertColumns(documentType: DocumentType, line: Buffer): Buffer {
  const at = line.indexOf(noColumns);
  const columns = Buffer.from(`"columnDefinitions":${stringifyJson(columnDefinitions(documentType))}`);
  return Buffer.concat([line.subarray(0, at), columns, line.subarray(at + noColumns.length)]);
}

/**
 * Returns a BOOKMARK event, which says that the client has received all events up to `revision`.
 * @param annotations of the bookmark's metadata
 */
export function encodeBookmark(
  documentType: DocumentType,
  output: Output,
  revision: number,
  annotations?: Readonly<Record<string, string>>,
): Buffer {
  const { as } = output;
  const metadata = { resourceVersion: String(revision), ...(annotations ? { annotations } : {}) };
  const { kind, apiVersion } = documentType.kind;
  const object =
    as?.kind === "Table"
      ? { kind: "Table", apiVersion: as.apiVersion, metadata, columnDefinitions: null, rows: [] }
      : as
        ? { kind: "PartialObjectMetadata", apiVersion: as.apiVersion, metadata }
        : { kind, apiVersion, metadata };
  return eventBytes("BOOKMARK", object, output, responseSchema(documentType.schema.schema, output));
}

/**
 * Returns an empty list in the form of the watch, encoded and in base64. The bookmark that ends the initial events
 * carries it in an annotation, so that a client can build a list from these events. Clients of the reference send a
 * list request if it is missing.
 */
export function emptyListBlueprint(documentType: DocumentType, output: Output): string {
  const { as } = output;
  const { listKind: kind, apiVersion } = documentType.kind;
  const list = as
    ? { kind: "PartialObjectMetadataList", apiVersion: as.apiVersion, metadata: {}, items: null }
    : // As in the reference, an empty list of a custom type has no metadata.
      documentType.schema.schema.members
      ? { apiVersion, items: [], kind }
      : { kind, apiVersion, metadata: {}, items: null };
  return renderValue(
    list,
    { ...output, pretty: false },
    isProtobuf(output) ? listNumbers(output).head : undefined,
  ).toString("base64");
}

/** Returns an ERROR event, which is the last event of a failed watch. */
export function encodeErrorEvent(status: StatusResponse, output: Output): Buffer {
  return eventBytes("ERROR", status, output, statusSchema);
}

function eventBytes(type: SentType, object: TypeMeta, output: Output, schema: StructSchema): Buffer {
  const format = binaryFormat(output);
  if (format) return format.event(type, renderValue(object, output, schema));
  return lineOfText(eventHead(type), stringifyJson(object));
}

function lineOfText(head: string, json: string): Buffer {
  return Buffer.from(head + json + lineEnd);
}
