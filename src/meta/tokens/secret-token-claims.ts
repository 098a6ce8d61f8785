/** Claims of the tokens in Secrets, besides `sub`. */
import { label, product } from "../vocabulary.ts";

/** Value of the claim `iss`. */
export const secretTokenIssuer = product("/serviceaccount");
/** Names of the claims about the Secret and its ServiceAccount. */
export const secretTokenClaimNames = {
  namespace: label("serviceaccount/namespace"),
  secretName: label("serviceaccount/secret.name"),
  accountName: label("serviceaccount/service-account.name"),
  accountUid: label("serviceaccount/service-account.uid"),
} as const;
