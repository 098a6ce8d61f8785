/** Servers of outbound requests. Requests to the same target share connections. */
import type { SecureContext } from "node:tls";

/** Host name or address of a server, without brackets, and its port. */
export interface ServerAddress {
  readonly host: string;
  readonly port: number;
}

/** How to verify a server, and the client's certificate for it. */
export interface TargetOptions {
  /** CA certificates in PEM to verify the server with. Default: those of Node. */
  readonly ca?: string;
  /** Client certificate with its intermediate certificates, in PEM. */
  readonly clientCertificate?: string;
  /** Private key of the client certificate, in PEM. */
  readonly clientKey?: string;
  /** Host name to verify the server's certificate with, and to send to it. Default: the host of the URL. */
  readonly serverName?: string;
  /**
   * Where to connect to, instead of the host and the port of the URL. The certificate must still have the host name of the URL.
   * Proxies of the environment are not used.
   */
  readonly connectTo?: ServerAddress;
  /** Whether the server's certificate is not verified. Default: false. */
  readonly insecure?: boolean;
  /**
   * Whether the server may have a private or other special address. Default: true, as in the reference. A proxy resolves the
   * names of servers, so that only an address in the URL is checked then.
   */
  readonly allowsPrivateAddresses?: boolean;
  /** Proxy through which to connect. Default: that of the environment variables. */
  readonly proxy?: URL;
}

/** A proxy between this process and a server. */
export interface ProxyRoute {
  readonly url: URL;
  /** Whether the proxy forwards requests. Otherwise it opens a tunnel to the server. */
  readonly isForwarding: boolean;
  /** CA certificates in PEM to verify a proxy with TLS with, besides those of Node. */
  readonly ca: string | undefined;
}

/** Returns the route through a proxy. As in the reference, the options for the server's certificate are also for the proxy's. */
export function routeThrough(proxy: URL, url: URL, { ca }: TargetOptions): ProxyRoute {
  return { url: proxy, isForwarding: url.protocol === "http:" && proxy.protocol !== "socks5:", ca };
}

/** A server, as its connections use it. */
export interface EgressTarget {
  /** Host name or address, without brackets. */
  readonly host: string;
  readonly port: number;
  /** Host name that the server's certificate must have. */
  readonly verifiedHost: string;
  readonly isInsecure: boolean;
  readonly allowsPrivateAddresses: boolean;
  /** Undefined for connections without TLS. */
  readonly tls: SecureContext | undefined;
  /** Undefined for direct connections. */
  readonly proxy: ProxyRoute | undefined;
}

/** Returns the text that two requests share exactly if they may share connections. */
export function targetKey(url: URL, options: TargetOptions, proxy: URL | undefined): string {
  const { ca, clientCertificate, clientKey, serverName, insecure = false, allowsPrivateAddresses = true } = options;
  const { host = "", port = 0 } = options.connectTo ?? {};
  const flags = `${insecure ? "insecure" : ""} ${allowsPrivateAddresses ? "private" : ""}`;
  return [url.origin, host, port, flags, serverName, clientCertificate, clientKey, ca, proxy?.href].join("\0");
}
