/** Request bodies: the accepted media types, the size limit, and the parsing. */
import { withPlainNumbers } from "../../base/number-text.ts";
import {
  contentLanguage,
  countKeys,
  decodeCbor,
  decodeCborObject,
  decodeProtobuf,
  type JsonNode,
  type ProtobufEnvelope,
  parseContentType,
  parseJson,
  parseJsonNode,
  parseYaml,
  protobufMediaTypes,
  sortedJsonNode,
} from "../../codec/index.ts";
import { unsupportedMediaType } from "../../meta/status-error.ts";
import type { StructSchema } from "../../schema/index.ts";
import type { Call } from "./call.ts";

/** Limit of a request body, as in the reference. */
export const bodyBytesMax = 3 * 1024 * 1024;

/** A parsed request body. */
export interface ParsedBody {
  readonly bytes: Buffer;
  readonly value: unknown;
  /** Number of keys at all levels. A repeated key counts each time. */
  readonly keyCount: number;
  /**
   * Messages about repeated keys, if the parser of the language reports them. The JSON parser does not. Strict decoding
   * finds them later.
   */
  readonly duplicates: readonly string[];
  /** Complaints of strict decoding, if the parser reports them instead of `node()`. */
  readonly complaints?: readonly string[];
  /**
   * Returns the document as a tree that keeps the order of the members and repeated keys, for messages about its
   * fields.
   */
  readonly node: () => JsonNode;
}

/** A language in which a client can write an object as text. */
export type TextLanguage = "json" | "yaml";
/** A language in which a client can send an object. */
export type BodyLanguage = TextLanguage | "protobuf" | "cbor";

/** Media type of objects in CBOR. */
export const cborMediaType = "application/cbor";

/** Media types of objects other than protobuf and CBOR, in the order in which error messages list them. */
export const objectMediaTypes: readonly string[] = ["application/json", "application/yaml"];

/**
 * Returns the language of the request's body, according to its Content-Type. Without that header, it is JSON.
 * @param protobuf the cluster's media type for protobuf; undefined if the object has no protobuf form
 * @throws StatusError 415
 */
export function bodyLanguage(call: Call, protobuf: string | undefined): BodyLanguage {
  const header = call.exchange.header("content-type");
  if (header === undefined || header === "") return "json";
  const mediaType = parseContentType(header)?.mediaType;
  if (mediaType === "application/json") return "json";
  if (mediaType === "application/yaml") return "yaml";
  const { servesCbor } = call;
  if (servesCbor && mediaType === cborMediaType) return "cbor";
  const others = servesCbor ? [cborMediaType] : [];
  if (protobuf === undefined) throw unsupportedMediaType([...objectMediaTypes, ...others]);
  if (mediaType !== undefined && protobufMediaTypes.includes(mediaType)) return "protobuf";
  throw unsupportedMediaType([...objectMediaTypes, protobuf, ...others]);
}

/**
 * Parses the text of a body. Numbers keep their notation.
 * @throws DecodeError of codec if the bytes are malformed or exceed a limit
 */
export async function parseBody(bytes: Buffer, language: TextLanguage): Promise<ParsedBody> {
  if (language === "yaml") {
    const { value, duplicates } = await parseYaml(bytes);
    return { bytes, value, keyCount: countKeys(value), duplicates, node: () => sortedJsonNode(value) };
  }
  const { value, keyCount } = parseJson(bytes, { keepsNumberTexts: true });
  return { bytes, value, keyCount, duplicates: [], node: () => parseJsonNode(bytes.toString("utf8")) };
}

/**
 * Parses the content of a protobuf envelope. The result has no kind and apiVersion, because the envelope has them.
 * @throws DecodeError of codec, also for content in an unsupported language
 */
export async function parseContent(envelope: ProtobufEnvelope, schema: StructSchema): Promise<ParsedBody> {
  const { content } = envelope;
  return contentLanguage(envelope) === "json" ? await parseBody(content, "json") : parseMessage(content, schema);
}

/**
 * Parses an object in CBOR, whose type was read with `readCborType()`. Unlike in other languages, the schema already
 * finds unknown fields, unless the object is of a custom type.
 * @throws DecodeError of codec
 */
export function parseCbor(bytes: Buffer, schema: StructSchema): ParsedBody {
  if (schema.members) {
    const { value, keyCount } = decodeCborObject(bytes);
    // As in the reference, the metadata are read as JSON, in which 5.0 and 5 are equal.
    if (value?.["metadata"]) value["metadata"] = withPlainNumbers(value["metadata"]);
    return { bytes, value, keyCount, duplicates: [], node: () => sortedJsonNode(value) };
  }
  const { value, complaints } = decodeCbor(bytes, schema);
  return { bytes, value, keyCount: countKeys(value), duplicates: [], complaints, node: () => sortedJsonNode(value) };
}

/**
 * Parses a protobuf message.
 * @throws DecodeError of codec
 */
export function parseMessage(content: Buffer, schema: StructSchema): ParsedBody {
  const value = decodeProtobuf(content, schema);
  return { bytes: content, value, keyCount: countKeys(value), duplicates: [], node: () => sortedJsonNode(value) };
}
