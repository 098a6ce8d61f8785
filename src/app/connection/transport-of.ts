import type { Clock } from "../../base/clock.ts";
import { impersonationHeaders, type RequestCredentials, type ResolvedConfig } from "../../client/config/index.ts";
import { H2Transport, type TransportCredentials } from "../../client/node/index.ts";

/**
 * Returns the transport to the configured server, with its credentials.
 *
 * @param config - the server, its certificates, the proxy and the credentials
 * @param clock - measures the time limits of connections
 * @returns a transport that connects at its first request
 * @example
 * ```ts
 * const client = new Client({ transport: transportOf(config, clock) });
 * ```
 */
export function transportOf(config: ResolvedConfig, clock: Clock): H2Transport {
  const { server, ca, tlsServerName, insecure, proxy, impersonate, credentials } = config;
  const sourceOfCredentials = new WeakMap<TransportCredentials, RequestCredentials>();
  return new H2Transport({
    url: server.href,
    insecure,
    clock,
    ...(ca === undefined ? {} : { ca }),
    ...(tlsServerName === undefined ? {} : { serverName: tlsServerName }),
    ...(proxy ? { proxy } : {}),
    credentials: async (signal) => {
      const current = await credentials.current(signal);
      const headers = { ...current.headers, ...(impersonate ? impersonationHeaders(impersonate) : {}) };
      const transportCredentials: TransportCredentials = { ...current, headers };
      sourceOfCredentials.set(transportCredentials, current);
      return transportCredentials;
    },
    onRejected: (transportCredentials) => credentials.invalidate(sourceOfCredentials.get(transportCredentials)),
  });
}
