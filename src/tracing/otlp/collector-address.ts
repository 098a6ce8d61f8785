/** Where spans are sent. As in the reference, these connections have no TLS. */
export interface CollectorAddress {
  /** `http://host:port`. */
  readonly url: string;
  /** Set for sockets of this machine. */
  readonly socketPath?: string;
}

/** As in the reference, the collector of this machine. */
const endpointDefault = "localhost:4317";
const portDefault = 443;

/** Parses a valid endpoint: `host:port`, `dns://authority/host:port`, `unix:path` or `unix-abstract:name`. */
export function parseEndpoint(endpoint = endpointDefault): CollectorAddress {
  const [, scheme, rest = ""] = /^(unix|unix-abstract):(?:\/\/(?=\/))?(.*)$/s.exec(endpoint) ?? [];
  if (scheme === "unix") return { url: "http://localhost", socketPath: rest };
  if (scheme === "unix-abstract") return { url: "http://localhost", socketPath: `\0${rest}` };
  const target = endpoint.replace(/^dns:(?:\/\/[^/]*\/)?/, "").replace(/^\/\//, "");
  const host = target === "" ? endpointDefault : target;
  return { url: `http://${/:\d+$/.test(host) ? host : `${host}:${portDefault}`}` };
}
