/** Names in Secrets that hold tokens of ServiceAccounts. */
import { label } from "../vocabulary.ts";

/** Type of the Secrets. */
export const accountTokenType = label("service-account-token");
/** Annotation with the name of the ServiceAccount. */
export const accountNameAnnotation = label("service-account.name");
/** Annotation with the uid of the ServiceAccount. */
export const accountUidAnnotation = label("service-account.uid");
/** Label with the date of the last use of the token. */
export const tokenLastUsedLabel = label("legacy-token-last-used");
/** Label with the date since which the token is invalid, because it was not used. */
export const tokenInvalidSinceLabel = label("legacy-token-invalid-since");
