/** Objects of the API in protobuf. */
import type { StructSchema } from "../../schema/index.ts";
import { type DecodeLimits, defaultDecodeLimits } from "../limits.ts";
import { EnvelopeWriter, type TypeMeta } from "./envelope.ts";
import type { JsonObject } from "./form.ts";
import { messageFormOf } from "./schema-form.ts";
import { WireReader } from "./wire-reader.ts";

/**
 * The object that an envelope holds, in the shape that it has in JSON but for kind and apiVersion. Not in canonical form
 * yet: what stands there is kept, however empty.
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

/** An object in its envelope. @param object in canonical form */
export function encodeProtobuf(object: TypeMeta, schema: StructSchema): Buffer {
  const writer = new EnvelopeWriter(object);
  writer.add(object, schema);
  return writer.finish();
}
