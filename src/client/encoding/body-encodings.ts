/**
 * Chooses the encoding of each request, and reads responses in the encoding that the server has chosen. A server may
 * reject an encoding, for example because it lacks CBOR. The request is then repeated in JSON.
 */
import { formatGroupVersion } from "../../meta/group-version.ts";
import { isSuccess } from "../read-response.ts";
import { type RequestParts, requestOf } from "../requests.ts";
import type { Transport, TransportRequest, TransportResponse } from "../transport.ts";
import type { BodyEncoding } from "./body-encoding.ts";
import { JsonEncoding } from "./json-encoding.ts";

const notAcceptable = 406;
const unsupportedMediaType = 415;

/** The encodings of a client. */
export class BodyEncodings {
  readonly #json: JsonEncoding;
  readonly #loadPreferred: (() => Promise<BodyEncoding>) | undefined;
  /**
   * Group versions whose server has rejected the preferred encoding. Different servers may serve the group versions of
   * one cluster.
   */
  readonly #rejected = new Set<string>();
  #preferred: BodyEncoding | undefined;

  /** @param loadPreferred loads the encoding of requests that it covers. Absent: all requests are in JSON */
  constructor(json: JsonEncoding, loadPreferred?: () => Promise<BodyEncoding>) {
    this.#json = json;
    this.#loadPreferred = loadPreferred;
  }

  /** Sends a request. If the server rejects its encoding, the request is repeated in JSON. */
  async send(transport: Transport, parts: RequestParts): Promise<TransportResponse> {
    this.#preferred ??= await this.#loadPreferred?.();
    const response = await this.#sendInBest(transport, parts, this.#preferred);
    return this.#preferred?.observe?.(response) ?? response;
  }

  async #sendInBest(
    transport: Transport,
    parts: RequestParts,
    preferred: BodyEncoding | undefined,
  ): Promise<TransportResponse> {
    const groupVersion = formatGroupVersion(parts.target.type);
    if (!preferred?.covers(parts) || this.#rejected.has(groupVersion)) return await transport.send(this.#inJson(parts));
    const encoded = parts.body === undefined ? undefined : preferred.encode(parts);
    const body = encoded ?? this.#bodyInJson(parts);
    const response = await transport.send(requestOf(parts, [preferred.mediaType, this.#json.mediaType], body));
    if (!isRejected(response, encoded !== undefined)) return response;
    // The server has not executed the request. The end of the body frees the connection.
    for await (const _ of response.body);
    const repeated = await transport.send(this.#inJson(parts));
    if (!isRejected(repeated, true)) this.#rejected.add(groupVersion);
    return repeated;
  }

  /**
   * Reads a response.
   * @throws StatusError for an error response; ConnectionError if the body is incomplete or malformed
   */
  async read(response: TransportResponse): Promise<unknown> {
    const encoding = this.#encodingOf(response);
    if (!isSuccess(response)) throw await encoding.readError(response);
    return await encoding.read(response);
  }

  /**
   * Yields the events of a watch.
   * @throws StatusError and ConnectionError as `read`
   */
  async *readEvents(response: TransportResponse): AsyncIterable<unknown> {
    const encoding = this.#encodingOf(response);
    if (!isSuccess(response)) throw await encoding.readError(response);
    yield* encoding.readEvents(response);
  }

  #encodingOf({ headers }: TransportResponse): BodyEncoding {
    const mediaType = (headers["content-type"] ?? "").split(";", 1).join("").trim();
    return this.#preferred?.reads(mediaType) ? this.#preferred : this.#json;
  }

  #inJson(parts: RequestParts): TransportRequest {
    return requestOf(parts, [this.#json.mediaType], this.#bodyInJson(parts));
  }

  #bodyInJson(parts: RequestParts): ReturnType<JsonEncoding["encode"]> | undefined {
    return parts.body === undefined ? undefined : this.#json.encode(parts);
  }
}

/**
 * Whether the server rejects the encoding of the request.
 * @param isBodyEncoded whether 415 concerns the encoding. Otherwise it concerns the format of a patch
 */
function isRejected({ status }: TransportResponse, isBodyEncoded: boolean): boolean {
  return status === notAcceptable || (isBodyEncoded && status === unsupportedMediaType);
}
