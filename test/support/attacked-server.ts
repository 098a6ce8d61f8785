/**
 * A server that a test mistreats, and the one check afterwards: it is ready, nothing was stored, the store is sound, and
 * nothing went wrong that nobody handled.
 */
import { expect } from "vitest";
import type { StartServerOptions } from "../../src/app/server.ts";
import { type Logger, silentLogger } from "../../src/base/logger.ts";
import { type Engine, openMemoryEngine } from "../../src/storage/index.ts";
import { createMap, maps } from "./config-maps.ts";
import { startTestServer, type TestServer } from "./test-server.ts";

export interface AttackedServer extends TestServer {
  readonly engine: Engine;
}

export interface AttackOptions {
  readonly vocabulary?: NonNullable<StartServerOptions["vocabulary"]>;
  readonly flags?: readonly string[];
  /** The attack is over when it is answered; what it asks for may be granted. Default: nothing may be stored. */
  readonly mayStore?: boolean;
}

/** The object that is there before the attack. */
export const bystander = `${maps}/bystander`;

/** Runs `attack` on a server of its own, and expects the server to be none the worse for it. */
export async function underAttack(
  attack: (running: AttackedServer) => Promise<void>,
  { mayStore = false, ...options }: AttackOptions = {},
): Promise<void> {
  await using faults = new Faults();
  await using engine = openMemoryEngine();
  await using running = await startTestServer({ engine, logger: faults.logger, ...options });
  await createMap(running.client, "bystander", { data: { colour: "blue" } });
  const before = await stored(engine);
  await attack({ ...running, engine });
  await expectReady(running);
  if (!mayStore) expect(await stored(engine)).toEqual(before);
  expect(await engine.check()).toEqual([]);
  await faults.expectNone();
}

/** Ready, for clients that come now, over both protocols. */
async function expectReady(running: TestServer): Promise<void> {
  for (const protocol of ["h1", "h2"] as const) {
    await using client = running.connect({ protocol });
    expect(await client.request("/readyz")).toMatchObject({ status: 200, text: "ok" });
    expect((await client.request(bystander)).json.data).toEqual({ colour: "blue" });
  }
}

/** Everything in the store, and how often it was written to. */
async function stored(engine: Engine): Promise<unknown> {
  const { entries } = await engine.range("/");
  const texts = entries.map(({ key, value, revision }) => [key, Buffer.from(value).toString("utf8"), revision]);
  return { revision: engine.revision, texts };
}

/** Errors that nobody handled, and those that the server logs as faults of its own. */
class Faults implements AsyncDisposable {
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

  async expectNone(): Promise<void> {
    // Rejections are reported after the turn in which they happen.
    await new Promise((resolve) => setImmediate(resolve));
    expect(this.#seen).toEqual([]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    process.off("unhandledRejection", this.#see);
    process.off("uncaughtExceptionMonitor", this.#see);
  }
}
