/** An issuer in memory, whose documents and responses a test changes. */
import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { type JWTHeaderParameters, type JWTPayload, SignJWT } from "jose";
import { ManualClock } from "../../../base/manual-clock.ts";
import { seededRandom } from "../../../base/random.ts";
import type { Issuer } from "../discovery.ts";
import type { IssuerRequest, IssuerResponse } from "../issuer-request.ts";
import type { OidcClient } from "../oidc-client.ts";

/** URL of the issuer. */
export const issuerUrl = "https://issuer.test";

const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });

/** A response: a JSON document with status 200, or a status with a body. */
export type FakeResponse = object | { readonly status: number; readonly body: string };

/** Responds to each URL with the document of `responses`. */
export class FakeIssuer {
  readonly clock = new ManualClock();
  readonly requests: IssuerRequest[] = [];
  /** Response by URL. A function is called for each request. An Error is thrown. */
  readonly responses = new Map<string, FakeResponse | (() => FakeResponse)>([
    [`${issuerUrl}/.well-known/openid-configuration`, configuration],
    [`${issuerUrl}/jwks`, { keys: [{ ...publicKey.export({ format: "jwk" }), kid: "one", alg: "ES256", use: "sig" }] }],
  ]);

  readonly send = async (request: IssuerRequest): Promise<IssuerResponse> => {
    this.requests.push(request);
    const found = this.responses.get(request.url);
    const response = typeof found === "function" ? found() : found;
    if (response instanceof Error) throw response;
    if (!response) return { status: 404, body: Buffer.from("") };
    if ("status" in response && "body" in response)
      return { status: response.status, body: Buffer.from(response.body) };
    return { status: 200, body: Buffer.from(JSON.stringify(response)) };
  };

  /** Returns the client `orch` of this issuer. */
  client(issuer: Partial<Issuer> = {}, client: Partial<OidcClient> = {}): OidcClient {
    return {
      issuer: {
        issuer: issuerUrl,
        authorizationEndpoint: `${issuerUrl}/auth?tenant=1`,
        tokenEndpoint: `${issuerUrl}/token`,
        deviceEndpoint: `${issuerUrl}/device`,
        revocationEndpoint: `${issuerUrl}/revoke`,
        jwksUri: `${issuerUrl}/jwks`,
        secretPlacement: "header",
        ...issuer,
      },
      clientId: "orch",
      clientSecret: undefined,
      scopes: ["openid", "offline_access"],
      send: this.send,
      clock: this.clock,
      random: seededRandom(1),
      ...client,
    };
  }

  /** Returns a valid ID token, except for the differences that the test passes. */
  async idToken(
    claims: JWTPayload = {},
    header: Partial<JWTHeaderParameters> = {},
    key: KeyObject | Uint8Array = privateKey,
  ): Promise<string> {
    const nowSeconds = Math.floor(this.clock.nowMs() / 1000);
    const payload = { iss: issuerUrl, aud: "orch", sub: "ann", iat: nowSeconds, exp: nowSeconds + 600, ...claims };
    const defined = Object.fromEntries(Object.entries(payload).filter(([, value]) => value !== undefined));
    return await new SignJWT(defined).setProtectedHeader({ alg: "ES256", kid: "one", ...header }).sign(key);
  }

  /** Returns the form of the last request. */
  get lastForm(): Record<string, string> {
    return Object.fromEntries(new URLSearchParams(this.requests.at(-1)?.body));
  }
}

/** The configuration document of the issuer. */
export const configuration = {
  issuer: issuerUrl,
  authorization_endpoint: `${issuerUrl}/auth`,
  token_endpoint: `${issuerUrl}/token`,
  device_authorization_endpoint: `${issuerUrl}/device`,
  revocation_endpoint: `${issuerUrl}/revoke`,
  jwks_uri: `${issuerUrl}/jwks`,
};
