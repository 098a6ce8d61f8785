/** Sends a complete body, compressed if the client accepts it. */
import { encodeCbor, encodeProtobuf, stringifyJson, stringifyYaml, type TypeMeta } from "../../codec/index.ts";
import type { StructSchema } from "../../schema/index.ts";
import type { Call } from "../requests/call.ts";
import { streamBody } from "./body-stream.ts";
import { chunkBytes } from "./chunk-collector.ts";
import { compress, compressAtOnceBytesMax } from "./compress.ts";
import { gzipHeaders, shouldCompress } from "./compression.ts";
import { isCbor, isProtobuf, type Output } from "./output.ts";

/**
 * Largest body that is sent in one write. Longer bodies are sent in pieces, because encrypting them takes long and the
 * client may be slow.
 */
export const writtenAtOnceBytesMax = 1024 * 1024;

/** Responds with the body. */
export async function writeBody(call: Call, status: number, contentType: string, body: Buffer): Promise<void> {
  const headers = { "content-type": contentType };
  const isCompressed = shouldCompress(call, body.length);
  if (body.length > (isCompressed ? compressAtOnceBytesMax : writtenAtOnceBytesMax)) {
    await streamBody(call, status, { contentType, bodyBytes: body.length, pieces: chunksOfBody(body) });
  } else if (isCompressed) {
    call.respond(status, { "content-type": contentType, ...gzipHeaders }, compress(body));
  } else {
    call.respond(status, headers, body);
  }
}

/** Yields the body in pieces of the size of a chunk. */
export function* chunksOfBody(body: Buffer): Generator<Buffer> {
  for (let start = 0; start < body.length; start += chunkBytes) yield body.subarray(start, start + chunkBytes);
}

const lineEnd = 0x0a;

/** Returns a copy of a JSON document with a line break at its end, as the reference sends it. */
export function withLineEnd(json: Buffer): Buffer {
  const line = Buffer.allocUnsafe(json.length + 1);
  json.copy(line);
  line[json.length] = lineEnd;
  return line;
}

/**
 * Returns a value in the format of the output. JSON without indentation ends with a line break.
 * @param schema of the value; required if the format can be protobuf
 */
export function renderValue(value: unknown, output: Output, schema?: StructSchema): Buffer {
  if (isProtobuf(output)) {
    if (!schema) throw new TypeError("a value without a schema has no protobuf form");
    return encodeProtobuf(value as TypeMeta, schema);
  }
  if (isCbor(output)) return encodeCbor(value as object, schema);
  if (output.mediaType === "application/yaml") return Buffer.from(stringifyYaml(value));
  return Buffer.from(output.pretty ? stringifyJson(value, { pretty: true }) : `${stringifyJson(value)}\n`);
}

/**
 * Responds with a value in the format of the output.
 * @param schema of the value; required if the format can be protobuf
 */
export async function writeValue(
  call: Call,
  status: number,
  value: unknown,
  output: Output,
  schema?: StructSchema,
): Promise<void> {
  await writeBody(call, status, output.mediaType, renderValue(value, output, schema));
}
