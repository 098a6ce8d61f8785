/** Helpers for protobuf tests: bytes in hexadecimal, and objects without their envelope. */
import type { StructSchema } from "../../schema/index.ts";
import { EnvelopeWriter, openEnvelope } from "../protobuf/envelope.ts";

/** Returns the bytes of hexadecimal text. @param text such as `0a 03`, with any white space */
export function hex(text: string): Buffer {
  return Buffer.from(text.replaceAll(/\s/g, ""), "hex");
}

/** Returns the bytes of an object without the envelope. */
export function encodeContent(object: object, schema: StructSchema): Buffer {
  const writer = new EnvelopeWriter({ kind: "Sample", apiVersion: "v1" });
  writer.add(object, schema);
  return openEnvelope(writer.finish()).content;
}
