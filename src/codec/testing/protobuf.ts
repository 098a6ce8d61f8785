/** What the tests of protobuf share: bytes as people write them, and objects without their envelope. */
import type { StructSchema } from "../../schema/index.ts";
import { EnvelopeWriter, openEnvelope } from "../protobuf/envelope.ts";

/** @param text `0a 03`, with any white space */
export function hex(text: string): Buffer {
  return Buffer.from(text.replaceAll(/\s/g, ""), "hex");
}

/** An object's bytes without the envelope. */
export function encodeContent(object: object, schema: StructSchema): Buffer {
  const writer = new EnvelopeWriter({ kind: "Sample", apiVersion: "v1" });
  writer.add(object, schema);
  return openEnvelope(writer.finish()).content;
}
