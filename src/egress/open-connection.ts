/** Opens connections to the checked addresses of a target. */
import { connect as connectTcp, isIP, type LookupFunction, type Socket, type TcpNetConnectOpts } from "node:net";
import { connect as connectTls } from "node:tls";
import type { Clock } from "../base/clock.ts";
import { type HostAddress, type HostLookup, resolveHost } from "./address-rules.ts";
import { hostMismatch } from "./certificate-fault.ts";
import { EgressError } from "./egress-error.ts";
import type { EgressTarget } from "./target.ts";

/** Time limit for a new connection with its TLS handshake, in milliseconds. */
const connectTimeoutMs = 30_000;

/** Context of `openConnection()`. */
export interface ConnectionOptions {
  readonly clock: Clock;
  readonly lookup: HostLookup;
}

/**
 * Returns a new connection after its TLS handshake. The host is resolved once, and only the addresses that were checked
 * are used.
 * @throws EgressError if no address is allowed or the time limit passes
 * @throws Error of the socket or of TLS
 */
export async function openConnection(target: EgressTarget, { clock, lookup }: ConnectionOptions): Promise<Socket> {
  const addresses = await resolveHost(target.host, { lookup, allowsPrivate: target.allowsPrivateAddresses });
  const socket = startSocket(target, addresses);
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

function startSocket(target: EgressTarget, addresses: readonly HostAddress[]): Socket {
  const { host, port, tls, verifiedHost, isInsecure } = target;
  const tcp: TcpNetConnectOpts = {
    host,
    port,
    lookup: fixedLookup(addresses),
    autoSelectFamily: true,
    noDelay: true,
    keepAlive: true,
  };
  if (!tls) return connectTcp(tcp);
  return connectTls({
    ...tcp,
    secureContext: tls,
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
