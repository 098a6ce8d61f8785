/**
 * `orch/client` in Node: the whole client library, with the parts that need sockets, files and programs. Browsers load
 * `client/index.ts` instead.
 *
 *     await using client = await connect();
 *     for (const { metadata } of (await client.api(pod, "default").list()).items) console.log(metadata.name);
 */
import { type Clock, systemClock } from "../base/clock.ts";
import { type ClientConfigurationOptions, clientConfiguration } from "../client/config/index.ts";
import { Client, type EncodingLoader, type EncodingName, type RetryOptions } from "../client/index.ts";
import { machineSource } from "./connection/machine-source.ts";
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
export { transportOf } from "./connection/transport-of.ts";

/**
 * Loads the protobuf or CBOR encoding of bodies, for the option `loadEncoding` of a `Client`.
 * @param options name of the encoding and options of the client, which passes them
 * @example
 * ```ts
 * const transport = new H2Transport({ url: "https://127.0.0.1:6443" });
 * await using inProtobuf = new Client({ transport, contentType: "protobuf", loadEncoding });
 * ```
 */
export const loadEncoding: EncodingLoader = async (options) => {
  const { loadBinaryEncoding } = await import("../client/binary/index.ts");
  return await loadBinaryEncoding(options);
};

/** Which configuration `connect()` reads, and how its client sends requests. All options are optional. */
export interface ConnectOptions extends Pick<ClientConfigurationOptions, "path" | "context" | "vocabulary"> {
  /** The preferred encoding of bodies. Default: `json`. */
  readonly contentType?: EncodingName;
  /** Default: the system's clock. */
  readonly clock?: Clock;
  /** Which requests are repeated, and the maximum rate of requests. */
  readonly retry?: RetryOptions;
}

/**
 * Creates a client of the configured server. Dispose it to close its connection. The configuration is read from the
 * file at `options.path`, or else from the files that the environment names, the one in the home directory, or the Pod
 * in which the program runs.
 * @throws ConfigError if the configuration is invalid or missing
 * @example
 * ```ts
 * await using connected = await connect({ context: "staging" });
 * for (const { metadata } of (await connected.api(pod, connected.namespace).list()).items) console.log(metadata.name);
 * ```
 */
export async function connect(options: ConnectOptions = {}): Promise<Client> {
  const { vocabulary = "orch", clock = systemClock, retry, contentType = "json" } = options;
  const runner = new NodeProcessRunner({ noTerminal: "a library asks nobody" });
  const config = await clientConfiguration({ ...options, source: machineSource, runner, clock });
  const { namespace } = config;
  const transport = transportOf(config, clock);
  const encoding = { contentType, loadEncoding };
  return new Client({ transport, vocabulary, namespace, retry: { clock, ...retry }, ...encoding });
}
