/** Proxies that make a tunnel when they are asked to by CONNECT. */
import { type IncomingMessage, request } from "node:http";
import type { Socket } from "node:net";
import { deferred } from "../../base/deferred.ts";
import type { ProxyUser, TunnelTarget } from "./tunnel-target.ts";

/** Of the head of the proxy's answer; of a refusal, the rest is not read. */
const answerBytesMax = 16_384;
const reasonCharactersMax = 200;
/** Of what is no HTTP. */
const shownBytes = 40;

/**
 * Resolves when everything that is written to the socket goes to `target`.
 * @throws Error that says, after "the proxy X", what became of it
 */
export async function askHttpProxy(
  socket: Socket,
  { host, port }: TunnelTarget,
  user: ProxyUser | undefined,
): Promise<void> {
  const authority = `${host.includes(":") ? `[${host}]` : host}:${port}`;
  const answered = deferred<IncomingMessage>();
  const asked = request({
    method: "CONNECT",
    path: authority,
    headers: { host: authority, connection: "keep-alive", ...authorization(user) },
    maxHeaderSize: answerBytesMax,
    createConnection: () => socket,
  });
  asked.once("error", (error) => answered.reject(describe(error)));
  asked.once("connect", (answer, _socket, head: Buffer) => {
    if (head.length > 0) socket.unshift(head);
    answered.resolve(answer);
  });
  asked.end();
  const { statusCode = 0, statusMessage = "" } = await answered.promise;
  if (statusCode >= 200 && statusCode < 300) return;
  const reason = `${statusCode} ${statusMessage.slice(0, reasonCharactersMax)}`.trim();
  throw new Error(`answered CONNECT ${authority} with ${reason}${statusCode === 407 ? advice(user) : ""}`);
}

function authorization(user: ProxyUser | undefined): Record<string, string> {
  if (!user) return {};
  return { "proxy-authorization": `Basic ${Buffer.from(`${user.name}:${user.password}`).toString("base64")}` };
}

function advice(user: ProxyUser | undefined): string {
  return user
    ? ": it does not accept the user and the password that its URL holds"
    : ": it wants a user and a password, which its URL has to hold";
}

function describe(error: Error & { readonly code?: string; readonly rawPacket?: Buffer }): Error {
  const { code = "", message, rawPacket } = error;
  if (code === "HPE_HEADER_OVERFLOW") {
    return new Error(`answered with a head of more than ${answerBytesMax} bytes`, { cause: error });
  }
  if (code.startsWith("HPE_")) {
    const said = JSON.stringify(rawPacket?.toString("latin1", 0, shownBytes));
    return new Error(`answered with something else than HTTP: ${said}`, { cause: error });
  }
  if (message === "socket hang up") return new Error("closed the connection without an answer", { cause: error });
  return new Error(`cannot be used: ${message}`, { cause: error });
}
