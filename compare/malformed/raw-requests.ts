/** Requests that break the rules of HTTP/1.1, as the bytes that go over the connection. */
import type { Random } from "../../src/base/random.ts";
import { oneOf } from "../random-choices.ts";

/** A request line, headers and a body. Text is one byte to a character. */
function raw(requestLine: string, headers: readonly string[] = [], body = ""): string {
  return `${[requestLine, "host: a", "connection: close", ...headers].join("\r\n")}\r\n\r\n${body}`;
}

const map = '{"metadata":{"name":"new"}}';
const collection = "/api/v1/namespaces/NS/configmaps?dryRun=All";
const json = "content-type: application/json";
const length = `content-length: ${map.length}`;
const chunked = "transfer-encoding: chunked";
const chunkedMap = `${map.length.toString(16)}\r\n${map}\r\n0\r\n\r\n`;

/** Requests by their defect. `NS` stands for the namespace of the scenario. */
export const rawRequests: Readonly<Record<string, string>> = {
  "an expectation": raw(`POST ${collection} HTTP/1.1`, [json, length, "expect: 100-continue"], map),
  "an empty expectation": raw(`POST ${collection} HTTP/1.1`, [json, length, "expect:"], map),
  "an unknown expectation": raw(`POST ${collection} HTTP/1.1`, [json, length, "expect: x"], map),
  "no length": raw(`POST ${collection} HTTP/1.1`, [json]),
  "a length of zero": raw(`POST ${collection} HTTP/1.1`, [json, "content-length: 0"]),
  "a length that is too short": raw(`POST ${collection} HTTP/1.1`, [json, "content-length: 5"], map),
  "a negative length": raw(`POST ${collection} HTTP/1.1`, [json, "content-length: -1"], map),
  "a length that is no number": raw(`POST ${collection} HTTP/1.1`, [json, "content-length: x"], map),
  "a length with a sign": raw(`POST ${collection} HTTP/1.1`, [json, `content-length: +${map.length}`], map),
  "an empty length": raw(`POST ${collection} HTTP/1.1`, [json, "content-length:"], map),
  "a length that overflows": raw(`POST ${collection} HTTP/1.1`, [json, "content-length: 99999999999999999999"], map),
  "two different lengths": raw(`POST ${collection} HTTP/1.1`, [json, length, "content-length: 5"], map),
  "a body in chunks": raw(`POST ${collection} HTTP/1.1`, [json, chunked], chunkedMap),
  "chunks with an extension": raw(
    `POST ${collection} HTTP/1.1`,
    [json, chunked],
    chunkedMap.replace("\r\n", ";a=b\r\n"),
  ),
  "chunks with a trailer": raw(
    `POST ${collection} HTTP/1.1`,
    [json, chunked],
    chunkedMap.replace(/\r\n$/, "a: b\r\n\r\n"),
  ),
  "another transfer encoding": raw(`POST ${collection} HTTP/1.1`, [json, "transfer-encoding: gzip"], map),
  "an identity transfer encoding": raw(
    `POST ${collection} HTTP/1.1`,
    [json, "transfer-encoding: identity", length],
    map,
  ),
  "no host": "GET /api HTTP/1.1\r\nconnection: close\r\n\r\n",
  "two hosts": raw("GET /api HTTP/1.1", ["host: b"]),
  "a malformed host": "GET /api HTTP/1.1\r\nhost: a b\r\nconnection: close\r\n\r\n",
  "a host of other characters": "GET /api HTTP/1.1\r\nhost: a/b?c\r\nconnection: close\r\n\r\n",
  "HTTP/1.0": "GET /api HTTP/1.0\r\n\r\n",
  "HTTP/1.0 without a host for a write": `POST ${collection} HTTP/1.0\r\n${json}\r\n${length}\r\n\r\n${map}`,
  "HTTP/0.9": "GET /api\r\n\r\n",
  "HTTP/3.0": raw("GET /api HTTP/3.0"),
  "an absolute target": raw("GET https://a/api HTTP/1.1"),
  "an absolute target of another scheme": raw("GET ftp://a/api HTTP/1.1"),
  "a target without a slash": raw("GET api HTTP/1.1"),
  "a star": raw("OPTIONS * HTTP/1.1"),
  "a star for GET": raw("GET * HTTP/1.1"),
  CONNECT: raw("CONNECT a:443 HTTP/1.1"),
  "a path with NUL": raw("GET /api/\0 HTTP/1.1"),
  "a path with a control character": raw("GET /api/\x01 HTTP/1.1"),
  "a path with DEL": raw("GET /api/\x7f HTTP/1.1"),
  "a path with bytes above ASCII": raw("GET /api/\xff\xfe HTTP/1.1"),
  "a path with a fragment": raw("GET /api#x HTTP/1.1"),
  "a query with bytes above ASCII": raw("GET /api/v1/pods?labelSelector=\xff HTTP/1.1"),
  "a query with a blank": raw("GET /api/v1/pods?labelSelector=a in (b) HTTP/1.1"),
  "a method in lower case": raw("get /api HTTP/1.1"),
  "an unknown method": raw("FOO /api/v1/pods HTTP/1.1"),
  "a method of other characters": raw("G(T /api HTTP/1.1"),
  "an empty method": raw(" /api HTTP/1.1"),
  "a header without a colon": raw("GET /api HTTP/1.1", ["x"]),
  "a header without a name": raw("GET /api HTTP/1.1", [": x"]),
  "a header with a blank in its name": raw("GET /api HTTP/1.1", ["a b: x"]),
  "a header with a blank after its name": raw("GET /api HTTP/1.1", ["a : x"]),
  "a header with NUL": raw("GET /api HTTP/1.1", ["a: \0"]),
  "a header with a control character": raw("GET /api HTTP/1.1", ["a: \x01"]),
  "a header with bytes above ASCII": raw("GET /api HTTP/1.1", ["a: \xff"]),
  "an empty Accept header": raw("GET /api/v1/pods HTTP/1.1", ["accept:"]),
  "two Accept headers": raw("GET /api/v1/pods HTTP/1.1", ["accept: text/html", "accept: application/json"]),
  "two Content-Type headers": raw(`POST ${collection} HTTP/1.1`, [json, "content-type: x", length], map),
  "two Authorization headers": raw("GET /api HTTP/1.1", ["authorization: Bearer x", "authorization: Bearer y"]),
  "no request": "\r\n\r\n\r\n",
  garbage: "x\r\n\r\n",
  bytes: "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
};

const pieces = [
  "\r\n",
  "\n",
  "\r",
  ":",
  " ",
  "\t",
  "\0",
  "\xff",
  "%",
  "\x7f",
  ";",
  ",",
  "HTTP/1.1",
  "content-length: 3",
  "host: b",
  "chunked",
  "0",
  "-1",
];

/** Returns a request of the list with one random piece inserted into its head. */
export function damagedRawRequest(random: Random): string {
  const whole = oneOf(random, Object.values(rawRequests));
  const headLength = whole.indexOf("\r\n\r\n");
  const at = random.below(headLength + 1);
  return whole.slice(0, at) + oneOf(random, pieces) + whole.slice(at + random.below(2));
}
