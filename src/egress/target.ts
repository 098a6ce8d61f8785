/** Servers of outbound requests. Requests to the same target share connections. */
import type { SecureContext } from "node:tls";

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
  /** Whether the server's certificate is not verified. Default: false. */
  readonly insecure?: boolean;
  /** Whether the server may have a private or other special address. Default: true, as in the reference. */
  readonly allowsPrivateAddresses?: boolean;
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
}

/** Returns the host of a URL without the brackets around an IPv6 address. */
export function plainHost({ hostname }: URL): string {
  return hostname.startsWith("[") ? hostname.slice(1, -1) : hostname;
}

/** Returns the text that two requests share exactly if they may share connections. */
export function targetKey(url: URL, options: TargetOptions): string {
  const { ca, clientCertificate, clientKey, serverName, insecure = false, allowsPrivateAddresses = true } = options;
  const flags = `${insecure ? "insecure" : ""} ${allowsPrivateAddresses ? "private" : ""}`;
  return [url.origin, flags, serverName, clientCertificate, clientKey, ca].join("\0");
}
