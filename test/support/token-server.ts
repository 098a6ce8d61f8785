/** A server that authenticates tokens, and requests that show the user of a token. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { TemporaryDirectory } from "../../src/storage/testing/temporary-directory.ts";
import { startTestServer, type TestServer } from "./test-server.ts";
import type { TokenIssuer } from "./token-issuer.ts";
import { eventually } from "./until.ts";

const path = "/apis/authentication.orch.io/v1";

/** Attributes of a user, as reviews show them. */
export interface ReviewedUser {
  readonly username: string;
  readonly uid?: string;
  readonly groups: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

/** A running server with the vocabulary `orch`. */
export class TokenServer implements AsyncDisposable {
  readonly server: TestServer;

  constructor(server: TestServer) {
    this.server = server;
  }

  /** Starts a server. */
  static async start(
    flags: readonly string[],
    options: Parameters<typeof startTestServer>[0] = {},
  ): Promise<TokenServer> {
    return new TokenServer(await startTestServer({ flags, ...options }));
  }

  /**
   * Sends a request with a token. Returns 401 if the token is rejected. Otherwise returns the user of the token, whom an
   * administrator's TokenReview shows, because the groups of a token may not allow a review of the own user.
   */
  async userOf(token: string): Promise<ReviewedUser | 401> {
    const { status } = await this.server.anonymous.request(`${path}/selfsubjectreviews`, {
      headers: { authorization: `Bearer ${token}` },
      body: { apiVersion: "authentication.orch.io/v1", kind: "SelfSubjectReview" },
    });
    return status === 401 ? status : (await this.#review(token)).user;
  }

  /** Returns the reason why a token is rejected, from a TokenReview of the administrator. */
  async errorOf(token: string): Promise<string | undefined> {
    return (await this.#review(token)).error;
  }

  async #review(token: string): Promise<{ readonly user: ReviewedUser; readonly error?: string }> {
    const body = { apiVersion: "authentication.orch.io/v1", kind: "TokenReview", spec: { token } };
    const { json } = await this.server.client.request(`${path}/tokenreviews`, { body });
    return json.status;
  }

  /** Waits until a token is accepted, because issuers are looked for while the server runs. */
  async waitForAcceptance(token: string): Promise<void> {
    await eventually(async () => typeof (await this.userOf(token)) === "object", "the token is accepted");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server[Symbol.asyncDispose]();
  }
}

/** A member of `jwt` in a configuration file. */
export interface JwtEntry {
  readonly issuer: object;
  readonly claimMappings: object;
  readonly claimValidationRules?: readonly object[];
  readonly userValidationRules?: readonly object[];
}

/** Returns a member of `jwt`. @param changes members that replace the usual ones; `issuer` is merged */
export function jwtEntry(issuer: TokenIssuer, changes: Partial<JwtEntry> = {}): JwtEntry {
  return {
    claimMappings: { username: { claim: "sub", prefix: "" } },
    ...changes,
    issuer: { url: issuer.url, audiences: ["app"], certificateAuthority: issuer.ca, ...changes.issuer },
  };
}

/** A configuration file in a temporary folder. */
export class ConfigurationFile implements Disposable {
  readonly #folder = new TemporaryDirectory();

  /** @param content of the file; members of an object replace the usual ones */
  constructor(content: object | string) {
    this.write(content);
  }

  get path(): string {
    return join(this.#folder.path, "authentication.yaml");
  }

  /** The flag that names the file. */
  get flag(): string {
    return `--authentication-config=${this.path}`;
  }

  write(content: object | string): void {
    const type = { apiVersion: "apiserver.config.orch.io/v1beta1", kind: "AuthenticationConfiguration" };
    writeFileSync(this.path, typeof content === "string" ? content : JSON.stringify({ ...type, ...content }));
  }

  [Symbol.dispose](): void {
    this.#folder[Symbol.dispose]();
  }
}
