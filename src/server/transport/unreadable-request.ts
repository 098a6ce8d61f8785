/**
 * Responses to input that cannot be parsed as HTTP/1.1. They are plain text, because the client's preferences are
 * unknown.
 */
import type { IncomingMessage } from "node:http";
import { methodNotAllowed } from "../../meta/status-error.ts";

type Head = Pick<IncomingMessage, "rawHeaders" | "httpVersionMajor" | "httpVersionMinor">;

/** Status of the response, by the code of an error of Node's parser. */
const statusByCode: ReadonlyMap<string, string> = new Map([
  ["HPE_HEADER_OVERFLOW", "431 Request Header Fields Too Large"],
  ["HPE_CHUNK_EXTENSIONS_OVERFLOW", "413 Request Entity Too Large"],
  ["ERR_HTTP_REQUEST_TIMEOUT", "408 Request Timeout"],
]);

/** Status of a malformed request. */
export const badRequestStatus = "400 Bad Request";
/** Status of a request whose headers exceed a limit. */
export const headersTooLargeStatus = "431 Request Header Fields Too Large";
/** Status of a CONNECT, and of a request whose method Node's parser does not know. */
export const methodNotAllowedStatus = "405 Method Not Allowed";
/** Status of a request whose Expect header is not supported. */
export const expectationFailedStatus = "417 Expectation Failed";
const missingHostStatus = "400 Bad Request: missing required Host header";
const invalidHeaderNameStatus = "400 Bad Request: invalid header name";
const malformedHostStatus = "400 Bad Request: malformed Host header";
const unsupportedEncodingStatus = "501 Not Implemented";
const unsupportedVersionStatus = "505 HTTP Version Not Supported: unsupported protocol version";

/** Bodies of error responses that differ from their status. */
const textByStatus: ReadonlyMap<string, string> = new Map([
  [expectationFailedStatus, ""],
  [unsupportedEncodingStatus, "Unsupported transfer encoding"],
  [methodNotAllowedStatus, `${JSON.stringify(methodNotAllowed().toStatus())}\n`],
]);

/** Whether the client has disconnected in the middle of a request, so that no response is possible. */
export function hasDisconnected(error: Error): boolean {
  return "code" in error && error.code === "HPE_INVALID_EOF_STATE";
}

/** Maximum size of a request line. */
/** Matches a request line with a method that Node's parser does not know. */
const requestLineBytesMax = 64 * 1024;
const requestLine = /^[\w!#$%&'*+.^`|~-]{1,1000} [!-~]{1,60000} HTTP\/1\.[01]\r\n/;

/**
 * Matches a header whose name contains a space. The responses for other invalid characters do not explain the error.
 */
const spaceInHeaderName = /^[\w!#$%&'*+.^`|~-]{1,1000} [\w!#$%&'*+.^`|~ -]{0,1000}:/;
const headerNameCharsMax = 2048;

/** Length of a space, `HTTP/3.0` and a line end. */
const versionCharsMax = 11;

/** Properties that Node adds to the errors of its parser. */
interface ParserError {
  readonly code?: unknown;
  readonly reason?: unknown;
  readonly rawPacket?: unknown;
  readonly bytesParsed?: unknown;
}

/** Returns the status of the response to bytes that Node's parser rejects. */
export function statusOf(error: Error): string {
  const { code, reason, rawPacket, bytesParsed } = error as Error & ParserError;
  if (code === "HPE_INVALID_METHOD" && rawPacket instanceof Buffer) {
    const text = rawPacket.toString("latin1");
    const at = text.lastIndexOf("\n", Number(bytesParsed)) + 1;
    if (requestLine.test(text.slice(at, at + requestLineBytesMax))) return methodNotAllowedStatus;
  }
  if (code === "HPE_INVALID_HEADER_TOKEN" && rawPacket instanceof Buffer) {
    const text = rawPacket.toString("latin1");
    const at = text.lastIndexOf("\n", Number(bytesParsed)) + 1;
    if (spaceInHeaderName.test(text.slice(at, at + headerNameCharsMax))) return invalidHeaderNameStatus;
  }
  if (code === "HPE_INVALID_VERSION" && rawPacket instanceof Buffer) {
    const requestLineText = rawPacket.toString("latin1", 0, Number(bytesParsed) + versionCharsMax);
    if (
      / HTTP\/[02-9]\.\d\r?\n?$/.test(requestLineText.slice(0, requestLineText.lastIndexOf(" HTTP/") + versionCharsMax))
    ) {
      return unsupportedVersionStatus;
    }
  }
  // The same code is used for a request with an encoding and a length, which could be an attempt to smuggle requests.
  // It gets 400.
  if (code === "HPE_INVALID_TRANSFER_ENCODING" && String(reason).includes("nvalid `Transfer-Encoding`")) {
    return unsupportedEncodingStatus;
  }
  return statusByCode.get(String(code)) ?? badRequestStatus;
}

/**
 * Finds faults that Node's parser accepts, although another server could understand such a request differently.
 * @returns the status of the response; undefined if there is no fault
 */
export function headFault(
  { rawHeaders, httpVersionMajor, httpVersionMinor }: Head,
  headersMax: number,
): string | undefined {
  if (rawHeaders.length > headersMax * 2) return headersTooLargeStatus;
  // A request line without a version counts as version 0.9.
  if (httpVersionMajor !== 1) return httpVersionMajor === 0 ? badRequestStatus : unsupportedVersionStatus;
  let host = "";
  let hostCount = 0;
  let encoding = "chunked";
  let encodingCount = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? "";
    if (name.length === 4 && name.toLowerCase() === "host") {
      host = rawHeaders[index + 1] ?? "";
      hostCount++;
    } else if (name.length === 17 && name.toLowerCase() === "transfer-encoding") {
      encoding = rawHeaders[index + 1] ?? "";
      encodingCount++;
    }
  }
  if (hostCount > 1) return badRequestStatus;
  if (encodingCount > 1 || encoding.toLowerCase() !== "chunked") return unsupportedEncodingStatus;
  if (!isHost(host)) return malformedHostStatus;
  return httpVersionMinor > 0 && hostCount === 0 ? missingHostStatus : undefined;
}

/** Whether a Host header contains only characters of host names. */
function isHost(text: string): boolean {
  return /^[\w!$%&'()*+,.:;=[\]~-]*$/.test(text);
}

/** Returns the media type and the body of an error response. */
export function rejectionOf(status: string): { readonly type: string; readonly text: string } {
  const type = status === methodNotAllowedStatus ? "application/json" : rejectionHeaders["content-type"];
  return { type, text: textByStatus.get(status) ?? status };
}

const headerOverheadBytes = 32;

/**
 * Returns the size of the headers of an HTTP/2 request. As the protocol defines it, each header counts 32 bytes more.
 * @param rawHeaders names and values in turn, as the client sent them
 */
export function headerBytes(rawHeaders: readonly string[]): number {
  let sum = (rawHeaders.length / 2) * headerOverheadBytes;
  for (const text of rawHeaders) sum += text.length;
  return sum;
}

/** Headers of error responses in plain text. */
export const rejectionHeaders = { "content-type": "text/plain; charset=utf-8" } as const;

/** Returns the bytes of an error response that ends the connection. */
export function rejectionBytes(status: string): string {
  const { type, text } = rejectionOf(status);
  // The reference can parse such a request. Its response therefore has the same header as all others.
  const headers = status === methodNotAllowedStatus ? ["Cache-Control: no-cache, private"] : [];
  return [`HTTP/1.1 ${status}`, ...headers, `Content-Type: ${type}`, "Connection: close", "", text].join("\r\n");
}
