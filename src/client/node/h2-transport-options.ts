/** What a transport over HTTP/2 is made of. */
import type { Clock } from "../../base/clock.ts";

/** Which server, how, and as whom. */
export interface H2TransportOptions {
  /** `https://127.0.0.1:6443`; what path it has stands before the path of every request. */
  readonly url: string;
  /** Certificates in PEM that vouch for the server. */
  readonly ca?: string;
  /** What the server's certificate has to name, where that is not the host. */
  readonly serverName?: string;
  /** Trusts any server, and any proxy. */
  readonly insecure?: boolean;
  /**
   * Makes the connections: `http:`, `https:` or `socks5:`, user and password in percent-encoding. TLS to the server goes
   * through it, so that it sees nothing. Where it is spoken to over TLS, `ca` vouches for it, or what the system trusts.
   */
  readonly proxy?: URL;
  /** Asked before every request. */
  readonly credentials?: (signal: AbortSignal) => Promise<TransportCredentials> | TransportCredentials;
  /** Told of those that the server did not accept, before the request is made once more. */
  readonly onRefused?: (credentials: TransportCredentials) => void;
  /** Default: the system's. */
  readonly clock?: Clock;
  /** How long a connection may take, with what a proxy takes for it. Default: 30 s. */
  readonly connectTimeoutMs?: number;
  /** An idle connection is asked for a sign of life this often. Default: 30 s. */
  readonly pingIntervalMs?: number;
}

/** What proves who asks. */
export interface TransportCredentials {
  /** Names in lower case. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** In PEM. Another one than before needs another connection. */
  readonly certificate?: { readonly cert: string; readonly key: string };
}
