/** The claims of tokens that are kept in Secrets. Such tokens never expire. */
import type { ServiceAccount } from "../../api/core/v1/service-account.ts";
import { label, product, type Vocabulary } from "../../meta/vocabulary.ts";

/** Signs a token with these claims, and returns it in its compact form. */
export type SignToken = (claims: Readonly<Record<string, unknown>>) => Promise<string>;

const issuer = product("/serviceaccount");
const namespaceClaim = label("serviceaccount/namespace");
const secretNameClaim = label("serviceaccount/secret.name");
const accountNameClaim = label("serviceaccount/service-account.name");
const accountUidClaim = label("serviceaccount/service-account.uid");

/** Returns the claims of the token in a Secret, in the reference's order. */
export function secretTokenClaims(
  { metadata }: Readonly<ServiceAccount>,
  secretName: string,
  vocabulary: Vocabulary,
): Readonly<Record<string, unknown>> {
  const { namespace = "", name = "", uid = "" } = metadata;
  return {
    iss: vocabulary.bind(issuer),
    [vocabulary.bind(namespaceClaim)]: namespace,
    [vocabulary.bind(secretNameClaim)]: secretName,
    [vocabulary.bind(accountNameClaim)]: name,
    [vocabulary.bind(accountUidClaim)]: uid,
    sub: `system:serviceaccount:${namespace}:${name}`,
  };
}
