/** The validated configuration of one server and one user, as a transport needs it. */
import { ConfigError } from "./config-error.ts";
import type { Credentials } from "./credentials.ts";

/** How to reach one server, and the credentials for it. */
export interface ResolvedConfig {
  readonly server: URL;
  /** CA certificates in PEM to verify the server with. Default: those of the system. */
  readonly ca?: string;
  /** Host name to verify the server's certificate with. Default: the host of `server`. */
  readonly tlsServerName?: string;
  /** Whether the server's certificate is not verified. Never true together with `ca`. */
  readonly insecure: boolean;
  /** An `http:`, `https:` or `socks5:` URL. A user and password are percent-encoded in it. */
  readonly proxy?: URL;
  readonly impersonate?: Impersonation;
  readonly disableCompression: boolean;
  readonly credentials: Credentials;
  /** Default namespace of the context. */
  readonly namespace: string;
}

/** The user that requests impersonate. */
export interface Impersonation {
  readonly user: string;
  readonly uid?: string;
  readonly groups: readonly string[];
  readonly extra: Readonly<Record<string, readonly string[]>>;
}

/** Parts of an impersonated user that replace those of a configuration. */
export interface ImpersonationOverrides {
  readonly user: string | undefined;
  readonly groups: readonly string[] | undefined;
  readonly uid: string | undefined;
}

/**
 * Returns the configuration with these parts of the impersonated user, or the same one if there are none.
 * @throws ConfigError if there are groups or a UID, but no user
 */
export function withImpersonation(config: ResolvedConfig, overrides: ImpersonationOverrides): ResolvedConfig {
  const { user = config.impersonate?.user, groups, uid } = overrides;
  if (overrides.user === undefined && groups === undefined && uid === undefined) return config;
  if (user === undefined) {
    throw new ConfigError([
      { file: "command line", field: "--as", rule: "is required beside --as-group and --as-uid" },
    ]);
  }
  const { impersonate } = config;
  const impersonated: Impersonation = {
    extra: {},
    ...impersonate,
    user,
    groups: groups ?? impersonate?.groups ?? [],
    ...(uid === undefined ? {} : { uid }),
  };
  return { ...config, impersonate: impersonated };
}

/** Returns the request headers that make the server impersonate the user. */
export function impersonationHeaders({ user, uid, groups, extra }: Impersonation): Record<string, string | string[]> {
  const headers: Record<string, string | string[]> = { "impersonate-user": user };
  if (uid !== undefined) headers["impersonate-uid"] = uid;
  if (groups.length > 0) headers["impersonate-group"] = [...groups];
  for (const [key, values] of Object.entries(extra)) headers[`impersonate-extra-${escapeKey(key)}`] = [...values];
  return headers;
}

/** Percent-encodes the characters that a header name cannot contain, and the percent sign. */
function escapeKey(key: string): string {
  return [...Buffer.from(key)]
    .map((byte) => String.fromCharCode(byte))
    .map((character) => (/[!#$&'*+.^_`|~0-9A-Za-z-]/.test(character) ? character : percent(character)))
    .join("");
}

function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
}
