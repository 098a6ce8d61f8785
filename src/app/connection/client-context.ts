/** What commands that ask a server work with, in this process. */
import { systemClock } from "../../base/clock.ts";
import { systemRandom } from "../../base/random.ts";
import { type ClientContext, exactJson, printable, type Screen, tellingTransport } from "../../cli/index.ts";
import type { ProcessRunner } from "../../client/config/index.ts";
import { Client, type Transport } from "../../client/index.ts";
import type { VocabularyName } from "../../meta/vocabulary.ts";
import { packageVersion } from "../machine/package-version.ts";
import { type FoundConfiguration, findClientConfiguration } from "./client-connection.ts";
import { machineSource } from "./config-source.ts";
import { transportOf } from "./transport-of.ts";

/** Which server, as whom, and how it is shown. */
export interface ConnectionChoice {
  /** Of the client configuration, as it was given. */
  readonly path: string | undefined;
  readonly context: string | undefined;
  readonly namespace: string | undefined;
  readonly vocabulary: VocabularyName;
  readonly colour: "auto" | "always" | "never";
}

/** @throws ConfigError, CommandError */
export async function findConfiguration(
  choice: Pick<ConnectionChoice, "path" | "context" | "vocabulary">,
  runner: ProcessRunner,
): Promise<FoundConfiguration> {
  return await findClientConfiguration({ ...choice, source: machineSource, runner, clock: systemClock });
}

export interface Surroundings {
  readonly connection: ConnectionChoice;
  readonly terminal: Screen;
  readonly signal: AbortSignal;
}

/** Returns a context in which every request fails with `error`. What needs no server is checked before that. */
export function contextWithout(error: Error, { connection, terminal, signal }: Surroundings): ClientContext {
  const send = async (): Promise<never> => {
    throw error;
  };
  const transport: Transport = { send, close: async () => undefined };
  return contextOn(transport, { connection, terminal, signal });
}

/** Returns the context of commands that ask the configured server. */
export function clientContext(
  { config }: FoundConfiguration,
  { connection, terminal, signal }: Surroundings,
): ClientContext {
  const { namespace = config.namespace } = connection;
  const transport = tellingTransport(transportOf(config, systemClock), {
    agent: `orch/${packageVersion()} (${process.platform}/${process.arch})`,
    tell: (warning) => terminal.error(`${terminal.paint("yellow", "warning:")} ${printable(warning)}\n`),
  });
  return { ...contextOn(transport, { connection, terminal, signal }), namespace };
}

function contextOn(transport: Transport, { connection, terminal, signal }: Surroundings): ClientContext {
  const { vocabulary, namespace = "default" } = connection;
  return {
    client: new Client({ transport, vocabulary, retry: { clock: systemClock }, json: exactJson }),
    namespace,
    isNamespaceAsked: connection.namespace !== undefined,
    terminal,
    clock: systemClock,
    random: systemRandom,
    signal,
  };
}
