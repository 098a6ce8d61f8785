/** Answers to what cannot be read as HTTP/1.1, in plain text: nothing is known of whoever sent it. */

/** The status for an error of Node's parser. */
const statusByCode: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
  HPE_CHUNK_EXTENSIONS_OVERFLOW: "413 Request Entity Too Large",
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
};

export const tooManyHeaders = "431 Request Header Fields Too Large";

/** The bytes of an answer after which the connection ends. */
export function refusalOf(error: Error): string {
  const code = "code" in error ? String(error.code) : "";
  const status = statusByCode[code] ?? "400 Bad Request";
  const headers = ["Content-Type: text/plain; charset=utf-8", "Connection: close"];
  return [`HTTP/1.1 ${status}`, ...headers, "", status].join("\r\n");
}
