/** Parses the responses of a server into objects or errors. */

import type { StatusResponse } from "../meta/status.ts";
import { StatusError } from "../meta/status-error.ts";
import { ConnectionError, type TransportResponse } from "./transport.ts";

/** Parses and serializes JSON. `JSON` is one implementation, which rounds integers above 2^53. */
export interface JsonForm {
  /**
   * Parses a text.
   * @param text a complete JSON document
   * @throws Error if it is not JSON
   */
  parse(text: string): unknown;
  /**
   * Serializes a value.
   * @param value an object, a list or a primitive value
   */
  stringify(value: unknown): string;
}

/** Limits of error bodies and of watch events. The server sends neither errors nor events of this size. */
const errorBytesMax = 4 * 1024 * 1024;
const lineBytesMax = 64 * 1024 * 1024;
/** Near the maximum length of a string in V8. */
const responseBytesMax = 500 * 1024 * 1024;

/**
 * Reads and parses the body of a response.
 * @throws StatusError for an error response; ConnectionError if the body is incomplete, exceeds `bytesMax`, or is not
 * JSON
 */
export async function readResponse<T>(
  response: TransportResponse,
  json: JsonForm = JSON,
  bytesMax: number = responseBytesMax,
): Promise<T> {
  if (!isSuccess(response)) throw await errorOfResponse(response);
  const { text, isWhole } = await readText(response, bytesMax);
  if (!isWhole) throw new ConnectionError(`the answer is longer than ${bytesMax} bytes; a list can be read in chunks`);
  return parseResponse(text, json) as T;
}

/** Whether the HTTP status is 2xx. */
export function isSuccess({ status }: TransportResponse): boolean {
  return status >= 200 && status < 300;
}

function parseResponse(text: string, json: JsonForm): unknown {
  try {
    return json.parse(text);
  } catch (error) {
    throw new ConnectionError(`the response is not JSON: ${text.slice(0, 100)}`, { cause: error });
  }
}

/** Reads the body, up to the limit. `isWhole` is false if the body exceeds it. */
async function readText(
  { body }: TransportResponse,
  bytesMax: number,
): Promise<{ readonly text: string; readonly isWhole: boolean }> {
  const decoder = new TextDecoder();
  let [text, bytes] = ["", 0];
  for await (const piece of body) {
    bytes += piece.length;
    if (bytes > bytesMax) return { text, isWhole: false };
    text += decoder.decode(piece, { stream: true });
  }
  return { text: text + decoder.decode(), isWhole: true };
}

/**
 * Returns the error of an error response: the Status in its body, or one made of the HTTP status and the text of the
 * body. Proxies in front of the server respond with such a text.
 */
export async function errorOfResponse(response: TransportResponse): Promise<StatusError> {
  const { text } = await readText(response, errorBytesMax);
  const status = readStatus(text);
  if (status) return errorOfStatus(status, response);
  const { status: code } = response;
  const retryAfterSeconds = retryAfterSecondsOf(response) ?? 0;
  const message = text.trim() === "" ? `the server answered ${code} without a reason` : text.trim().slice(0, 1000);
  return new StatusError(code, message, retryAfterSeconds > 0 ? { details: { retryAfterSeconds } } : {});
}

function readStatus(text: string): StatusResponse | undefined {
  try {
    const value = JSON.parse(text) as Partial<StatusResponse> | null;
    return value?.kind === "Status" ? (value as StatusResponse) : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Converts a Status to an error. @param response provides the HTTP status and Retry-After if the Status lacks them */
export function errorOfStatus(status: StatusResponse, response?: TransportResponse): StatusError {
  const { message = "", reason, details, code = response?.status ?? 500, metadata } = status;
  const seconds = details?.retryAfterSeconds ?? (response && retryAfterSecondsOf(response)) ?? 0;
  const known = seconds > 0 ? { ...details, retryAfterSeconds: seconds } : details;
  return new StatusError(code, message, {
    ...(reason ? { reason } : {}),
    ...(known ? { details: known } : {}),
    ...(metadata?.continue ? { continueToken: metadata.continue } : {}),
  });
}

/** Returns the delay that Retry-After requests. Undefined if the header is absent or contains a date. */
export function retryAfterSecondsOf({ headers }: TransportResponse): number | undefined {
  const header = headers["retry-after"];
  return header !== undefined && /^\d{1,6}$/.test(header) ? Number(header) : undefined;
}

/**
 * Yields the JSON values of a stream with one value per line.
 * @throws ConnectionError if the stream ends within a line, or a line is not JSON or exceeds 64 MiB
 */
export async function* readLines({ body }: TransportResponse, json: JsonForm = JSON): AsyncIterable<unknown> {
  const decoder = new TextDecoder();
  let line = "";
  for await (const piece of body) {
    const [first = "", ...others] = decoder.decode(piece, { stream: true }).split("\n");
    line += first;
    if (line.length > lineBytesMax) throw new ConnectionError("an event is longer than 64 MiB");
    for (const next of others) {
      if (line !== "") yield parseResponse(line, json);
      line = next;
    }
  }
  if (line !== "") throw new ConnectionError("the stream broke off within an event");
}
