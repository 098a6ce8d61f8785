/** The client, terminal, clock and abort signal that commands work with. */
import { systemClock } from "../../base/clock.ts";
import { systemRandom } from "../../base/random.ts";
import { type ClientContext, exactJson, printable, type Screen, warningTransport } from "../../cli/index.ts";
import {
  type ImpersonationOverrides,
  type ProcessRunner,
  type ResolvedConfig,
  withImpersonation,
} from "../../client/config/index.ts";
import { Client, type Transport } from "../../client/index.ts";
import { type VocabularyName, vocabularies } from "../../meta/vocabulary.ts";
import { packageVersion } from "../machine/package-version.ts";
import { type ConfigurationOptions, type FoundConfiguration, findClientConfiguration } from "./client-connection.ts";
import { machineSource } from "./machine-source.ts";
import { transportOf } from "./transport-of.ts";

/** The server and user that a command line chooses, and how output is coloured. */
export interface ConnectionChoice {
  /** Path of the client configuration, as on the command line. */
  readonly path: string | undefined;
  readonly context: string | undefined;
  readonly namespace: string | undefined;
  readonly vocabulary: VocabularyName;
  readonly colour: "auto" | "always" | "never";
  /** User of the flags `--as`, `--as-group` and `--as-uid`, in addition to that of the client configuration. */
  readonly impersonation: ImpersonationOverrides;
}

/**
 * Returns the client configuration of this machine that the command line chooses.
 * @throws ConfigError if it is invalid; CommandError if there is none
 */
export async function findConfiguration(
  choice: Pick<ConfigurationOptions, "path" | "context" | "vocabulary" | "localFile">,
  runner: ProcessRunner,
): Promise<FoundConfiguration> {
  return await findClientConfiguration({ ...choice, source: machineSource, runner, clock: systemClock });
}

/** Prints a warning to the error output. It may contain text of a server or a file. */
export function printWarning(terminal: Screen, warning: string): void {
  terminal.error(`${terminal.paint("yellow", "warning:")} ${printable(warning)}\n`);
}

/** Choice of the server, terminal and abort signal of a client context. */
export interface ClientContextOptions {
  readonly connection: ConnectionChoice;
  readonly terminal: Screen;
  readonly signal: AbortSignal;
  /** Receives each warning of the server once. Default: prints it. */
  readonly onWarning?: ((warning: string) => void) | undefined;
}

/** Returns a context whose requests all fail with `error`. A command can still check its arguments and files first. */
export function contextWithout(error: Error, { connection, terminal, signal }: ClientContextOptions): ClientContext {
  const send = async (): Promise<never> => {
    throw error;
  };
  const transport: Transport = { send, close: async () => undefined };
  const configuration = (): never => {
    throw error;
  };
  return contextOn({ transport, callerTransport: transport, configuration }, { connection, terminal, signal });
}

/**
 * Returns a context that sends requests to the configured server.
 * @throws ConfigError if a flag names groups or a UID, but no user is impersonated
 */
export function clientContext(
  configuration: FoundConfiguration,
  { connection, terminal, signal, onWarning }: ClientContextOptions,
): ClientContext {
  const { config } = configuration;
  const { namespace = config.namespace } = connection;
  const impersonating = withImpersonation(config, connection.impersonation);
  const transportFor = (user: ResolvedConfig): Transport =>
    warningTransport(transportOf(user, systemClock), {
      agent: `orch/${packageVersion()} (${process.platform}/${process.arch})`,
      onWarning: onWarning ?? ((warning) => printWarning(terminal, warning)),
    });
  const transport = transportFor(impersonating);
  const callerTransport = impersonating === config ? transport : transportFor(config);
  const server = { transport, callerTransport, configuration: () => configuration };
  const { impersonate } = impersonating;
  const impersonated = impersonating === config || !impersonate ? {} : { impersonated: impersonate };
  return { ...contextOn(server, { connection, terminal, signal }), ...impersonated, namespace };
}

interface Server {
  readonly transport: Transport;
  readonly callerTransport: Transport;
  readonly configuration: ClientContext["configuration"];
}

function contextOn(
  { transport, callerTransport, configuration }: Server,
  { connection, terminal, signal }: ClientContextOptions,
): ClientContext {
  const { vocabulary, namespace = "default" } = connection;
  const clientOn = (transport: Transport): Client =>
    new Client({ transport, vocabulary, retry: { clock: systemClock }, json: exactJson });
  return {
    client: clientOn(transport),
    caller: clientOn(callerTransport),
    vocabulary: vocabularies[vocabulary],
    configuration,
    namespace,
    isNamespaceExplicit: connection.namespace !== undefined,
    serverFlags: serverFlagsOf(connection),
    terminal,
    clock: systemClock,
    random: systemRandom,
    signal,
  };
}

/** Returns the flags that describe a choice of server and user. The namespace is not among them. */
function serverFlagsOf({ path, context, vocabulary, impersonation }: ConnectionChoice): readonly string[] {
  const { user, groups = [], uid } = impersonation;
  const values: readonly (readonly [name: string, value: string | undefined])[] = [
    ["kubeconfig", path],
    ["context", context],
    ["vocabulary", vocabulary === "orch" ? undefined : vocabulary],
    ["as", user],
    ...groups.map((group) => ["as-group", group] as const),
    ["as-uid", uid],
  ];
  return values.flatMap(([name, value]) => (value === undefined ? [] : [`--${name}=${value}`]));
}
