/** Sends bytes as HTTP/1.1, and reads the responses. */
import type { SecureContextOptions } from "node:tls";
import type { RecordedAnswer } from "./difference.ts";
import { exchangeOverTls } from "./tls-exchange.ts";

/**
 * Sends bytes and returns the first response.
 * @param host host and port
 * @returns status 0 if the server closes the connection without a response. The header `further-responses` has the
 * statuses of all other responses. `left-open` is set if the server keeps waiting.
 */
export async function exchangeBytes(
  host: string,
  credentials: SecureContextOptions,
  bytes: Buffer,
): Promise<RecordedAnswer> {
  const { received, wasSilent } = await exchangeOverTls({ host, credentials, protocol: "http/1.1", bytes });
  return readAnswers(received, wasSilent);
}

function readAnswers(received: Buffer, wasSilent: boolean): RecordedAnswer {
  const responses: RecordedAnswer[] = [];
  for (let rest = received; rest.length > 0; ) {
    const [answer, length] = readAnswer(rest);
    responses.push(answer);
    rest = rest.subarray(length);
  }
  const [first = { status: 0, headers: {}, text: "no response" }, ...others] = responses;
  const extra = {
    ...(others.length > 0 ? { "further-responses": others.map(({ status }) => status).join(" ") } : {}),
    ...(wasSilent ? { "left-open": "yes" } : {}),
  };
  return { ...first, headers: { ...first.headers, ...extra } };
}

function readAnswer(bytes: Buffer): [answer: RecordedAnswer, length: number] {
  const headLength = bytes.indexOf("\r\n\r\n") + 4;
  if (headLength < 4) return [{ status: 0, headers: {}, text: bytes.toString("utf8") }, bytes.length];
  const [statusLine = "", ...lines] = bytes.subarray(0, headLength).toString("latin1").trimEnd().split("\r\n");
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 1).trim()]),
  );
  const status = Number(statusLine.split(" ")[1] ?? 0);
  // An informational response has no body. The next response follows it.
  if (status < 200) return [{ status, headers, text: "" }, headLength];
  const [body, bodyLength] = readBody(bytes.subarray(headLength), headers);
  return [{ status, headers, text: body.toString("utf8") }, headLength + bodyLength];
}

function readBody(bytes: Buffer, headers: Readonly<Record<string, string>>): [body: Buffer, length: number] {
  if (headers["transfer-encoding"] === "chunked") return readChunks(bytes);
  const length = headers["content-length"] === undefined ? bytes.length : Number(headers["content-length"]);
  return [bytes.subarray(0, length), length];
}

function readChunks(bytes: Buffer): [body: Buffer, length: number] {
  const parts: Buffer[] = [];
  let at = 0;
  while (at < bytes.length) {
    const lineEnd = bytes.indexOf("\r\n", at);
    if (lineEnd < 0) break;
    const size = Number.parseInt(bytes.toString("latin1", at, lineEnd), 16);
    if (!(size > 0)) return [Buffer.concat(parts), lineEnd + 4];
    parts.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = lineEnd + 2 + size + 2;
  }
  return [Buffer.concat(parts), bytes.length];
}
