/**
 * Authenticates users whom a proxy has authenticated. The proxy passes them in request headers. They count only if the
 * connection has a client certificate for which a CA of proxies vouches.
 */
import { AuthenticationError } from "./authentication-error.ts";
import type { Authenticator, CredentialSource } from "./authenticator.ts";
import { sentText } from "./bearer-token.ts";
import type { CertificateVerifier } from "./certificates/certificate-verifier.ts";
import { decodeExtraKey } from "./extra-key.ts";
import { commonAudiences } from "./token-authenticator.ts";
import { withAuthenticatedGroup } from "./user.ts";
import { lowerCaseHeaders, type UserHeaders } from "./user-headers.ts";

/** How authenticating proxies are recognized, and how they pass the user. */
export interface FrontProxyOptions extends UserHeaders {
  readonly verifier: CertificateVerifier;
  /** Common names that the certificate of a proxy may have. Empty: any. */
  readonly allowedNames: readonly string[];
  /** Audiences of the server, for which the users are authenticated. */
  readonly ownAudiences: readonly string[];
}

/** Returns the method for users that an authenticating proxy passes. */
export function frontProxyAuthenticator({
  verifier,
  allowedNames,
  ownAudiences,
  ...headers
}: FrontProxyOptions): Authenticator {
  const names = lowerCaseHeaders(headers);
  return (credentials, audiences) => {
    const certificate = verifier.verify(credentials.tls);
    if (certificate === undefined || certificate instanceof AuthenticationError) return certificate;
    if (allowedNames.length > 0 && !allowedNames.includes(certificate.commonName)) return notAllowed;
    const common = commonAudiences(ownAudiences, audiences);
    const name = firstValue(credentials, names.usernameHeaders);
    if (name === "" || (audiences.length > 0 && common.length === 0)) return undefined;
    const uid = firstValue(credentials, names.uidHeaders);
    const user = withAuthenticatedGroup({
      name,
      groups: names.groupHeaders.flatMap((header) => valuesOf(credentials, header)).filter((value) => value !== ""),
      ...(uid === "" ? {} : { uid }),
      extra: extraOf(credentials, names.extraHeaderPrefixes),
    });
    return audiences.length === 0 ? { user } : { user, audiences: common };
  };
}

function valuesOf(credentials: CredentialSource, header: string): readonly string[] {
  return credentials.headerValues(header).map(sentText);
}

const notAllowed = new AuthenticationError("the certificate's name is not allowed for authenticating proxies");

/** Returns the first value of the first header whose first value is not empty. */
function firstValue(credentials: CredentialSource, headers: readonly string[]): string {
  for (const header of headers) {
    const [value = ""] = valuesOf(credentials, header);
    if (value !== "") return value;
  }
  return "";
}

function extraOf(
  credentials: CredentialSource,
  prefixes: readonly string[],
): Readonly<Record<string, readonly string[]>> {
  const valuesByKey = new Map<string, readonly string[]>();
  for (const prefix of prefixes) {
    for (const header of credentials.headerNames()) {
      if (!header.startsWith(prefix)) continue;
      const key = decodeExtraKey(header.slice(prefix.length));
      valuesByKey.set(key, [...(valuesByKey.get(key) ?? []), ...valuesOf(credentials, header)]);
    }
  }
  return Object.fromEntries(valuesByKey);
}
