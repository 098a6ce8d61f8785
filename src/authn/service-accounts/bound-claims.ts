/** The claims of the tokens that the TokenRequest API issues. */
import type { ReadonlyJsonObject } from "../../base/json-object.ts";
import { accountUserName } from "../../meta/accounts/account-names.ts";
import type { AccountTokenRequest, ObjectInToken } from "../../meta/accounts/account-token.ts";
import { domain, type Vocabulary } from "../../meta/vocabulary.ts";

/** Returns the claims of a token, sorted by name, as the reference writes them. */
export function boundClaims(issuer: string, request: AccountTokenRequest, vocabulary: Vocabulary): ReadonlyJsonObject {
  const { tokenId, account, audiences, lifetimeSeconds } = request;
  const issuedSeconds = Math.floor(request.nowMs / 1000);
  return {
    aud: audiences,
    exp: issuedSeconds + lifetimeSeconds,
    iat: issuedSeconds,
    iss: issuer,
    jti: tokenId,
    [vocabulary.bind(domain)]: boundObjects(request, issuedSeconds),
    nbf: issuedSeconds,
    sub: accountUserName(account),
  };
}

function boundObjects(
  { account, pod, secret, node, warnAfterSeconds }: AccountTokenRequest,
  issuedSeconds: number,
): ReadonlyJsonObject {
  return {
    namespace: account.namespace,
    ...(node ? { node: referenceClaim(node) } : {}),
    ...(pod ? { pod: referenceClaim(pod) } : {}),
    ...(secret ? { secret: referenceClaim(secret) } : {}),
    serviceaccount: referenceClaim(account),
    ...(warnAfterSeconds === undefined ? {} : { warnafter: issuedSeconds + warnAfterSeconds }),
  };
}

/** Returns the claim for an object. A node that does not exist has no uid. */
function referenceClaim({ name, uid }: ObjectInToken): ReadonlyJsonObject {
  return uid === "" ? { name } : { name, uid };
}
