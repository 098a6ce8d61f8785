/** Connections to servers through HTTP and SOCKS proxies. */

export {
  isProxyUrl,
  openProxyConnection,
  openTunnel,
  type ProxyConnectionOptions,
  plainHost,
  proxyAuthorization,
  shownProxy,
  type TunnelOptions,
} from "./tunnel.ts";
export type { ProxyUser, TunnelTarget } from "./tunnel-target.ts";
