/** A real OpenID Connect provider in this process, on TLS, with new keys and certificates. */
import { generateKeyPairSync } from "node:crypto";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { Provider } from "oidc-provider";
import { ClientAuthority } from "./client-authority.ts";

/** Options of `OidcIssuer.start()`. */
export interface OidcIssuerOptions {
  /** Lifetime of ID tokens. Default: 3600. */
  readonly idTokenSeconds?: number;
}

const grantTypes = ["authorization_code", "refresh_token", "urn:ietf:params:oauth:grant-type:device_code"];

/** The secret of the client `confidential`. */
export const confidentialSecret = "s3cret: with + and %";

/**
 * A running issuer. It has the public client `orch` and the client `confidential`. Any user can log in with any password,
 * and the login name is the subject.
 */
export class OidcIssuer implements AsyncDisposable {
  readonly #server: Server;
  readonly #authority: ClientAuthority;
  readonly url: string;
  /** Method and path of every request, in order. */
  readonly requests: string[] = [];

  private constructor(server: Server, authority: ClientAuthority) {
    this.#server = server;
    this.#authority = authority;
    const { port } = server.address() as AddressInfo;
    this.url = `https://127.0.0.1:${port}`;
  }

  static async start({ idTokenSeconds = 3_600 }: OidcIssuerOptions = {}): Promise<OidcIssuer> {
    const authority = await ClientAuthority.create();
    const pair = await authority.issue({ name: "issuer", usage: "serverAuth", hosts: ["127.0.0.1"] });
    const server = createServer(pair);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const issuer = new OidcIssuer(server, authority);
    const handle = new Provider(issuer.url, configuration(idTokenSeconds)).callback();
    server.on("request", (request, response) => {
      issuer.requests.push(`${request.method} ${request.url?.split("?")[0]}`);
      handle(request, response);
    });
    return issuer;
  }

  /** Certificate that verifies the issuer, in PEM. */
  get ca(): string {
    return this.#authority.certificate;
  }

  /** File with this certificate. */
  get caFile(): string {
    return this.#authority.caFile;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
    this.#authority[Symbol.dispose]();
  }
}

function configuration(idTokenSeconds: number): object {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const application = {
    application_type: "native",
    redirect_uris: ["http://127.0.0.1/callback"],
    grant_types: grantTypes,
    response_types: ["code"],
  };
  return {
    clients: [
      { ...application, client_id: "orch", token_endpoint_auth_method: "none" },
      {
        ...application,
        client_id: "confidential",
        client_secret: confidentialSecret,
        token_endpoint_auth_method: "client_secret_basic",
      },
    ],
    features: { deviceFlow: { enabled: true }, revocation: { enabled: true }, devInteractions: { enabled: true } },
    pkce: { required: () => true },
    // Each refresh token can be used once. A second use revokes the login.
    rotateRefreshToken: true,
    cookies: { keys: ["key of a test"] },
    ttl: { IdToken: idTokenSeconds, AccessToken: 600, DeviceCode: 600, Grant: 3_600, Interaction: 600, Session: 3_600 },
    jwks: { keys: [{ ...privateKey.export({ format: "jwk" }), kid: "test", use: "sig", alg: "RS256" }] },
  };
}
