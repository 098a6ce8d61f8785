/** A hand-made token issuer on TLS, which can misbehave in every way. */

import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import type { SecureContextOptions } from "node:tls";
import { TestKey } from "../../src/authn/jwt/testing/test-tokens.ts";
import { ClientAuthority } from "./client-authority.ts";

/** Sends the response to a request. */
export type Respond = (request: IncomingMessage, response: ServerResponse) => void;

/** A running issuer. Each path below its URL can be a separate issuer with the same keys. */
export class TokenIssuer implements AsyncDisposable {
  /** The keys that the issuer publishes. */
  readonly keys: TestKey[] = [new TestKey("first")];
  /** Replaced responses, by path. */
  readonly responses = new Map<string, Respond>();
  /** Paths of all requests, in order. */
  readonly requests: string[] = [];
  readonly #authority: ClientAuthority;
  readonly #server: Server;

  private constructor(authority: ClientAuthority, server: Server) {
    this.#authority = authority;
    this.#server = server;
    server.on("request", (request: IncomingMessage, response: ServerResponse) => this.#respond(request, response));
  }

  /** Starts an issuer. @param tls options of the server, such as its oldest version of TLS */
  static async start(tls: SecureContextOptions = {}): Promise<TokenIssuer> {
    const authority = await ClientAuthority.create();
    const pair = await authority.issue({ name: "issuer", usage: "serverAuth", hosts: ["127.0.0.1"] });
    const server = createServer({ ...pair, ...tls });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return new TokenIssuer(authority, server);
  }

  /** URL of the issuer. */
  get url(): string {
    return `https://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Certificate that verifies the issuer, in PEM. */
  get ca(): string {
    return this.#authority.certificate;
  }

  /** File with this certificate. */
  get caFile(): string {
    return this.#authority.caFile;
  }

  /**
   * Returns a token of the user `jane` for the audience `app`, which expires in 2100.
   * @param claims claims that replace the usual ones; undefined removes one
   * @param header members that replace the usual ones
   */
  sign(claims: object = {}, header: object = {}, key: TestKey | undefined = this.keys[0]): string {
    if (!key) throw new Error("the issuer has no key");
    return key.sign({ iss: this.url, aud: "app", sub: "jane", exp: 4_102_444_800, ...claims }, header);
  }

  /** Number of requests for a path. */
  count(path: string): number {
    return this.requests.filter((one) => one === path).length;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
    this.#authority[Symbol.dispose]();
  }

  #respond(request: IncomingMessage, response: ServerResponse): void {
    const path = request.url ?? "";
    this.requests.push(path);
    const respond = this.responses.get(path);
    if (respond) respond(request, response);
    else sendJson(response, this.#document(path));
  }

  #document(path: string): unknown {
    const [issuer = "", rest] = path.split("/.well-known/");
    if (rest !== undefined) return { issuer: this.url + issuer, jwks_uri: `${this.url}/jwks` };
    return path === "/jwks" ? { keys: this.keys.map(({ jwk }) => jwk) } : undefined;
  }
}

/** Sends a document, or the status 404 if it is undefined. */
export function sendJson(response: ServerResponse, document: unknown): void {
  response.statusCode = document === undefined ? 404 : 200;
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify(document ?? { error: "not found" }));
}
