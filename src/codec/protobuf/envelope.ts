/**
 * The envelope around every object in protobuf. It is a prefix that no other format begins with, and a message that
 * contains the object's type and the object. The object is in protobuf or JSON.
 */
import type { JsonObject } from "../../base/json-object.ts";
import { goQuote } from "../../meta/go-quote.ts";
import { DecodeError } from "../decode-error.ts";
import { singleField } from "./field-forms.ts";
import { protobufMediaTypes } from "./media-types.ts";
import { MessageForm } from "./message-form.ts";
import { bytesForm, textForm } from "./scalar-forms.ts";
import { WireReader } from "./wire-reader.ts";
import { wireTypes } from "./wire-type.ts";
import { WireWriter } from "./wire-writer.ts";

/** The last byte is the version of the envelope; only one version exists. */
const prefix = Buffer.from([0x6b, 0x38, 0x73, 0x00]);

const typeMeta = new MessageForm(() => [
  singleField({ number: 1, name: "apiVersion" }, textForm, "always"),
  singleField({ number: 2, name: "kind" }, textForm, "always"),
]);

const typeMetaNumber = 1;
const rawNumber = 2;
const contentEncodingNumber = 3;
const contentTypeNumber = 4;

const envelope = new MessageForm(() => [
  singleField({ number: typeMetaNumber, name: "typeMeta" }, typeMeta, "always"),
  singleField({ number: rawNumber, name: "raw" }, bytesForm, "set"),
  singleField({ number: contentEncodingNumber, name: "contentEncoding" }, textForm, "always"),
  singleField({ number: contentTypeNumber, name: "contentType" }, textForm, "always"),
]);

interface EnvelopeMessage {
  readonly typeMeta?: { readonly apiVersion?: string; readonly kind?: string };
  readonly raw?: Buffer;
  readonly contentEncoding?: string;
  readonly contentType?: string;
}

/** Kind and apiVersion of an object. Empty if the sender omitted them. */
export interface TypeMeta {
  readonly apiVersion: string;
  readonly kind: string;
}

/** An opened envelope. */
export interface ProtobufEnvelope extends TypeMeta {
  /** Bytes of the object; a view, not a copy. */
  readonly content: Buffer;
  /** Empty if the content is not compressed or otherwise encoded. */
  readonly contentEncoding: string;
  /** Media type of the content. Empty means protobuf. */
  readonly contentType: string;
}

/**
 * Returns the contents of an envelope.
 * @throws DecodeError for bytes that are not an envelope, with the reference's message
 */
export function openEnvelope(bytes: Buffer): ProtobufEnvelope {
  if (bytes.length === 0) throw new DecodeError("syntax", "empty data");
  if (!prefix.equals(bytes.subarray(0, prefix.length))) {
    const expected = `expected prefix [${prefix.join(" ")}]`;
    throw new DecodeError("syntax", `provided data does not appear to be a protobuf message, ${expected}`);
  }
  if (bytes.length === prefix.length) throw new DecodeError("syntax", "empty body");
  const message: EnvelopeMessage = {};
  envelope.readFields(new WireReader(bytes.subarray(prefix.length)), message as JsonObject);
  const { typeMeta: { apiVersion = "", kind = "" } = {}, contentEncoding = "", contentType = "" } = message;
  return { apiVersion, kind, content: message.raw ?? Buffer.alloc(0), contentEncoding, contentType };
}

/**
 * Returns the language of the content. The reference ignores both members and would read garbage.
 * @throws DecodeError for content in an unsupported language or encoding
 */
export function contentLanguage({
  contentEncoding,
  contentType,
}: Pick<ProtobufEnvelope, "contentEncoding" | "contentType">): "protobuf" | "json" {
  if (contentEncoding !== "") throw new DecodeError("value", `unknown content encoding ${goQuote(contentEncoding)}`);
  if (contentType === "" || protobufMediaTypes.includes(contentType)) return "protobuf";
  if (contentType === "application/json") return "json";
  throw new DecodeError("value", `unknown content type ${goQuote(contentType)}`);
}

const scratch = new WireWriter();

/** The start of the envelopes of each type that was written. Servers have a limited number of types. */
const starts = new Map<string, Buffer>();

/** Returns the bytes of an envelope up to the length of its content. */
function startOf({ apiVersion, kind }: TypeMeta): Buffer {
  const name = `${apiVersion} ${kind}`;
  let start = starts.get(name);
  if (!start) {
    scratch.reset();
    scratch.raw(prefix);
    scratch.tag(typeMetaNumber, typeMeta.wireType);
    typeMeta.write(scratch, { apiVersion, kind });
    scratch.tag(rawNumber, wireTypes.lengthDelimited);
    start = scratch.copy();
    starts.set(name, start);
  }
  return start;
}

/** Returns the bytes before the content of an envelope. @param contentBytes length of the content */
export function envelopeHead(type: TypeMeta, contentBytes: number): Buffer {
  const start = startOf(type);
  scratch.reset();
  scratch.raw(start);
  scratch.integer(contentBytes);
  return scratch.copy();
}

/** The bytes after the content of an envelope: no encoding, and no media type, which means protobuf. */
export const envelopeTail: Buffer = Buffer.from([
  contentEncodingNumber * 8 + wireTypes.lengthDelimited,
  0,
  contentTypeNumber * 8 + wireTypes.lengthDelimited,
  0,
]);

/** Returns an envelope. @param content the fields of the object */
export function sealEnvelope(type: TypeMeta, content: Uint8Array): Buffer {
  const start = startOf(type);
  scratch.reset();
  scratch.integer(content.length);
  const envelope = Buffer.allocUnsafe(start.length + scratch.length + content.length + envelopeTail.length);
  envelope.set(start);
  envelope.set(scratch.finish(), start.length);
  envelope.set(content, start.length + scratch.length);
  envelope.set(envelopeTail, envelope.length - envelopeTail.length);
  return envelope;
}
