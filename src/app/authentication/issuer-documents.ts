/** The documents about the issuer of service account tokens: OpenID Connect Discovery, and the public keys. */
import { discoveryDocument, discoveryPath, discoveryProblem, keySet, keysPath } from "../../authn/index.ts";
import type { PublishedDocument } from "../../server/index.ts";
import type { ServiceAccountTokenConfig } from "../config/authentication-config.ts";
import type { AccountTokens } from "./account-tokens.ts";

/** Tokens that the documents describe, and the address of the server. */
export interface IssuerDocumentOptions {
  readonly tokens: AccountTokens;
  readonly config: Pick<ServiceAccountTokenConfig, "jwksUri">;
  /** Returns the host and port at which clients reach the server; empty if it does not listen. */
  readonly serverAddress: () => string;
}

/** Returns the documents, or the reason why the issuer cannot have any. */
export function issuerDocuments({
  tokens,
  config,
  serverAddress,
}: IssuerDocumentOptions): readonly PublishedDocument[] | string {
  const [issuer] = tokens.issuers;
  const problem = discoveryProblem(issuer);
  if (problem !== undefined) return problem;
  const host = (): string => serverAddress() || new URL(issuer).host;
  return [
    {
      path: discoveryPath,
      mediaType: "application/json",
      operationId: "getServiceAccountIssuerOpenIDConfiguration",
      tag: "WellKnown",
      description: "read the OpenID configuration of the issuer of service account tokens",
      render: async () => {
        const keysUrl = config.jwksUri ?? `https://${host()}${keysPath}`;
        return discoveryDocument(issuer, keysUrl, (await tokens.verificationKeys()).all);
      },
    },
    {
      path: keysPath,
      mediaType: "application/jwk-set+json",
      operationId: "getServiceAccountIssuerOpenIDKeyset",
      tag: "openid",
      description: "read the public keys that verify service account tokens",
      render: async () => keySet((await tokens.verificationKeys()).all),
    },
  ];
}
