/** Faults of authentication, by the type of the credentials. */
import type { FaultRoom } from "../fault.ts";
import { accountTokenFaults } from "./authentication/account-tokens.ts";
import { certificateAndProxyFaults } from "./authentication/certificates-and-proxies.ts";
import { simpleTokenFaults } from "./authentication/simple-tokens.ts";
import { tokenIssuerFaults } from "./authentication/token-issuers.ts";

export const authenticationFaults: FaultRoom = {
  room: "authentication",
  faults: [...certificateAndProxyFaults, ...simpleTokenFaults, ...accountTokenFaults, ...tokenIssuerFaults],
};
