/** What a proxy is asked for, by whom. */

/** Whom the proxy is to connect to: it is the proxy that finds out where a name leads. */
export interface TunnelTarget {
  /** A name or an address, without brackets. */
  readonly host: string;
  readonly port: number;
}

export interface ProxyUser {
  readonly name: string;
  readonly password: string;
}
