/** Opens connections to a server through a proxy. */

import { once } from "node:events";
import { connect as connectPlainly, isIP, type Socket } from "node:net";
import { connect as connectOverTls, rootCertificates } from "node:tls";
import { reasonOf } from "../base/reason-of.ts";
import { authorization, openHttpTunnel } from "./http-proxy.ts";
import { openSocksTunnel } from "./socks-proxy.ts";
import type { ProxyUser, TunnelTarget } from "./tunnel-target.ts";

/** A proxy, and how to verify it. */
export interface ProxyConnectionOptions {
  /** An `http:`, `https:` or `socks5:` URL. A user and password are percent-encoded in it. */
  readonly proxy: URL;
  /** CA certificates in PEM to verify an `https:` proxy with, in addition to those of the system. */
  readonly ca?: string | undefined;
  /** Whether the proxy's certificate is not verified. */
  readonly insecure?: boolean | undefined;
  /** Aborts the opening of the connection. Has no effect on an open one. */
  readonly signal: AbortSignal;
}

/** Options of `openTunnel()`. */
export interface TunnelOptions extends ProxyConnectionOptions {
  readonly target: TunnelTarget;
}

const defaultPorts: Readonly<Record<string, number>> = { "http:": 80, "https:": 443, "socks5:": 1080 };

/** Whether the scheme of a proxy's URL is supported. */
export function isProxyUrl({ protocol }: URL): boolean {
  return Object.hasOwn(defaultPorts, protocol);
}

/**
 * Opens a tunnel to `target` through the proxy.
 * @returns a socket whose next bytes come from the target
 * @throws Error that names the proxy and its response; the signal's reason if it is aborted
 */
export async function openTunnel(options: TunnelOptions): Promise<Socket> {
  const { proxy, target } = options;
  const openThroughProxy = proxy.protocol === "socks5:" ? openSocksTunnel : openHttpTunnel;
  return await openSocket(options, async (socket) => {
    await openThroughProxy(socket, target, userOf(proxy));
    // Bytes that the proxy sends before the first request would be mistaken for the server's.
    if (socket.readableLength > 0) throw new Error("sent something before it was asked to");
  });
}

/**
 * Opens a connection to an HTTP proxy, for requests that the proxy forwards.
 * @throws Error that names the proxy; the signal's reason if it is aborted
 */
export async function openProxyConnection(options: ProxyConnectionOptions): Promise<Socket> {
  return await openSocket(options, async (socket) => {
    try {
      await once(socket, options.proxy.protocol === "https:" ? "secureConnect" : "connect");
    } catch (error) {
      throw new Error(`cannot be used: ${reasonOf(error)}`, { cause: error });
    }
  });
}

/** Opens a socket to the proxy, and prepares it. */
async function openSocket(
  options: ProxyConnectionOptions,
  prepare: (socket: Socket) => Promise<void>,
): Promise<Socket> {
  const { proxy, signal } = options;
  signal.throwIfAborted();
  const socket = dial(options);
  // Pending reads report the error. Without this listener, an error between two reads would crash the process.
  socket.on("error", () => undefined);
  const onAbort = (): void => void socket.destroy();
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    await prepare(socket);
    return socket;
  } catch (error) {
    socket.destroy();
    signal.throwIfAborted();
    const why = reasonOf(error);
    throw new Error(`the proxy ${shownProxy(proxy)} ${why}`, { cause: error });
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

function dial({ proxy, ca, insecure = false }: ProxyConnectionOptions): Socket {
  const host = plainHost(proxy);
  const port = proxy.port === "" ? (defaultPorts[proxy.protocol] ?? 0) : Number(proxy.port);
  if (proxy.protocol !== "https:") return connectPlainly({ host, port, noDelay: true });
  return connectOverTls({
    host,
    port,
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ...(ca === undefined ? {} : { ca: [...rootCertificates, ca] }),
    ALPNProtocols: ["http/1.1"],
    rejectUnauthorized: !insecure,
  });
}

/** Returns the header with the user and the password of a proxy's URL. Empty if it has none. */
export function proxyAuthorization(proxy: URL): Readonly<Record<string, string>> {
  return authorization(userOf(proxy));
}

function userOf({ username, password }: URL): ProxyUser | undefined {
  if (username === "" && password === "") return undefined;
  return { name: decodeURIComponent(username), password: decodeURIComponent(password) };
}

/** Returns the proxy's URL without user and password. */
export function shownProxy({ protocol, host }: URL): string {
  return `${protocol}//${host}`;
}

/** Returns the host of a URL as sockets accept it: an IPv6 address without brackets. */
export function plainHost({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, "$1");
}
