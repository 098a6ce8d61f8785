/** `orch/client`, with what only Node has. Browsers load `client/index.ts` alone. */
export * from "../client/index.ts";
export * from "../client/node/index.ts";
