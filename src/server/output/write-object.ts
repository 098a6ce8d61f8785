/** Answering with one object. */
import type { CachedObject } from "../../cache/index.ts";
import { parseJson } from "../../codec/index.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import { parseObject } from "../../registry/index.ts";
import type { CompiledSchema } from "../../schema/index.ts";
import type { Call } from "../call.ts";
import type { CompressedBytes } from "./compressed-bytes.ts";
import type { Output } from "./output.ts";
import { partialMetadata } from "./partial-metadata.ts";
import { answeredSchema } from "./protobuf-answer.ts";
import { oneRowTable, readTableForm, type TableShape } from "./table.ts";
import { renderValue, writeBody } from "./write-body.ts";

/** What is known of the objects of an endpoint. */
export interface ObjectShape extends TableShape {
  readonly schema: CompiledSchema<ApiObject>;
}

export interface ObjectAnswer {
  readonly shape: ObjectShape;
  readonly object: CachedObject;
  readonly status: number;
  readonly output: Output;
}

/** @param compressed keeps compressed bytes of objects that are asked for often */
export async function writeObject(call: Call, answer: ObjectAnswer, compressed: CompressedBytes): Promise<void> {
  const { object, status, output } = answer;
  if (!output.as && !output.pretty && output.mediaType === "application/json") {
    await writeBody(call, status, output.mediaType, object.bytes, () => compressed.of(object));
    return;
  }
  await writeBody(call, status, output.mediaType, renderObject(call, answer));
}

function renderObject(call: Call, { shape, object, output }: ObjectAnswer): Buffer {
  const json = transformed(call, shape, object, output);
  const isPlain = output.mediaType === "application/json" && !output.pretty;
  if (isPlain) return Buffer.from(json ?? object.bytes);
  const value = json === undefined ? parseObject(object) : parseJsonOf(object, json);
  return renderValue(value, output, answeredSchema(shape.schema.schema, output));
}

/** Parses what was made of an object as exactly as the object itself. */
function parseJsonOf({ exact }: CachedObject, json: string): unknown {
  return exact ? parseJson(Buffer.from(json)).value : JSON.parse(json);
}

/** The representation that was asked for, in JSON; undefined for the object itself. */
function transformed(call: Call, shape: TableShape, object: CachedObject, { as }: Output): string | undefined {
  switch (as?.kind) {
    case "Table":
      return objectTable(call, shape, object, as.apiVersion);
    case "PartialObjectMetadata":
    case "PartialObjectMetadataList":
      return partialMetadata(object, as.apiVersion);
    case undefined:
      return undefined;
  }
}

function objectTable(call: Call, shape: TableShape, object: CachedObject, apiVersion: string): string {
  return oneRowTable(shape, object, readTableForm(call, apiVersion), { showColumns: true });
}
