export { expirationMs, type SigningToken, signingToken } from "./bootstrap-token.ts";
export { bootstrapTokenInformer } from "./bootstrap-token-informer.ts";
export { nextCheckMs } from "./next-check.ts";
