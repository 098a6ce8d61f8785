/** Opens connections to the checked addresses of a target. */
import { connect as connectTcp, isIP, type LookupFunction, type Socket, type TcpNetConnectOpts } from "node:net";
import { connect as connectTls, type SecureContext } from "node:tls";
import type { Clock } from "../base/clock.ts";
import { reasonOf } from "../base/reason-of.ts";
import { openProxyConnection, openTunnel, shownProxy } from "../tunnel/index.ts";
import { checkLiteralHost, type HostAddress, type HostLookup, resolveHost } from "./address-rules.ts";
import { hostMismatch } from "./certificate-fault.ts";
import { EgressError } from "./egress-error.ts";
import type { EgressTarget, ProxyRoute } from "./target.ts";

/** Time limit for a new connection with its TLS handshake, in milliseconds. */
const connectTimeoutMs = 30_000;

/** Context of `openConnection()`. */
export interface ConnectionOptions {
  readonly clock: Clock;
  readonly lookup: HostLookup;
}

/**
 * Returns a new connection after its TLS handshake. The host is resolved once, and only the addresses that were checked
 * are used. A proxy resolves the host by itself.
 * @throws EgressError if no address is allowed or the time limit passes
 * @throws Error of the socket or of TLS
 */
export async function openConnection(target: EgressTarget, { clock, lookup }: ConnectionOptions): Promise<Socket> {
  const { host, proxy, tls, allowsPrivateAddresses: allowsPrivate } = target;
  if (!proxy) {
    const tcp = tcpOptions(target, await resolveHost(host, { lookup, allowsPrivate }));
    const socket = tls ? startTls(target, tls, tcp) : connectTcp(tcp);
    return await whenConnected(socket, target, clock);
  }
  checkLiteralHost(host, { allowsPrivate });
  const socket = await openThroughProxy(target, proxy, clock);
  return tls ? await whenConnected(startTls(target, tls, { socket }), target, clock) : socket;
}

/** Returns a connection to the proxy, which leads to the server if the proxy does not forward requests. */
async function openThroughProxy(target: EgressTarget, proxy: ProxyRoute, clock: Clock): Promise<Socket> {
  const { host, port, isInsecure: insecure } = target;
  const deadline = new AbortController();
  const timeout = `proxyconnect tcp: the proxy ${shownProxy(proxy.url)} does not respond: i/o timeout`;
  const timer = clock.after(connectTimeoutMs, () => deadline.abort(new EgressError("timeout", timeout)));
  const options = { proxy: proxy.url, ca: proxy.ca, insecure, signal: deadline.signal };
  try {
    return await (proxy.isForwarding
      ? openProxyConnection(options)
      : openTunnel({ ...options, target: { host, port } }));
  } catch (error) {
    throw error instanceof EgressError ? error : new EgressError("connect", `proxyconnect tcp: ${reasonOf(error)}`);
  } finally {
    timer.cancel();
  }
}

/** Resolves when the socket is connected, with TLS after the handshake. */
async function whenConnected(socket: Socket, target: EgressTarget, clock: Clock): Promise<Socket> {
  return await new Promise<Socket>((resolve, reject) => {
    const timer = clock.after(connectTimeoutMs, () => socket.destroy(connectTimeout(target, socket)));
    const settle = (outcome: () => void): void => {
      timer.cancel();
      outcome();
    };
    socket.once(target.tls ? "secureConnect" : "connect", () => settle(() => resolve(socket)));
    // The listener stays, because an error may follow the handshake before the HTTP client listens.
    socket.on("error", (error) => settle(() => reject(error)));
    // A server can end the connection in the middle of the handshake without an error.
    socket.once("close", () => settle(() => reject(new EgressError("closed", "EOF"))));
  });
}

function connectTimeout({ host, port, tls }: EgressTarget, socket: Socket): EgressError {
  const isHandshake = tls !== undefined && !socket.connecting;
  return new EgressError(
    "timeout",
    isHandshake ? "net/http: TLS handshake timeout" : `dial tcp ${host}:${port}: i/o timeout`,
  );
}

function tcpOptions({ host, port }: EgressTarget, addresses: readonly HostAddress[]): TcpNetConnectOpts {
  return { host, port, lookup: fixedLookup(addresses), autoSelectFamily: true, noDelay: true, keepAlive: true };
}

/** Starts a handshake on a new TCP connection, or on an open socket. */
function startTls(
  { verifiedHost, isInsecure }: EgressTarget,
  secureContext: SecureContext,
  transport: TcpNetConnectOpts | { readonly socket: Socket },
): Socket {
  return connectTls({
    ...transport,
    secureContext,
    // The extension for the host name cannot contain an address.
    ...(isIP(verifiedHost) === 0 ? { servername: verifiedHost } : {}),
    rejectUnauthorized: !isInsecure,
    checkServerIdentity: (_, certificate) => hostMismatch(verifiedHost, certificate),
    ALPNProtocols: ["http/1.1"],
  });
}

/** Returns a lookup that returns these addresses for any name. */
function fixedLookup(addresses: readonly HostAddress[]): LookupFunction {
  return (_name, _options, callback) => callback(null, [...addresses]);
}
