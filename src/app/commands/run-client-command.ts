/** Commands that ask a server, on the terminal of this process. */
import { setMaxListeners } from "node:events";
import {
  apiResources,
  apply,
  type ClientContext,
  CommandError,
  CommandUsageError,
  create,
  deleteObjects,
  describeRefusal,
  diff,
  exitCodes,
  explain,
  get,
  label,
  owners,
  patch,
  printable,
  type Screen,
  watch,
} from "../../cli/index.ts";
import { ConfigError, CredentialError } from "../../client/config/index.ts";
import { ConnectionError, StatusError } from "../../client/index.ts";
import type { FoundConfiguration } from "../connection/client-connection.ts";
import { clientContext, contextWithout, findConfiguration } from "../connection/client-context.ts";
import { NodeProcessRunner } from "../connection/process-runner.ts";
import type { ClientCommand } from "../flags/flag-spec.ts";
import { stopSignal } from "../machine/stop-signal.ts";
import type { ClientInvocation, ClientOptions } from "./client-options.ts";
import { processScreen } from "./process-screen.ts";

type Run = (options: ClientOptions, context: ClientContext) => Promise<number>;

const runs: Readonly<Record<ClientCommand, Run>> = {
  get: (options, context) => get({ ...options, output: documentForm(options) }, context),
  watch: (options, context) => watch({ ...options, output: documentForm(options) }, context),
  create: (options, context) => create({ ...options, output: documentForm(options) }, context),
  apply: (options, context) => apply({ ...options, output: documentForm(options) }, context),
  patch: (options, context) => patch({ ...options, output: documentForm(options) }, context),
  label: (options, context) => label({ ...options, output: documentForm(options) }, context),
  delete: (options, context) => deleteObjects({ ...options, output: documentForm(options) }, context),
  diff,
  owners,
  explain,
  "api-resources": ({ output, ...options }, context) =>
    apiResources({ ...options, output: output === "name" || output === "wide" ? output : undefined }, context),
};

/** Does what a command line asks for. @returns the exit code @throws what the command throws */
export function doCommand({ command, options }: ClientInvocation, context: ClientContext): Promise<number> {
  return runs[command](options, context);
}

/** @returns the exit code */
export async function runClientCommand(invocation: ClientInvocation): Promise<number> {
  const terminal = processScreen(invocation.connection.colour);
  endQuietlyWithReader();
  using _ = stayAlive();
  const interruption = new AbortController();
  // One for each request under way, and there may be many.
  setMaxListeners(0, interruption.signal);
  const interrupted = stopSignal().then((code) => {
    interruption.abort(new Error("interrupted"));
    return code;
  });
  const ended = runOn(terminal, invocation, interruption.signal);
  const code = await Promise.race([ended, interrupted]);
  // What it waits for, such as standard input, may never come.
  if (interruption.signal.aborted) process.exit(code);
  return code;
}

async function runOn(terminal: Screen, invocation: ClientInvocation, signal: AbortSignal): Promise<number> {
  const { command, connection } = invocation;
  let found: FoundConfiguration | undefined;
  try {
    const surroundings = { connection, terminal, signal };
    const configured = await findConfiguration(connection, new NodeProcessRunner()).catch(asError);
    if (!(configured instanceof Error)) found = configured;
    const context = found ? clientContext(found, surroundings) : contextWithout(configured as Error, surroundings);
    await using client = context.client;
    return await doCommand(invocation, { ...context, client });
  } catch (error) {
    if (signal.aborted) return exitCodes.failed;
    terminal.error(`orch ${command}: ${printable(describeFailure(error, found))}\n`);
    return error instanceof CommandUsageError ? exitCodes.refused : failureCode(command);
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

/** The code 1 of `diff` says that there are changes. */
function failureCode(command: ClientCommand): number {
  return command === "diff" ? exitCodes.diffFailed : exitCodes.failed;
}

/** What whoever asked can mend is told without a stack. */
function describeFailure(error: unknown, found: FoundConfiguration | undefined): string {
  if (error instanceof ConnectionError && found) return describeConnection(error, found);
  if (error instanceof StatusError) return describeRefusal(error);
  const isMendable = error instanceof CommandError || error instanceof ConfigError || error instanceof CredentialError;
  if (isMendable) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function describeConnection(error: ConnectionError, { config, origin }: FoundConfiguration): string {
  const reason = innermost(error);
  const code = "code" in reason ? String(reason.code) : "";
  const isTrust = code.includes("CERT") || code.includes("SELF_SIGNED") || code.includes("UNABLE_TO_VERIFY");
  const next = isTrust
    ? `the server is another one than ${origin} describes, or has other keys since`
    : `is the server running, and is ${origin} its configuration? \`orch up\` starts one`;
  return `no connection to ${config.server.origin}: ${reason.message}\n${next}`;
}

/** What went wrong first: other errors only follow from it. */
function innermost(error: Error): Error {
  return error.cause instanceof Error ? innermost(error.cause) : error;
}

function documentForm({ output }: ClientOptions): Exclude<ClientOptions["output"], "wide"> {
  return output === "wide" ? undefined : output;
}

/** Whoever reads the output may have enough of it: `orch get pods | head`. */
function endQuietlyWithReader(): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    process.exit(brokenPipeCode);
  });
}

/** As shells report a process that SIGPIPE ended. */
const brokenPipeCode = 141;

/** While a command waits for its clock alone, nothing else would keep the process from ending. */
function stayAlive(): Disposable {
  const { port1, port2 } = new MessageChannel();
  port1.ref();
  port1.start();
  return {
    [Symbol.dispose]() {
      port1.close();
      port2.close();
    },
  };
}
