/** Parameters of a tunnel through a proxy. */

/** The server to connect to. The proxy resolves its name. */
export interface TunnelTarget {
  /** A host name, or an IP address without brackets. */
  readonly host: string;
  readonly port: number;
}

/** Credentials for the proxy. */
export interface ProxyUser {
  readonly name: string;
  readonly password: string;
}
