/** What a transport has to know of one server and of who asks it. */
import type { Credentials } from "./credentials.ts";

/** One server and one user, checked. */
export interface ResolvedConfig {
  readonly server: URL;
  /** Certificates in PEM that vouch for the server; without them, those that the system trusts. */
  readonly ca?: string;
  /** The name that the server's certificate must have; default: the host of `server`. */
  readonly tlsServerName?: string;
  /** The server's certificate is not verified. Never together with `ca`. */
  readonly insecure: boolean;
  /** `http:`, `https:` or `socks5:`; with user and password in percent-encoding, where it asks for them. */
  readonly proxy?: URL;
  readonly impersonate?: Impersonation;
  readonly disableCompression: boolean;
  readonly credentials: Credentials;
  /** Where requests go that name no namespace. */
  readonly namespace: string;
}

/** The user as whom requests are made. */
export interface Impersonation {
  readonly user: string;
  readonly uid?: string;
  readonly groups: readonly string[];
  readonly extra: Readonly<Record<string, readonly string[]>>;
}

/** Request headers that ask the server to take the request for somebody else's. */
export function impersonationHeaders({ user, uid, groups, extra }: Impersonation): Record<string, string | string[]> {
  const headers: Record<string, string | string[]> = { "impersonate-user": user };
  if (uid !== undefined) headers["impersonate-uid"] = uid;
  if (groups.length > 0) headers["impersonate-group"] = [...groups];
  for (const [key, values] of Object.entries(extra)) headers[`impersonate-extra-${escapeKey(key)}`] = [...values];
  return headers;
}

/** What no header's name may hold, and the escape itself, in percent-encoding. */
function escapeKey(key: string): string {
  return [...Buffer.from(key)]
    .map((byte) => String.fromCharCode(byte))
    .map((character) => (/[!#$&'*+.^_`|~0-9A-Za-z-]/.test(character) ? character : percent(character)))
    .join("");
}

function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
}
