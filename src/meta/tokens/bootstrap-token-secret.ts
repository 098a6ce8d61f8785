/** Names in Secrets that hold bootstrap tokens. */
import { subLabel } from "../vocabulary.ts";

/** Type of the Secrets. */
export const bootstrapTokenType = subLabel("bootstrap/token");
/** Beginning of the names of the Secrets. The id of the token follows. */
export const bootstrapSecretPrefix = "bootstrap-token-";
