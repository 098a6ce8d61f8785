/** Encodes and decodes API objects in protobuf. */
import type { JsonObject } from "../../base/json-object.ts";
import type { StructSchema } from "../../schema/index.ts";
import { type DecodeLimits, defaultDecodeLimits } from "../limits.ts";
import { sealEnvelope, type TypeMeta } from "./envelope.ts";
import { writeJsonFields } from "./json-message.ts";
import { messageFormOf } from "./schema-form.ts";
import { WireReader } from "./wire-reader.ts";
import { WireWriter } from "./wire-writer.ts";

/**
 * Returns the object as plain values, without kind and apiVersion. It is not in canonical form: empty values are kept.
 * @param content without the envelope
 * @throws DecodeError
 */
export function decodeProtobuf(
  content: Buffer,
  schema: StructSchema,
  limits: DecodeLimits = defaultDecodeLimits,
): JsonObject {
  const object = {};
  messageFormOf(schema).readFields(new WireReader(content, limits), object);
  return object;
}

/** Returns the bytes of an object's fields, without an envelope. @param object in canonical form */
export function protobufFields(object: object, schema: StructSchema): Buffer {
  const writer = new WireWriter();
  messageFormOf(schema).writeFields(writer, object as JsonObject);
  return writer.finish();
}

/** Returns the object in its envelope. @param object in canonical form */
export function encodeProtobuf(object: TypeMeta, schema: StructSchema): Buffer {
  return sealEnvelope(object, protobufFields(object, schema));
}

const scratch = new WireWriter();

/**
 * Returns the bytes of an object's fields, in a separate buffer. Takes half of the time of parsing the JSON and
 * `protobufFields()`.
 * @param json an object of the schema in canonical JSON
 */
export function protobufOfJson(json: Buffer, schema: StructSchema): Buffer {
  scratch.reset();
  writeJsonFields(scratch, json, schema);
  return scratch.copy();
}
