/** A connection that a proxy makes to a server and passes everything through. */

import { connect as connectPlainly, isIP, type Socket } from "node:net";
import { connect as connectOverTls, rootCertificates } from "node:tls";
import { reasonOf } from "../../base/reason-of.ts";
import { askHttpProxy } from "./http-proxy.ts";
import { askSocksProxy } from "./socks-proxy.ts";
import type { ProxyUser, TunnelTarget } from "./tunnel-target.ts";

export interface TunnelOptions {
  /** `http:`, `https:` or `socks5:`; user and password in percent-encoding. */
  readonly proxy: URL;
  readonly target: TunnelTarget;
  /** Certificates in PEM that vouch for a proxy which is spoken to over TLS, besides those that the system trusts. */
  readonly ca?: string | undefined;
  /** Trusts any proxy. */
  readonly insecure?: boolean | undefined;
  /** Gives up before the tunnel is there; later, it means nothing. */
  readonly signal: AbortSignal;
}

const defaultPorts: Readonly<Record<string, number>> = { "http:": 80, "https:": 443, "socks5:": 1080 };

/** Whether proxies of the URL's scheme can be spoken to. */
export function isProxyUrl({ protocol }: URL): boolean {
  return Object.hasOwn(defaultPorts, protocol);
}

/**
 * @returns a socket of which the proxy has sent nothing of its own any more
 * @throws Error naming the proxy and what it answered; the signal's reason
 */
export async function openTunnel(options: TunnelOptions): Promise<Socket> {
  const { proxy, target, signal } = options;
  signal.throwIfAborted();
  const socket = dial(options);
  // Whoever waits is told of it; between two waits, nobody is there to be told.
  socket.on("error", () => undefined);
  const onAbort = (): void => void socket.destroy();
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    const ask = proxy.protocol === "socks5:" ? askSocksProxy : askHttpProxy;
    await ask(socket, target, userOf(proxy));
    // What comes before the server has been asked for anything would be taken for the server's.
    if (socket.readableLength > 0) throw new Error("sent something before it was asked to");
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

function dial({ proxy, ca, insecure = false }: TunnelOptions): Socket {
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

function userOf({ username, password }: URL): ProxyUser | undefined {
  if (username === "" && password === "") return undefined;
  return { name: decodeURIComponent(username), password: decodeURIComponent(password) };
}

/** Without user and password. */
export function shownProxy({ protocol, host }: URL): string {
  return `${protocol}//${host}`;
}

/** The host of a URL as sockets take it. */
export function plainHost({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, "$1");
}
