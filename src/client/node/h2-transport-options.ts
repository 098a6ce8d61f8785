/** Options of the HTTP/2 transport. */
import type { Clock } from "../../base/clock.ts";

/** Which server to connect to, how, and with which credentials. */
export interface H2TransportOptions {
  /** `https://127.0.0.1:6443`. A path in it is prepended to the path of every request. */
  readonly url: string;
  /** CA certificates in PEM to verify the server with. Default: those of the system. */
  readonly ca?: string;
  /** Host name to verify the server's certificate with. Default: the host of `url`. */
  readonly serverName?: string;
  /** Whether the certificates of the server and of the proxy are not verified. Default: false. */
  readonly insecure?: boolean;
  /**
   * An `http:`, `https:` or `socks5:` URL of a proxy. A user and password are percent-encoded in it. TLS to the server
   * is end-to-end, so the proxy cannot read requests. An `https:` proxy is verified with `ca` and the certificates of
   * the system.
   */
  readonly proxy?: URL;
  /** Returns the credentials of a request. Called before every request. */
  readonly credentials?: (signal: AbortSignal) => Promise<TransportCredentials> | TransportCredentials;
  /**
   * Receives credentials that the server rejected with 401. The request is then repeated once with those that
   * `credentials` returns.
   */
  readonly onRejected?: (credentials: TransportCredentials) => void;
  /** Default: the system's clock. */
  readonly clock?: Clock;
  /** Time limit for opening a connection, including the proxy's tunnel. Default: 30,000. */
  readonly connectTimeoutMs?: number;
  /** Interval of the pings that detect a lost connection. Default: 30,000. */
  readonly pingIntervalMs?: number;
}

/** The credentials of a request. */
export interface TransportCredentials {
  /** Names are in lower case. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** Client certificate and key in PEM. A different certificate causes a new connection. */
  readonly certificate?: { readonly cert: string; readonly key: string };
}
