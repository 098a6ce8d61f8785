/** The problems of the flags about service account tokens that their types do not show. */
import type { ExplicitValues } from "../flags/flag-spec.ts";
import type { AuthenticationFlag } from "./authentication-flags.ts";

const lifetimeMsMin = 60 * 60 * 1000;
const lifetimeMsMax = 2 ** 32 * 1000;

/** Returns the problems of the values. */
export function serviceAccountProblems(explicitValues: ExplicitValues<AuthenticationFlag>): readonly string[] {
  const {
    "service-account-issuer": issuers = [],
    "service-account-jwks-uri": jwksUri,
    "service-account-max-token-expiration": lifetimeMs = 0,
  } = explicitValues;
  return [
    ...issuerProblems(issuers),
    ...jwksUriProblems(jwksUri),
    ...(lifetimeMs === 0 || (lifetimeMs >= lifetimeMsMin && lifetimeMs <= lifetimeMsMax)
      ? []
      : ["--service-account-max-token-expiration must be between 1h and 2^32 seconds, or 0"]),
  ];
}

function issuerProblems(issuers: readonly string[]): readonly string[] {
  return issuers.flatMap((issuer, index) => {
    if (issuer.includes(":") && !URL.canParse(issuer)) {
      return [`--service-account-issuer: ${issuer} contains a colon, but is not a URL`];
    }
    return issuers.indexOf(issuer) < index ? [`--service-account-issuer: ${issuer} is repeated`] : [];
  });
}

function jwksUriProblems(text: string | undefined): readonly string[] {
  if (text === undefined) return [];
  if (!URL.canParse(text)) return [`--service-account-jwks-uri: ${text} is not a URL, or has no host`];
  if (new URL(text).protocol === "https:") return [];
  return [`--service-account-jwks-uri: ${text} is not a URL that begins with https://`];
}
