/** Turns unsuccessful responses of webhooks into errors, as the reference's client library does. */
import { isJsonObject } from "../../base/json-object.ts";
import { goQuote } from "../../meta/go-quote.ts";
import type { EgressResponse } from "../response-collector.ts";
import { WebhookError } from "./webhook-error.ts";

/** Reasons of a Status for which a call is repeated. */
const transientReasons: ReadonlySet<unknown> = new Set([
  "InternalError",
  "ServerTimeout",
  "Timeout",
  "TooManyRequests",
]);

/** Longest text of a body that an error shows, in bytes. */
const shownBytesMax = 2048;

/** Text for bodies that are not shown. */
const unknownBody = "unknown";

const tooManyRequests = 429;
const gatewayTimeout = 504;
const firstServerError = 500;

/** Messages for status codes. Others have a message that contains the code or the body. */
const messages: Readonly<Record<number, string>> = {
  400: "the server rejected our request for an unknown reason",
  401: "the server has asked for the client to provide credentials",
  404: "the server could not find the requested resource",
  405: "the server does not allow this method on the requested resource",
  409: "the server reported a conflict",
  422: "the server rejected our request due to an error in our request",
  429: "the server has received too many requests and has asked us to try again later",
  503: "the server is currently unable to handle the request",
  504: "the server was unable to return a response in the time allotted, but may still be processing the request",
};

/**
 * Returns the error that a response describes.
 * @returns undefined for responses with a status from 200 to 206, and a readable media type
 */
export function responseError(response: EgressResponse): WebhookError | undefined {
  const { status, headers, body } = response;
  const mediaType = mediaTypeOf(headers.get("content-type"));
  if (mediaType === "") return new WebhookError("Internal error occurred: mime: no media type", { isTransient: true });
  if (status >= 200 && status <= 206) return undefined;
  const isText = mediaType === undefined || mediaType.startsWith("text/");
  const text = isText ? body.toString("utf8", 0, shownBytesMax).trim() : unknownBody;
  return statusError(response) ?? codeError(response, text);
}

/** Returns the media type in lower case. Undefined without a header; empty if the header names none. */
function mediaTypeOf(contentType: string | undefined): string | undefined {
  return contentType === undefined || contentType === ""
    ? undefined
    : contentType.split(";", 1)[0]?.trim().toLowerCase();
}

/** Returns the error of a body with a Status. Undefined if the body is something else. */
function statusError({ status: code, body }: EgressResponse): WebhookError | undefined {
  const document = parseOrUndefined(body);
  if (!isJsonObject(document)) return undefined;
  const { kind = "Status", apiVersion = "v1", status, message, reason, details } = document;
  if (kind !== "Status" || apiVersion !== "v1" || status !== "Failure") return undefined;
  const retryAfter = isJsonObject(details) ? Number(details["retryAfterSeconds"] ?? 0) : 0;
  const isTransient = transientReasons.has(reason) || document["code"] === tooManyRequests || retryAfter > 0;
  const isTimeout = reason === "Timeout" || code === gatewayTimeout;
  return new WebhookError(typeof message === "string" ? message : "", { isTransient, isTimeout, code });
}

function parseOrUndefined(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    // Bodies of other servers and proxies are shown as text instead.
    return undefined;
  }
}

function codeError({ status, headers }: EgressResponse, text: string): WebhookError {
  const isTransient = (retryAfterSeconds(headers) ?? 0) > 0 || isTransientCode(status);
  return new WebhookError(codeMessage(status, text), {
    isTransient,
    isTimeout: status === gatewayTimeout,
    code: status,
  });
}

/** Whether the reference repeats a call with this response. It does not for 503. */
function isTransientCode(status: number): boolean {
  return status === tooManyRequests || (status >= firstServerError && status !== 503);
}

function codeMessage(status: number, text: string): string {
  const message = messages[status];
  if (message !== undefined) return message;
  if (status === 403 || status === 415) return text;
  if (status === 406) {
    const isEmpty = text === "" || text === unknownBody;
    return isEmpty ? "the server was unable to respond with a content type that the client supports" : text;
  }
  if (status >= firstServerError) {
    return `an error on the server (${goQuote(text)}) has prevented the request from succeeding`;
  }
  return `the server responded with the status code ${status} but did not return more information`;
}

const integer = /^[+-]?\d{1,9}$/;

/** Returns the seconds of the header Retry-After. Undefined for other forms, such as a date. */
export function retryAfterSeconds(headers: EgressResponse["headers"]): number | undefined {
  const value = headers.get("retry-after") ?? "";
  return integer.test(value) ? Number(value) : undefined;
}

/** Returns for how many seconds a server asks its clients to wait. Undefined if it does not. */
export function requestedWaitSeconds({ status, headers }: EgressResponse): number | undefined {
  return status === tooManyRequests || status >= firstServerError ? retryAfterSeconds(headers) : undefined;
}
