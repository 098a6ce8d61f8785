/**
 * The encodings of bodies. JSON is always available. `orch/client` in Node also has protobuf and CBOR, which it loads
 * with the first request.
 */
import type { StatusError } from "../../meta/status-error.ts";
import type { VocabularyName } from "../../meta/vocabulary.ts";
import type { JsonForm } from "../read-response.ts";
import type { RequestParts } from "../requests.ts";
import type { TransportResponse } from "../transport.ts";

/** The encoded body of a request, and its media type. */
export interface EncodedBody {
  readonly contentType: string;
  readonly body: string | Uint8Array;
}

/** Converts between values and the bodies of requests and responses. */
export interface BodyEncoding {
  /** The media type that requests accept. */
  readonly mediaType: string;
  /**
   * Whether the server can respond to the request in this encoding.
   * @param parts the request before it was encoded
   */
  covers(parts: RequestParts): boolean;
  /**
   * Returns the body of a request. Undefined if this encoding cannot represent it. The body is then sent in JSON.
   * @param parts a request with a body
   */
  encode(parts: RequestParts): EncodedBody | undefined;
  /**
   * Whether a response is in this encoding.
   * @param mediaType its Content-Type without parameters
   */
  reads(mediaType: string): boolean;
  /**
   * Reads the object in the body of a successful response.
   * @param response a response for which `reads` is true
   * @throws ConnectionError if the body is incomplete, too long, or not in this encoding
   */
  read(response: TransportResponse): Promise<unknown>;
  /**
   * Reads the body of an error response.
   * @param response a response for which `reads` is true
   * @throws ConnectionError as `read`
   */
  readError(response: TransportResponse): Promise<StatusError>;
  /**
   * Yields the events of a watch.
   * @param response a response for which `reads` is true
   * @throws ConnectionError as `read`
   */
  readEvents(response: TransportResponse): AsyncIterable<unknown>;
  /**
   * Sees every response before its body is read, and returns it. Absent: the encoding does not need to see them.
   * @param response a response in any encoding
   */
  observe?(response: TransportResponse): TransportResponse;
}

/**
 * The encoding of bodies: `json`; `protobuf` for built-in kinds and for metadata of any type; `cbor` for all types; or
 * `auto`, which uses protobuf for lists of built-in kinds while the connection is so slow that smaller bodies save more
 * time than decoding them takes. Anything else is sent in JSON, also what the server rejects in the chosen encoding.
 */
export type EncodingName = (typeof encodingNames)[number];

/** All names of encodings. */
export const encodingNames = ["json", "protobuf", "cbor", "auto"] as const;

/** Options that a client passes to its encoding. */
export interface EncodingOptions {
  /** Names of the API groups that the server uses. */
  readonly vocabulary: VocabularyName;
  /** The encoding to load. */
  readonly contentType: Exclude<EncodingName, "json">;
  /** Parser and serializer of JSON. */
  readonly json: JsonForm;
}

/** Loads an encoding other than JSON. */
export type EncodingLoader = (options: EncodingOptions) => Promise<BodyEncoding>;
