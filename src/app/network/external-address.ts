/** The address of the server in documents for clients. */
import { withIpv6Brackets } from "./url-host.ts";

/** Names of the server that flags determine. */
export interface ExternalNames {
  /** Host, with or without a port. */
  readonly externalHostname: string | undefined;
  /** IP address at which other machines reach the server. */
  readonly advertised: string | undefined;
}

/**
 * Returns `host:port` in documents for clients: the external host, or the advertised address, or else the address of the listener.
 * An external host may have another port.
 * @param listenAddress `host:port` at which clients on this machine reach the server; empty if it does not listen
 */
export function externalAddress(listenAddress: string, { externalHostname, advertised }: ExternalNames): string {
  const host = externalHostname ?? advertised;
  if (host === undefined || listenAddress === "") return listenAddress;
  if (/^(?:[^:]*|\[.*\]):\d*$/.test(host)) return host;
  return `${withIpv6Brackets(host)}:${portOf(listenAddress)}`;
}

/** Returns the host of an external name that may have a port. */
export function externalHost(externalHostname: string): string {
  return /^(?:\[(.*)\]|([^:]*))(?::\d*)?$/.exec(externalHostname)?.slice(1).find(Boolean) ?? externalHostname;
}

function portOf(listenAddress: string): string {
  return listenAddress.slice(listenAddress.lastIndexOf(":") + 1);
}
