/** The request headers in which authenticating proxies pass users. */
import type { CredentialSource } from "./authenticator.ts";

/** Names of the headers that describe a user. They are case-insensitive. */
export interface UserHeaders {
  /** Headers with the name. The first one with a value counts. */
  readonly usernameHeaders: readonly string[];
  /** Headers with the uid. The first one with a value counts. */
  readonly uidHeaders: readonly string[];
  /** Headers whose values are groups. */
  readonly groupHeaders: readonly string[];
  /** Beginnings of headers with further properties. The rest of the name is the key. */
  readonly extraHeaderPrefixes: readonly string[];
}

/** The usual headers. They are removed from each request, even if no proxy is configured. */
const usualHeaders: UserHeaders = {
  usernameHeaders: ["x-remote-user"],
  uidHeaders: ["x-remote-uid"],
  groupHeaders: ["x-remote-group"],
  extraHeaderPrefixes: ["x-remote-extra-"],
};

/** Returns the headers with names in lower case, as the names of request headers are. */
export function lowerCaseHeaders(headers: UserHeaders): UserHeaders {
  const lowered = (names: readonly string[]): readonly string[] => names.map((name) => name.toLowerCase());
  return {
    usernameHeaders: lowered(headers.usernameHeaders),
    uidHeaders: lowered(headers.uidHeaders),
    groupHeaders: lowered(headers.groupHeaders),
    extraHeaderPrefixes: lowered(headers.extraHeaderPrefixes),
  };
}

/**
 * Returns a function that removes the credentials from a request whose user is known: the bearer token, and the headers of
 * proxies. Nothing later can use them, or pass them on.
 * @param proxyHeaders headers of the configured proxies
 */
export function credentialRemover(proxyHeaders: UserHeaders | undefined): (credentials: CredentialSource) => void {
  const sets = [usualHeaders, ...(proxyHeaders ? [lowerCaseHeaders(proxyHeaders)] : [])];
  const names = new Set(
    sets.flatMap(({ usernameHeaders, uidHeaders, groupHeaders }) => [
      ...usernameHeaders,
      ...uidHeaders,
      ...groupHeaders,
    ]),
  );
  const prefixes = [...new Set(sets.flatMap(({ extraHeaderPrefixes }) => extraHeaderPrefixes))];
  names.add("authorization");
  return (credentials) => {
    for (const name of credentials.headerNames()) {
      if (names.has(name) || hasPrefix(name, prefixes)) credentials.replaceHeader(name, undefined);
    }
  };
}

function hasPrefix(name: string, prefixes: readonly string[]): boolean {
  for (const prefix of prefixes) if (name.startsWith(prefix)) return true;
  return false;
}
