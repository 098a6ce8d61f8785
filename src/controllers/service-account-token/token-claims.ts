/** The claims of tokens that are kept in Secrets. Such tokens never expire. */
import type { ServiceAccount } from "../../api/core/v1/service-account.ts";
import { secretTokenClaimNames, secretTokenIssuer } from "../../meta/tokens/secret-token-claims.ts";
import type { Vocabulary } from "../../meta/vocabulary.ts";

/** Signs a token with these claims, and returns it in its compact form. */
export type SignToken = (claims: Readonly<Record<string, unknown>>) => Promise<string>;

/** Returns the claims of the token in a Secret, in the reference's order. */
export function secretTokenClaims(
  { metadata }: Readonly<ServiceAccount>,
  secretName: string,
  vocabulary: Vocabulary,
): Readonly<Record<string, unknown>> {
  const { namespace = "", name = "", uid = "" } = metadata;
  return {
    iss: vocabulary.bind(secretTokenIssuer),
    [vocabulary.bind(secretTokenClaimNames.namespace)]: namespace,
    [vocabulary.bind(secretTokenClaimNames.secretName)]: secretName,
    [vocabulary.bind(secretTokenClaimNames.accountName)]: name,
    [vocabulary.bind(secretTokenClaimNames.accountUid)]: uid,
    sub: `system:serviceaccount:${namespace}:${name}`,
  };
}
