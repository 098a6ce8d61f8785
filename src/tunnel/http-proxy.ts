/** Opens tunnels through HTTP proxies, by CONNECT requests. */
import { type IncomingMessage, request } from "node:http";
import type { Socket } from "node:net";
import { deferred } from "../base/deferred.ts";
import type { ProxyUser, TunnelTarget } from "./tunnel-target.ts";

/** Maximum size of the response head. The body of an error response is not read. */
const responseBytesMax = 16_384;
const reasonCharactersMax = 200;
/** How much of a response that is not HTTP an error shows. */
const shownBytes = 40;

/**
 * Opens a tunnel through an HTTP proxy. Once it resolves, everything written to the socket reaches `target`.
 * @throws Error whose message continues a sentence that begins with "the proxy X"
 */
export async function openHttpTunnel(
  socket: Socket,
  { host, port }: TunnelTarget,
  user: ProxyUser | undefined,
): Promise<void> {
  const authority = `${host.includes(":") ? `[${host}]` : host}:${port}`;
  const response = deferred<IncomingMessage>();
  const connectRequest = request({
    method: "CONNECT",
    path: authority,
    headers: { host: authority, connection: "keep-alive", ...authorization(user) },
    maxHeaderSize: responseBytesMax,
    createConnection: () => socket,
  });
  connectRequest.once("error", (error) => response.reject(describe(error)));
  connectRequest.once("connect", (answer, _socket, head: Buffer) => {
    if (head.length > 0) socket.unshift(head);
    response.resolve(answer);
  });
  connectRequest.end();
  const { statusCode = 0, statusMessage = "" } = await response.promise;
  if (statusCode >= 200 && statusCode < 300) return;
  const reason = `${statusCode} ${statusMessage.slice(0, reasonCharactersMax)}`.trim();
  throw new Error(`answered CONNECT ${authority} with ${reason}${statusCode === 407 ? advice(user) : ""}`);
}

/** Returns the header with the credentials. Empty without a user. */
export function authorization(user: ProxyUser | undefined): Record<string, string> {
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
    return new Error(`answered with a head of more than ${responseBytesMax} bytes`, { cause: error });
  }
  if (code.startsWith("HPE_")) {
    const said = JSON.stringify(rawPacket?.toString("latin1", 0, shownBytes));
    return new Error(`answered with something else than HTTP: ${said}`, { cause: error });
  }
  if (message === "socket hang up") return new Error("closed the connection without an answer", { cause: error });
  return new Error(`cannot be used: ${message}`, { cause: error });
}
