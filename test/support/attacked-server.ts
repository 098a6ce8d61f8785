/**
 * Runs attacks against a server. Afterwards the server must be ready, its store must be consistent and unchanged, and
 * no error may have been logged or left unhandled.
 */
import { afterAll, expect } from "vitest";
import type { StartServerOptions } from "../../src/app/server.ts";
import { type Logger, silentLogger } from "../../src/base/logger.ts";
import type { Engine } from "../../src/storage/index.ts";
import { createMap, mapsPath } from "./config-maps.ts";
import { startTestServer, type TestServer } from "./test-server.ts";
import { openTestEngine } from "./test-store.ts";

/** Test server under attack, with its storage engine. */
export interface AttackedServer extends TestServer {
  readonly engine: Engine;
}

/** Options of the attacked server and of the checks after the attack. */
export interface AttackOptions {
  readonly vocabulary?: NonNullable<StartServerOptions["vocabulary"]>;
  readonly flags?: readonly string[];
  /** Whether the attack may write to the store, because some of its requests can be valid. Default: false. */
  readonly mayStore?: boolean;
}

/** Path of a ConfigMap that exists before the attack and must not change. */
export const bystanderPath = `${mapsPath}/bystander`;

/** Runs an attack on a server, and checks the server and its store afterwards. */
type WithAttackedServer = (
  attack: (running: AttackedServer) => Promise<void>,
  options?: AttackOptions,
) => Promise<void>;

/**
 * Returns a function that runs attacks on a server. The calling file gets one server for all attacks with the same options, because
 * starting one takes longer than most attacks, and each attack must leave the server and its store as they were. An attack that may
 * write to the store gets a separate server, and after a failed attack the next one gets a new server.
 */
export function attackedServers(): WithAttackedServer {
  const shared = new Map<string, TargetServer>();
  afterAll(async () => {
    for (const target of shared.values()) await target[Symbol.asyncDispose]();
  });
  return async (attack, { mayStore = false, ...options } = {}) => {
    const key = JSON.stringify(options);
    const unchanged = mayStore ? undefined : shared.get(key);
    if (unchanged) shared.delete(key);
    const target = unchanged ?? (await TargetServer.start(options));
    try {
      await target.undergo(attack, mayStore);
      if (!mayStore) shared.set(key, target);
    } finally {
      if (shared.get(key) !== target) await target[Symbol.asyncDispose]();
    }
  };
}

/** A server with a ConfigMap, on which attacks run one after the other. */
class TargetServer implements AsyncDisposable {
  readonly #running: AttackedServer;
  readonly #faults: ErrorCollector;

  private constructor(running: AttackedServer, faults: ErrorCollector) {
    this.#running = running;
    this.#faults = faults;
  }

  static async start(options: Omit<AttackOptions, "mayStore">): Promise<TargetServer> {
    const faults = new ErrorCollector();
    const engine = await openTestEngine(options.vocabulary);
    const running = await startTestServer({ engine, logger: faults.logger, ...options });
    await createMap(running.client, "bystander", { data: { colour: "blue" } });
    return new TargetServer({ ...running, engine }, faults);
  }

  /** Runs an attack and the checks after it. */
  async undergo(attack: (running: AttackedServer) => Promise<void>, mayStore: boolean): Promise<void> {
    const { engine } = this.#running;
    const before = await storeContents(engine);
    await attack(this.#running);
    await expectReady(this.#running);
    if (!mayStore) expect(await storeContents(engine)).toEqual(before);
    expect(await engine.check()).toEqual([]);
    await this.#faults.expectNoErrors();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#running[Symbol.asyncDispose]();
    await this.#running.engine[Symbol.asyncDispose]();
    await this.#faults[Symbol.asyncDispose]();
  }
}

/** Expects new clients to get responses over HTTP/1.1 and HTTP/2. */
async function expectReady(running: TestServer): Promise<void> {
  for (const protocol of ["h1", "h2"] as const) {
    await using client = running.connect({ protocol });
    expect(await client.request("/readyz")).toMatchObject({ status: 200, text: "ok" });
    expect((await client.request(bystanderPath)).json.data).toEqual({ colour: "blue" });
  }
}

/** Returns the revision of the store, and every key with its value and revision. */
async function storeContents(engine: Engine): Promise<unknown> {
  const { entries } = await engine.range("/");
  const texts = entries.map(({ key, value, revision }) => [key, Buffer.from(value).toString("utf8"), revision]);
  return { revision: engine.revision, texts };
}

/** Collects unhandled errors and the errors that the server logs. */
class ErrorCollector implements AsyncDisposable {
  readonly #seen: unknown[] = [];
  readonly #see = (error: unknown): void => {
    this.#seen.push(error);
  };
  readonly logger: Logger = {
    ...silentLogger,
    error: (message, cause) => this.#see(new Error(message, { cause })),
    with: () => this.logger,
  };

  constructor() {
    process.on("unhandledRejection", this.#see);
    process.on("uncaughtExceptionMonitor", this.#see);
  }

  async expectNoErrors(): Promise<void> {
    // Node reports an unhandled rejection after the microtask queue is empty.
    await new Promise((resolve) => setImmediate(resolve));
    expect(this.#seen).toEqual([]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    process.off("unhandledRejection", this.#see);
    process.off("uncaughtExceptionMonitor", this.#see);
  }
}
