/** Bodies in protobuf, of the types whose schemas the client knows. */
import {
  countKeys,
  decodeProtobuf,
  encodeProtobuf,
  openEnvelope,
  protobufMediaTypes,
  readWatchEvent,
  type TypeMeta,
  watchEventSplitter,
} from "../../codec/index.ts";
import { formatGroupVersion } from "../../meta/group-version.ts";
import type { StatusResponse } from "../../meta/status.ts";
import type { StatusError } from "../../meta/status-error.ts";
import { type VocabularyName, vendorMediaType, vocabularies } from "../../meta/vocabulary.ts";
import { SchemaDecodeError } from "../../schema/index.ts";
import type { BodyEncoding, EncodedBody } from "../encoding/body-encoding.ts";
import { errorOfStatus } from "../read-response.ts";
import type { RequestParts } from "../requests.ts";
import { ConnectionError, type TransportResponse } from "../transport.ts";
import { decoding, eventBytesMax, readBytes, readFrames } from "./binary-body.ts";
import { KnownTypes } from "./known-types.ts";

/** Limits of what a body may contain. The server, which is trusted, sends lists with many more fields than a request has. */
const decodeLimits = { depthMax: 1000, keysMax: Number.MAX_SAFE_INTEGER };

/** Requests and responses in protobuf, for built-in kinds and for metadata of any type. Others stay in JSON. */
export class ProtobufEncoding implements BodyEncoding {
  readonly mediaType: string;
  readonly #types: KnownTypes;

  /** @param vocabulary of the server */
  constructor(vocabulary: VocabularyName) {
    this.#types = new KnownTypes(vocabulary);
    this.mediaType = vocabularies[vocabulary].bind(vendorMediaType("protobuf"));
  }

  covers({ as, target: { type } }: RequestParts): boolean {
    if (as) return as.kind !== "Table";
    return this.#types.has(formatGroupVersion(type), type.kind);
  }

  /** Undefined if protobuf cannot represent the body, so that the server reports its faults. */
  encode({ target: { type }, patch, body }: RequestParts): EncodedBody | undefined {
    // As in the reference, endpoints of custom types accept no body in protobuf.
    if (patch || !this.#types.has(formatGroupVersion(type), type.kind)) return undefined;
    const { kind, apiVersion } = (body ?? {}) as Partial<TypeMeta>;
    const known = this.#types.get(apiVersion ?? "", kind ?? "");
    if (!known) return undefined;
    try {
      // As JSON writes the value, without undefined members.
      const plain = JSON.parse(JSON.stringify(body)) as object;
      const { object, keyCount } = known.compiled.canonical(plain);
      if (keyCount !== countKeys(plain)) return undefined;
      return { contentType: this.mediaType, body: encodeProtobuf(object as TypeMeta, known.schema) };
    } catch (error) {
      if (error instanceof SchemaDecodeError) return undefined;
      throw error;
    }
  }

  reads(mediaType: string): boolean {
    return protobufMediaTypes.includes(mediaType);
  }

  async read(response: TransportResponse): Promise<unknown> {
    return this.#decode(await readBytes(response));
  }

  async readError(response: TransportResponse): Promise<StatusError> {
    return errorOfStatus((await this.read(response)) as StatusResponse, response);
  }

  async *readEvents(response: TransportResponse): AsyncIterable<unknown> {
    for await (const frame of readFrames(response, watchEventSplitter(eventBytesMax), "protobuf")) {
      const { type, object } = decoding("protobuf", () => readWatchEvent(frame));
      yield { type, object: this.#decode(object) };
    }
  }

  #decode(bytes: Buffer): object {
    return decoding("protobuf", () => {
      const { apiVersion, kind, content } = openEnvelope(bytes);
      const known = this.#types.get(apiVersion, kind);
      if (!known) throw new ConnectionError(`the response is a ${kind} of ${apiVersion}, which is no known type`);
      const value = decodeProtobuf(content, known.schema, decodeLimits);
      return known.compiled.canonical({ kind, apiVersion, ...value }).object;
    });
  }
}
