/**
 * The form of bodies other than JSON. `orch/client` in Node has one for protobuf, which it loads with the first request
 * that needs it.
 */
import type { RequestParts } from "./requests.ts";
import type { Transport, TransportRequest, TransportResponse } from "./transport.ts";

/** Sends requests in a form other than JSON, and reads responses in this form. */
export interface WireForm {
  /**
   * Sends a request, in this form if the server and the form know the type, otherwise unchanged.
   * @param transport carries the request
   * @param request the request in JSON
   * @param parts the same request before it was encoded
   */
  send(transport: Transport, request: TransportRequest, parts: RequestParts): Promise<TransportResponse>;
  /**
   * Whether a response is in this form. It may be in JSON.
   * @param response only its headers are read
   */
  reads(response: TransportResponse): boolean;
  /**
   * Reads the object in the body, which is a Status if the response is an error.
   * @param response a response for which `reads` is true
   * @throws ConnectionError if the body is incomplete, too long, or not in this form
   */
  read(response: TransportResponse): Promise<unknown>;
  /**
   * Yields the events of a watch.
   * @param response a response for which `reads` is true
   * @throws ConnectionError as `read`
   */
  readEvents(response: TransportResponse): AsyncIterable<unknown>;
}

/**
 * The form of bodies: `json`, `protobuf` for built-in kinds, or `auto`, which uses protobuf for lists of built-in kinds
 * while the connection is so slow that smaller bodies save more time than decoding them takes.
 */
export type WireFormName = "json" | "protobuf" | "auto";

/** Loads the form of bodies for clients of servers with these names. */
export type WireFormLoader = (options: {
  readonly vocabulary: "orch" | "kubernetes";
  readonly contentType: Exclude<WireFormName, "json">;
}) => Promise<WireForm>;
