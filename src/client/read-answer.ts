/** From what a server answers to objects, or to the error that it means. */

import type { Status } from "../meta/status.ts";
import { StatusError } from "../meta/status-error.ts";
import { ConnectionError, type TransportResponse } from "./transport.ts";

/** How texts become values and back. `JSON` is one; it rounds integers beyond those that a number holds. */
export interface JsonForm {
  /** @throws Error for what is no JSON */
  parse(text: string): unknown;
  /** The other way round. */
  stringify(value: unknown): string;
}

/** Longer errors, and longer events of a watch, are nothing that a server of this API sends. */
const errorBytesMax = 4 * 1024 * 1024;
const lineBytesMax = 64 * 1024 * 1024;
/** A text in memory cannot have many more. */
const answerBytesMax = 500 * 1024 * 1024;

/** @throws StatusError for an answer that is one; ConnectionError when it breaks off, is too long, or is no JSON */
export async function readAnswer<T>(
  response: TransportResponse,
  json: JsonForm = JSON,
  bytesMax: number = answerBytesMax,
): Promise<T> {
  if (!isSuccess(response)) throw await errorOf(response);
  const { text, isWhole } = await readText(response, bytesMax);
  if (!isWhole) throw new ConnectionError(`the answer is longer than ${bytesMax} bytes; a list can be read in chunks`);
  return parseAnswer(text, json) as T;
}

export function isSuccess({ status }: TransportResponse): boolean {
  return status >= 200 && status < 300;
}

function parseAnswer(text: string, json: JsonForm): unknown {
  try {
    return json.parse(text);
  } catch (error) {
    throw new ConnectionError(`the answer is no JSON: ${text.slice(0, 100)}`, { cause: error });
  }
}

/** As much of the body as is allowed. */
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

/** The error that the answer tells of: the server's own, or what is known of one that came from something before it. */
export async function errorOf(response: TransportResponse): Promise<StatusError> {
  const { text } = await readText(response, errorBytesMax);
  const status = readStatus(text);
  if (status) return statusError(status, response);
  const { status: code } = response;
  const retryAfterSeconds = retryAfterSecondsOf(response) ?? 0;
  const message = text.trim() === "" ? `the server answered ${code} without a reason` : text.trim().slice(0, 1000);
  return new StatusError(code, message, retryAfterSeconds > 0 ? { details: { retryAfterSeconds } } : {});
}

function readStatus(text: string): Status | undefined {
  try {
    const value = JSON.parse(text) as Partial<Status> | null;
    return value?.kind === "Status" ? (value as Status) : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The error that a Status says. */
export function statusError(status: Status, response?: TransportResponse): StatusError {
  const { message = "", reason, details, code = response?.status ?? 500, metadata } = status;
  const seconds = details?.retryAfterSeconds ?? (response && retryAfterSecondsOf(response)) ?? 0;
  const known = seconds > 0 ? { ...details, retryAfterSeconds: seconds } : details;
  return new StatusError(code, message, {
    ...(reason ? { reason } : {}),
    ...(known ? { details: known } : {}),
    ...(metadata?.continue ? { continueToken: metadata.continue } : {}),
  });
}

/** How long the server asks to wait; undefined where it does not say, or names a date. */
export function retryAfterSecondsOf({ headers }: TransportResponse): number | undefined {
  const header = headers["retry-after"];
  return header !== undefined && /^\d{1,6}$/.test(header) ? Number(header) : undefined;
}

/**
 * The JSON values of a stream, one per line.
 * @throws ConnectionError when the stream breaks off within a line, or a line is no JSON
 */
export async function* readLines({ body }: TransportResponse, json: JsonForm = JSON): AsyncIterable<unknown> {
  const decoder = new TextDecoder();
  let line = "";
  for await (const piece of body) {
    const [first = "", ...others] = decoder.decode(piece, { stream: true }).split("\n");
    line += first;
    if (line.length > lineBytesMax) throw new ConnectionError("an event is longer than 64 MiB");
    for (const next of others) {
      if (line !== "") yield parseAnswer(line, json);
      line = next;
    }
  }
  if (line !== "") throw new ConnectionError("the stream broke off within an event");
}
