/** Converts the flags of OpenID Connect to the structured configuration. */

import { splitOnce } from "../../../base/split-once.ts";
import { ConfigurationError } from "../../../meta/configuration/configuration-error.ts";
import type { AuthenticationConfiguration, ClaimRule } from "./schema.ts";

/** Values of the flags `--oidc-*`. */
export interface OpenIdFlags {
  readonly issuerUrl: string;
  readonly clientId: string;
  /** CA certificates in PEM. Undefined: the CAs of Node. */
  readonly certificateAuthority: string | undefined;
  readonly usernameClaim: string;
  /** Undefined or empty: the URL of the issuer, unless the claim is `email`. `-`: none. */
  readonly usernamePrefix: string | undefined;
  /** Undefined or empty: users have no groups. */
  readonly groupsClaim: string | undefined;
  readonly groupsPrefix: string | undefined;
  /** `CLAIM=VALUE` for each required claim. If a claim is repeated, the last value counts. */
  readonly requiredClaims: readonly string[];
}

const noPrefix = "-";

/**
 * Returns the configuration that the flags describe.
 * @throws ConfigurationError for a required claim without a value
 */
export function configurationOfFlags(flags: OpenIdFlags): AuthenticationConfiguration {
  const { issuerUrl, clientId, certificateAuthority, groupsClaim, groupsPrefix = "" } = flags;
  return {
    jwt: [
      {
        issuer: {
          url: issuerUrl,
          audiences: [clientId],
          ...(certificateAuthority === undefined ? {} : { certificateAuthority }),
        },
        claimMappings: {
          username: { claim: flags.usernameClaim, prefix: usernamePrefix(flags) },
          ...(groupsClaim ? { groups: { claim: groupsClaim, prefix: groupsPrefix } } : {}),
        },
        claimValidationRules: requiredClaimRules(flags.requiredClaims),
      },
    ],
  };
}

function usernamePrefix({ issuerUrl, usernameClaim, usernamePrefix: prefix = "" }: OpenIdFlags): string {
  if (prefix === noPrefix) return "";
  return prefix === "" && usernameClaim !== "email" ? `${issuerUrl}#` : prefix;
}

function requiredClaimRules(pairs: readonly string[]): ClaimRule[] {
  const values = new Map(pairs.map(splitPair));
  return Array.from(values, ([claim, requiredValue]) => ({ claim, requiredValue }));
}

function splitPair(pair: string): readonly [claim: string, value: string] {
  const [claim, value] = splitOnce(pair, "=");
  if (value === undefined) throw new ConfigurationError(`malformed pair, expect string=string: ${pair}`);
  return [claim.trim(), value.trim()];
}
