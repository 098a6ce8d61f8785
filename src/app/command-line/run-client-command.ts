/** Runs commands that connect to a server, on the terminal of this process. */
import {
  type ClientContext,
  CommandError,
  CommandUsageError,
  describeRejection,
  exitCodes,
  explainingVocabulary,
  printable,
  type Screen,
} from "../../cli/index.ts";
import { ConfigError, CredentialError } from "../../client/config/index.ts";
import { ConnectionError, StatusError } from "../../client/index.ts";
import type { FoundConfiguration } from "../connection/client-connection.ts";
import {
  type ConnectionChoice,
  clientContext,
  contextWithout,
  findConfiguration,
  printWarning,
} from "../connection/client-context.ts";
import { NodeProcessRunner } from "../connection/process-runner.ts";
import { runInterruptible } from "../machine/run-interruptible.ts";
import { processScreen } from "./process-screen.ts";

/** A command line that connects to a server, ready to be run. */
export interface ClientTask {
  /** Name of the command. */
  readonly name: string;
  readonly connection: ConnectionChoice;
  /** Exit code if the command fails as a whole. */
  readonly failureCode: number;
  /** Receives each warning of the server once. Default: prints it. */
  readonly onWarning?: (warning: string) => void;
  /** Does the work. Returns the exit code. */
  readonly execute: (context: ClientContext) => Promise<number>;
}

/** Runs the command until it ends or a signal interrupts it. Returns the exit code. */
export async function runClientCommand(task: ClientTask): Promise<number> {
  const terminal = processScreen(task.connection.colour);
  return await runInterruptible((signal) => runTask(terminal, task, signal));
}

async function runTask(terminal: Screen, task: ClientTask, signal: AbortSignal): Promise<number> {
  const { name, connection, failureCode, onWarning, execute } = task;
  let configuration: FoundConfiguration | undefined;
  try {
    const contextOptions = { connection, terminal, signal, onWarning };
    const configurationOrError = await findConfiguration(connection, new NodeProcessRunner()).catch(asError);
    if (!(configurationOrError instanceof Error)) configuration = configurationOrError;
    const context = configuration
      ? clientContext(configuration, contextOptions)
      : contextWithout(configurationOrError as Error, contextOptions);
    await using client = context.client;
    await using caller = context.caller;
    return await explainingVocabulary(context, () => execute({ ...context, client, caller }));
  } catch (error) {
    if (signal.aborted) return exitCodes.failed;
    terminal.error(`orch ${name}: ${printable(describeFailure(error, configuration))}\n`);
    if (configuration && mayComeFromConfiguration(error)) {
      for (const warning of configuration.warnings) printWarning(terminal, warning);
    }
    return error instanceof CommandUsageError ? exitCodes.rejected : failureCode;
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

/** Whether a wrong server or credentials can cause the error, so that unknown fields of the configuration are of interest. */
function mayComeFromConfiguration(error: unknown): boolean {
  return error instanceof ConnectionError || (error instanceof StatusError && [401, 403].includes(error.code));
}

/** Returns the text of a failure. Only an unexpected error is shown with its stack. */
function describeFailure(error: unknown, configuration: FoundConfiguration | undefined): string {
  if (error instanceof ConnectionError && configuration) return describeConnection(error, configuration);
  if (error instanceof StatusError) return describeRejection(error);
  const isMendable = error instanceof CommandError || error instanceof ConfigError || error instanceof CredentialError;
  if (isMendable) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function describeConnection(error: ConnectionError, { config, origin }: FoundConfiguration): string {
  const { server, proxy } = config;
  // Errors about a response do not name the server.
  if (!error.message.startsWith(server.origin)) return `${server.origin}: ${error.message}`;
  const cause = rootCause(error);
  const code = "code" in cause ? String(cause.code) : "";
  const isTrust = code.includes("CERT") || code.includes("SELF_SIGNED") || code.includes("UNABLE_TO_VERIFY");
  const next = isTrust
    ? `the server's certificate does not match ${origin}: it is a different server, or its keys have changed`
    : `check that the server ${proxy ? "and the proxy are" : "is"} running, and that ${origin} is its configuration; ` +
      "`orch up` starts a server";
  return `no connection to ${error.message}\n${next}`;
}

/** Returns the error at the end of the chain of causes. */
function rootCause(error: Error): Error {
  return error.cause instanceof Error ? rootCause(error.cause) : error;
}
