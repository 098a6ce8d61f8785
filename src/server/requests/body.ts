/** Request bodies: which media types are taken, how large they may be, and what stands in them. */
import {
  contentLanguage,
  countKeys,
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

/** The most that a request body may hold. */
export const bodyBytesMax = 3 * 1024 * 1024;

export interface ParsedBody {
  readonly bytes: Buffer;
  readonly value: unknown;
  /** Keys at all levels, as often as they stand there. */
  readonly keyCount: number;
  /** Duplicates that the language itself reports; JSON leaves them to the strict decoding. */
  readonly duplicates: readonly string[];
  /** The document in its own order, for complaints about its fields. */
  readonly node: () => JsonNode;
}

export type TextLanguage = "json" | "yaml";
export type BodyLanguage = TextLanguage | "protobuf";

/** The media types of objects that are read and written, as messages list them. */
export const objectMediaTypes: readonly string[] = ["application/json", "application/yaml"];

/**
 * The language of the request's body; JSON when the client does not say.
 * @param protobuf what the cluster calls protobuf; undefined where there is no form in it
 * @throws StatusError 415
 */
export function bodyLanguage(call: Call, protobuf: string | undefined): BodyLanguage {
  const header = call.exchange.header("content-type");
  if (header === undefined || header === "") return "json";
  const mediaType = parseContentType(header)?.mediaType;
  if (mediaType === "application/json") return "json";
  if (mediaType === "application/yaml") return "yaml";
  if (protobuf === undefined) throw unsupportedMediaType(objectMediaTypes);
  if (mediaType !== undefined && protobufMediaTypes.includes(mediaType)) return "protobuf";
  throw unsupportedMediaType([...objectMediaTypes, protobuf]);
}

/** @throws DecodeError of codec when the bytes are not in the language, or over its limits */
export async function parseBody(bytes: Buffer, language: TextLanguage): Promise<ParsedBody> {
  if (language === "yaml") {
    const { value, duplicates } = await parseYaml(bytes);
    return { bytes, value, keyCount: countKeys(value), duplicates, node: () => sortedJsonNode(value) };
  }
  const { value, keyCount } = parseJson(bytes, { keepsNumberTexts: true });
  return { bytes, value, keyCount, duplicates: [], node: () => parseJsonNode(bytes.toString("utf8")) };
}

/**
 * What an envelope holds: an object of the type, without kind and apiVersion.
 * @throws DecodeError of codec, also for content that nobody here can read
 */
export async function parseContent(envelope: ProtobufEnvelope, schema: StructSchema): Promise<ParsedBody> {
  const { content } = envelope;
  return contentLanguage(envelope) === "json" ? await parseBody(content, "json") : parseMessage(content, schema);
}

/** @throws DecodeError of codec */
export function parseMessage(content: Buffer, schema: StructSchema): ParsedBody {
  const value = decodeProtobuf(content, schema);
  return { bytes: content, value, keyCount: countKeys(value), duplicates: [], node: () => sortedJsonNode(value) };
}
