/** Opens engines over a running etcd cluster, for tests that fail its members or its connections. */
import { type Clock, systemClock } from "../../base/clock.ts";
import { type Logger, silentLogger } from "../../base/logger.ts";
import type { Random } from "../../base/random.ts";
import { EtcdEngine, type EtcdTls } from "../etcd/index.ts";

/** Options of an engine in a test. */
export interface EtcdClientOptions {
  readonly servers: readonly string[];
  readonly root?: string;
  readonly clock?: Clock;
  readonly logger?: Logger;
  readonly tls?: EtcdTls;
  /** Default: a source that chooses the first member. */
  readonly random?: Random;
}

/** Chooses the first member, so that a test can decide which one is used. */
const firstMember: Random = { uuid: () => "", below: (limit) => (limit < 100 ? 0 : Math.floor(limit / 3)) };

/** Returns a connected engine. It uses the first server until that one fails. */
export async function connectEtcd(options: EtcdClientOptions): Promise<EtcdEngine> {
  const engine = new EtcdEngine({ clock: systemClock, logger: silentLogger, random: firstMember, ...options });
  try {
    await engine.connect();
    return engine;
  } catch (error) {
    await engine[Symbol.asyncDispose]();
    throw error;
  }
}
