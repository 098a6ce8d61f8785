/** Answers to what cannot be read as HTTP/1.1, in plain text: nothing is known of whoever sent it. */
import type { IncomingMessage } from "node:http";
import type { IncomingHttpHeaders } from "node:http2";

type Head = Pick<IncomingMessage, "rawHeaders" | "httpVersionMajor" | "httpVersionMinor">;

/** The status for an error of Node's parser. */
const statusByCode: ReadonlyMap<string, string> = new Map([
  ["HPE_HEADER_OVERFLOW", "431 Request Header Fields Too Large"],
  ["HPE_CHUNK_EXTENSIONS_OVERFLOW", "413 Request Entity Too Large"],
  ["ERR_HTTP_REQUEST_TIMEOUT", "408 Request Timeout"],
]);

const badRequest = "400 Bad Request";
export const headersTooLarge = "431 Request Header Fields Too Large";
export const methodNotAllowed = "405 Method Not Allowed";

/** Whether the client has stopped in the middle of a request: nobody is left to answer. */
export function hasBrokenOff(error: Error): boolean {
  return "code" in error && error.code === "HPE_INVALID_EOF_STATE";
}

/** The status of an answer to bytes that Node's parser refuses. */
export function statusOf(error: Error): string {
  const code = "code" in error ? String(error.code) : "";
  return statusByCode.get(code) ?? badRequest;
}

/**
 * What Node's parser lets pass though no two servers need agree on what it means.
 * @returns the status of the refusal; undefined when all is well
 */
export function headFault(
  { rawHeaders, httpVersionMajor, httpVersionMinor }: Head,
  headersMax: number,
): string | undefined {
  if (rawHeaders.length > headersMax * 2) return headersTooLarge;
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.length === 4 && rawHeaders[index]?.toLowerCase() === "host") hosts++;
  }
  const needsHost = httpVersionMajor > 1 || httpVersionMinor > 0;
  return hosts > 1 || (needsHost && hosts === 0) ? badRequest : undefined;
}

const headerOverheadBytes = 32;

/** How many bytes the headers of an HTTP/2 request take, as its protocol counts them: with 32 more for each. */
export function headerBytes(headers: IncomingHttpHeaders): number {
  let sum = 0;
  for (const name in headers) {
    const value = headers[name] ?? "";
    if (typeof value === "string") sum += name.length + value.length + headerOverheadBytes;
    else for (const one of value) sum += name.length + one.length + headerOverheadBytes;
  }
  return sum;
}

export const refusalHeaders = { "content-type": "text/plain; charset=utf-8" } as const;

/** The bytes of an answer after which the connection ends. */
export function refusalBytes(status: string): string {
  const headers = ["Content-Type: text/plain; charset=utf-8", "Connection: close"];
  return [`HTTP/1.1 ${status}`, ...headers, "", status].join("\r\n");
}
