/** Encodes and decodes API objects in protobuf. */
import type { JsonObject } from "../../base/json-object.ts";
import type { StructSchema } from "../../schema/index.ts";
import { type DecodeLimits, defaultDecodeLimits } from "../limits.ts";
import { EnvelopeWriter, type TypeMeta } from "./envelope.ts";
import { messageFormOf } from "./schema-form.ts";
import { WireReader } from "./wire-reader.ts";

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

/** Returns the object in its envelope. @param object in canonical form */
export function encodeProtobuf(object: TypeMeta, schema: StructSchema): Buffer {
  const writer = new EnvelopeWriter(object);
  writer.add(object, schema);
  return writer.finish();
}
