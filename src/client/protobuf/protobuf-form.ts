/** Sends and reads bodies in protobuf. */
import { type Clock, systemClock } from "../../base/clock.ts";
import {
  countKeys,
  DecodeError,
  decodeProtobuf,
  encodeProtobuf,
  openEnvelope,
  protobufMediaTypes,
  readWatchEvent,
  type TypeMeta,
} from "../../codec/index.ts";
import { formatGroupVersion } from "../../meta/group-version.ts";
import { type VocabularyName, vendorMediaType, vocabularies } from "../../meta/vocabulary.ts";
import { SchemaDecodeError } from "../../schema/index.ts";
import type { RequestParts } from "../requests.ts";
import { ConnectionError, type Transport, type TransportRequest, type TransportResponse } from "../transport.ts";
import type { WireForm, WireFormName } from "../wire-form.ts";
import { KnownTypes } from "./known-types.ts";
import { TransferRate } from "./transfer-rate.ts";

/** Limits of a body and of an event, as for JSON. */
const responseBytesMax = 500 * 1024 * 1024;
const eventBytesMax = 64 * 1024 * 1024;
/** Limits of what a body may contain. The server, which is trusted, sends lists with many more fields than a request has. */
const decodeLimits = { depthMax: 1000, keysMax: Number.MAX_SAFE_INTEGER };
/** Size of the length before each event. */
const lengthBytes = 4;

/** Server and purpose of a form: which names its types have, and which requests use protobuf. */
export interface ProtobufFormOptions {
  /** Names of the API groups that the server uses. */
  readonly vocabulary: VocabularyName;
  /** Whether all requests about built-in kinds use protobuf, or only those for which it saves time. */
  readonly contentType: Exclude<WireFormName, "json">;
  /** Default: the system's clock. */
  readonly clock?: Clock;
}

/** Requests and responses in protobuf, for built-in kinds. Others stay in JSON. */
export class ProtobufForm implements WireForm {
  readonly #types: KnownTypes;
  readonly #mediaType: string;
  /** Present if the form decides for each request. */
  readonly #rate: TransferRate | undefined;

  constructor({ vocabulary, contentType, clock = systemClock }: ProtobufFormOptions) {
    this.#types = new KnownTypes(vocabulary);
    this.#mediaType = vocabularies[vocabulary].bind(vendorMediaType("protobuf"));
    this.#rate = contentType === "auto" ? new TransferRate(clock) : undefined;
  }

  async send(transport: Transport, request: TransportRequest, parts: RequestParts): Promise<TransportResponse> {
    const response = await transport.send(this.#inProtobuf(request, parts));
    return this.#rate ? this.#rate.measured(response) : response;
  }

  reads({ headers }: TransportResponse): boolean {
    const [mediaType = ""] = (headers["content-type"] ?? "").split(";");
    return protobufMediaTypes.includes(mediaType.trim());
  }

  async read({ body }: TransportResponse): Promise<unknown> {
    const pieces: Uint8Array[] = [];
    let bytes = 0;
    for await (const piece of body) {
      bytes += piece.length;
      if (bytes > responseBytesMax) {
        throw new ConnectionError(`the answer is longer than ${responseBytesMax} bytes; a list can be read in chunks`);
      }
      pieces.push(piece);
    }
    return this.#decode(Buffer.concat(pieces));
  }

  async *readEvents({ body }: TransportResponse): AsyncIterable<unknown> {
    let rest: Buffer = Buffer.alloc(0);
    for await (const piece of body) {
      rest = rest.length === 0 ? Buffer.from(piece) : Buffer.concat([rest, piece]);
      while (rest.length >= lengthBytes) {
        const end = lengthBytes + rest.readUInt32BE(0);
        if (end > eventBytesMax) throw new ConnectionError("an event is longer than 64 MiB");
        if (end > rest.length) break;
        const event = readingFaults(() => readWatchEvent(rest.subarray(lengthBytes, end)));
        rest = rest.subarray(end);
        yield { type: event.type, object: this.#decode(event.object) };
      }
    }
    if (rest.length > 0) throw new ConnectionError("the stream broke off within an event");
  }

  #inProtobuf(request: TransportRequest, parts: RequestParts): TransportRequest {
    const { method, target, query, accept, contentType, body } = parts;
    // A client that requests another form, such as a Table, gets it.
    if (accept !== undefined) return request;
    const { type } = target;
    if (!this.#types.has(formatGroupVersion(type), type.kind)) return request;
    if (this.#rate && !(method === "GET" && target.name === "" && this.#rate.isSlow)) return request;
    const headers = { ...request.headers, accept: `${this.#mediaType},application/json` };
    if (query?.["watch"] === true) headers.accept = `${this.#mediaType};stream=watch,${headers.accept}`;
    const bytes = body === undefined || contentType !== undefined ? undefined : this.#encode(body);
    if (!bytes) return { ...request, headers };
    return { ...request, headers: { ...headers, "content-type": this.#mediaType }, body: bytes };
  }

  /** Returns an object in protobuf. Undefined if protobuf cannot represent it, so that the server reports its faults. */
  #encode(body: unknown): Uint8Array | undefined {
    const { kind, apiVersion } = (body ?? {}) as Partial<TypeMeta>;
    const known = this.#types.get(apiVersion ?? "", kind ?? "");
    if (!known) return undefined;
    try {
      // As JSON writes the value, without undefined members.
      const plain = JSON.parse(JSON.stringify(body)) as object;
      const { object, keyCount } = known.compiled.canonical(plain);
      return keyCount === countKeys(plain) ? encodeProtobuf(object as TypeMeta, known.schema) : undefined;
    } catch (error) {
      if (error instanceof SchemaDecodeError) return undefined;
      throw error;
    }
  }

  #decode(bytes: Buffer): object {
    return readingFaults(() => {
      const { apiVersion, kind, content } = openEnvelope(bytes);
      const known = this.#types.get(apiVersion, kind);
      if (!known) throw new ConnectionError(`the response is a ${kind} of ${apiVersion}, which is no known type`);
      const value = decodeProtobuf(content, known.schema, decodeLimits);
      return known.compiled.canonical({ kind, apiVersion, ...value }).object;
    });
  }
}

function readingFaults<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof DecodeError || error instanceof SchemaDecodeError)) throw error;
    throw new ConnectionError(`the response is not protobuf: ${error.message}`, { cause: error });
  }
}
