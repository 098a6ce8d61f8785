import { describe, expect, test } from "vitest";
import { hasDisconnected, headerBytes, headFault, rejectionBytes, statusOf } from "./unreadable-request.ts";

const failure = (code?: string): Error => Object.assign(new Error("broken"), code === undefined ? {} : { code });
const head = (rawHeaders: string[], minor = 1) => ({ rawHeaders, httpVersionMajor: 1, httpVersionMinor: minor });

test.each([
  ["HPE_HEADER_OVERFLOW", "431 Request Header Fields Too Large"],
  ["HPE_CHUNK_EXTENSIONS_OVERFLOW", "413 Request Entity Too Large"],
  ["ERR_HTTP_REQUEST_TIMEOUT", "408 Request Timeout"],
  ["HPE_INVALID_METHOD", "400 Bad Request"],
  ["constructor", "400 Bad Request"],
  [undefined, "400 Bad Request"],
])("statusOf() returns for the parser error %s: %s", (code, status) => {
  expect(statusOf(failure(code))).toBe(status);
});

test.each([
  ["A b: c", 1, "400 Bad Request: invalid header name"],
  ["Ab : c", 2, "400 Bad Request: invalid header name"],
  ["A(b: c", 1, "400 Bad Request"],
  ["A (b: c", 1, "400 Bad Request"],
  ["A\tb: c", 1, "400 Bad Request"],
])("statusOf() returns for the header %j with an error at byte %i: %s", (header, at, status) => {
  const before = "GET / HTTP/1.1\r\nHost: x\r\n";
  const rawPacket = Buffer.from(`${before}${header}\r\n\r\n`);
  const error = Object.assign(failure("HPE_INVALID_HEADER_TOKEN"), { rawPacket, bytesParsed: before.length + at });
  expect(statusOf(error)).toBe(status);
});

test("hasDisconnected() is true only for an error at the end of the input", () => {
  expect(hasDisconnected(failure("HPE_INVALID_EOF_STATE"))).toBe(true);
  expect(hasDisconnected(failure("HPE_INVALID_METHOD"))).toBe(false);
  expect(hasDisconnected(failure())).toBe(false);
});

test("rejectionBytes() returns a complete response in plain text", () => {
  expect(rejectionBytes("400 Bad Request")).toBe(
    "HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n400 Bad Request",
  );
});

describe("headFault()", () => {
  test.each([
    ["with one host", ["Host", "a", "X", "host"], undefined],
    ["with an empty host", ["host", ""], undefined],
    ["without a host", ["x", "host"], "400 Bad Request: missing required Host header"],
    ["with two hosts", ["host", "a", "HOST", "a"], "400 Bad Request"],
    ["with two hosts, one malformed", ["host", "a", "host", "a b"], "400 Bad Request"],
    ["with a malformed host", ["host", "a b"], "400 Bad Request: malformed Host header"],
    ["with a malformed host and an encoding", ["host", "a b", "transfer-encoding", "x"], "501 Not Implemented"],
    ["with a chunked body", ["host", "a", "transfer-encoding", "Chunked"], undefined],
    [
      "with two encodings",
      ["host", "a", "transfer-encoding", "chunked", "Transfer-Encoding", "chunked"],
      "501 Not Implemented",
    ],
    ["with the maximum number of headers", ["host", "a", "x", "", "x", ""], undefined],
    ["with too many headers", ["host", "a", "x", "", "x", "", "x", ""], "431 Request Header Fields Too Large"],
  ])("headFault() of a head %s (%j) is %s", (_case, rawHeaders, status) => {
    expect(headFault(head(rawHeaders), 3)).toBe(status);
  });

  test("headFault() accepts an HTTP/1.0 head without a host, and rejects one with two", () => {
    expect(headFault(head([], 0), 3)).toBeUndefined();
    expect(headFault(head(["host", "a", "host", "b"], 0), 3)).toBe("400 Bad Request");
  });
});

test("headerBytes() counts names, values and 32 bytes for each header", () => {
  expect(headerBytes([])).toBe(0);
  expect(headerBytes([":path", "/x", "accept", "*/*"])).toBe(5 + 2 + 32 + 6 + 3 + 32);
  expect(headerBytes(["cookie", "a", "cookie", "bc"])).toBe(6 + 1 + 32 + 6 + 2 + 32);
});
