/** Responds with one object. */
import type { CachedObject } from "../../cache/index.ts";
import { parseJson } from "../../codec/index.ts";
import { parseObject } from "../../registry/index.ts";
import type { Call } from "../requests/call.ts";
import type { DocumentType } from "../served/document-type.ts";
import { noteObjectResponse } from "./audit-objects.ts";
import type { BinaryContents } from "./binary-contents.ts";
import { type BinaryFormat, binaryFormat, contentType } from "./binary-format.ts";
import { compressAtOnceBytesMax } from "./compress.ts";
import type { CompressedObjectCache } from "./compressed-object-cache.ts";
import { gzipHeaders, shouldCompress } from "./compression.ts";
import type { Output } from "./output.ts";
import { metadataSource, partialMetadata } from "./partial-metadata.ts";
import { responseSchema } from "./protobuf-response.ts";
import { requireObjectForm } from "./require-form.ts";
import { oneRowTable, readTableForm } from "./table.ts";
import { renderValue, withLineEnd, writeBody } from "./write-body.ts";

/** Parts of a request in its audit event. */
const transformation = "transform-response-object";
const serialization = "serialize-response-object";

/** An object, and how the client requested it. */
export interface ObjectResponse {
  readonly documentType: DocumentType;
  /** The stored object, or an object that was computed for this request. */
  readonly object: CachedObject;
  readonly status: number;
  readonly output: Output;
}

/** Where forms of objects that are requested often are kept. Absent: they are not kept. */
export interface KeptForms {
  readonly compressed?: CompressedObjectCache | undefined;
  readonly contents?: BinaryContents | undefined;
}

/**
 * Responds with an object.
 * @throws StatusError 406 if the client requested the representation of a list
 */
export async function writeObject(call: Call, response: ObjectResponse, kept: KeptForms = {}): Promise<void> {
  const { documentType, object, status, output } = response;
  requireObjectForm(output, documentType);
  if (documentType.preparation) await documentType.preparation.prepare([object], call.signal);
  if (call.audit) noteObjectResponse(call, response, () => transformedJson(call, documentType, object, output));
  if (!output.as && !output.pretty && output.mediaType === "application/json") {
    const document = call.measure(serialization, () => documentType.toDocument(object));
    const isKept = document.byteLength < compressAtOnceBytesMax && shouldCompress(call, document.byteLength + 1);
    if (!kept.compressed || !isKept)
      return await writeBody(call, status, output.mediaType, withLineEnd(document.bytes));
    return call.respond(status, { "content-type": output.mediaType, ...gzipHeaders }, kept.compressed.get(document));
  }
  const format = binaryFormat(output);
  const body = format
    ? call.measure(serialization, () => binaryObject(format, response, kept.contents))
    : renderObject(call, response);
  await writeBody(call, status, output.mediaType, body);
}

function binaryObject(format: BinaryFormat, response: ObjectResponse, contents: BinaryContents | undefined): Buffer {
  const { object } = response;
  const content = contents ? contents.get(format, response, object) : format.content(response, object);
  return format.document(contentType(response), content);
}

function renderObject(call: Call, { documentType, object, output }: ObjectResponse): Buffer {
  const json = output.as && call.measure(transformation, () => transformedJson(call, documentType, object, output));
  const isPlain = output.mediaType === "application/json" && !output.pretty;
  if (isPlain && json !== undefined) return Buffer.from(`${json}\n`);
  const value = call.measure("decode-response-object", () =>
    json === undefined ? parseObject(documentType.toDocument(object)) : parseJsonOf(object, json),
  );
  return call.measure(serialization, () =>
    renderValue(value, output, responseSchema(documentType.schema.schema, output)),
  );
}

/** Parses JSON that was made from an object, with exact numbers if the object has them. */
function parseJsonOf({ needsExactJson }: CachedObject, json: string): unknown {
  return needsExactJson ? parseJson(Buffer.from(json)).value : JSON.parse(json);
}

/** Returns the requested representation in JSON, or undefined if it is the object itself. */
function transformedJson(
  call: Call,
  documentType: DocumentType,
  object: CachedObject,
  { as }: Output,
): string | undefined {
  switch (as?.kind) {
    case "Table":
      return objectTable(call, documentType, object, as.apiVersion);
    case "PartialObjectMetadata":
      return partialMetadata(metadataSource(documentType, object), as.apiVersion);
    case "PartialObjectMetadataList":
    case undefined:
      return undefined;
  }
}

function objectTable(call: Call, documentType: DocumentType, object: CachedObject, apiVersion: string): string {
  return oneRowTable(documentType, object, readTableForm(call, apiVersion), { showColumns: true });
}
