/** A server over TLS whose users send static tokens. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Clock } from "../../src/base/clock.ts";
import type { Logger } from "../../src/base/logger.ts";
import { TemporaryDirectory } from "../../src/storage/testing/temporary-directory.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import type { WireRequest, WireResponse } from "../support/wire-client.ts";

/** The users: token, name, uid and groups. */
const tokenLines = [
  "alice-token,alice,1,dev",
  "bob-token,bob,2,ops",
  'carol-token,carol,3,"dev,ops"',
  "master-token,root,4,system:masters",
];

/** Options of a server. */
export interface UsersServerOptions {
  readonly flags?: readonly string[];
  /** Texts of files by name. A flag refers to them as `{NAME}`. */
  readonly files?: Readonly<Record<string, string>>;
  readonly logger?: Logger;
  readonly clock?: Clock;
}

/** A running server, and its files. */
export class UsersServer implements AsyncDisposable {
  readonly server: TestServer;
  readonly #folder: TemporaryDirectory;

  private constructor(server: TestServer, folder: TemporaryDirectory) {
    this.server = server;
    this.#folder = folder;
  }

  /** Starts a server. */
  static async start({ flags = [], files = {}, ...options }: UsersServerOptions = {}): Promise<UsersServer> {
    const folder = new TemporaryDirectory();
    try {
      const allFiles = { tokens: `${tokenLines.join("\n")}\n`, ...files };
      for (const [name, text] of Object.entries(allFiles)) writeFileSync(join(folder.path, name), text);
      const withPaths = ["--token-auth-file={tokens}", ...flags].map((flag) =>
        flag.replace(/\{(\w+)\}/, (_, name: string) => join(folder.path, name)),
      );
      return new UsersServer(await startTestServer({ flags: withPaths, ...options }), folder);
    } catch (error) {
      folder[Symbol.dispose]();
      throw error;
    }
  }

  /** Replaces a file. */
  write(name: string, text: string): void {
    writeFileSync(join(this.#folder.path, name), text);
  }

  /** Sends a request as a user. `anonymous`: without credentials. */
  async request(user: string, target: string, request: WireRequest = {}): Promise<WireResponse> {
    const credentials = user === "anonymous" ? {} : { authorization: `Bearer ${user}-token` };
    return await this.server.anonymous.request(target, { ...request, headers: { ...credentials, ...request.headers } });
  }

  /** Returns the status of a user's request. */
  async statusFor(user: string, target: string, request: WireRequest = {}): Promise<number> {
    return (await this.request(user, target, request)).status;
  }

  /** Returns a metric's value, by its name with labels. Undefined if the server does not show it. */
  async metric(series: string): Promise<number | undefined> {
    const { text } = await this.request("master", "/metrics");
    const line = text.split("\n").find((one) => one.startsWith(`${series} `));
    return line === undefined ? undefined : Number(line.slice(series.length + 1));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server[Symbol.asyncDispose]();
    this.#folder[Symbol.dispose]();
  }
}
