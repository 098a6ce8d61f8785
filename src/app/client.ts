/**
 * `orch/client`: everything of the client library, and what only Node has: connections, files, programs. Browsers load
 * `client/index.ts` alone.
 *
 *     await using client = await connect();
 *     for (const { metadata } of (await client.api(pod, "default").list()).items) console.log(metadata.name);
 */
import { type Clock, systemClock } from "../base/clock.ts";
import { type ClientConfigurationOptions, clientConfiguration } from "../client/config/index.ts";
import { Client, type RetryOptions } from "../client/index.ts";
import { machineSource } from "./connection/config-source.ts";
import { NodeProcessRunner } from "./connection/process-runner.ts";
import { transportOf } from "./connection/transport-of.ts";

export {
  ConfigError,
  type ConfigProblem,
  CredentialError,
  type Credentials,
  type Impersonation,
  type RequestCredentials,
  type ResolvedConfig,
} from "../client/config/index.ts";
export * from "../client/index.ts";
export * from "../client/node/index.ts";

/** Which server, by which names; all of it may be left out. */
export interface ConnectOptions extends Pick<ClientConfigurationOptions, "path" | "context" | "vocabulary"> {
  /** Default: the system's. */
  readonly clock?: Clock;
  /** What is tried again, and how many requests a second there may be. */
  readonly retry?: RetryOptions;
}

/**
 * A client of the server that the configuration means: of the file at `path`, of the files that the environment names, of
 * the one in the user's home, or of the Pod in which the program runs.
 * @throws ConfigError when something is wrong with the configuration, or there is none
 */
export async function connect(options: ConnectOptions = {}): Promise<Client> {
  const { vocabulary = "orch", clock = systemClock, retry } = options;
  const runner = new NodeProcessRunner({ noTerminal: "a library asks nobody" });
  const config = await clientConfiguration({ ...options, source: machineSource, runner, clock });
  const { namespace } = config;
  return new Client({ transport: transportOf(config, clock), vocabulary, namespace, retry: { clock, ...retry } });
}
