/** Runs `orch login` in this process. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { systemClock } from "../../base/clock.ts";
import { systemRandom } from "../../base/random.ts";
import { reasonOf } from "../../base/reason-of.ts";
import {
  CommandError,
  exitCodes,
  type LoginCommand,
  type LoginHost,
  login,
  loginPlugin,
  printable,
  printCredential,
  type Screen,
} from "../../cli/index.ts";
import { ConfigError } from "../../client/config/index.ts";
import { LoginError } from "../../client/oidc/index.ts";
import { homeFile, vocabularies } from "../../meta/vocabulary.ts";
import { processScreen } from "../command-line/process-screen.ts";
import { runInterruptible } from "../command-line/run-interruptible.ts";
import { machineSource } from "../connection/machine-source.ts";
import { openBrowser } from "../connection/open-browser.ts";
import { addLoginUser } from "./config-file.ts";
import { issuerHttp } from "./issuer-http.ts";
import { listenForRedirect } from "./redirect-listener.ts";
import { SessionFiles } from "./session-files.ts";

/** A command line of `orch login`. */
export interface LoginInvocation {
  readonly command: LoginCommand;
  /** Absolute path of certificates that verify the issuer. Undefined: those of the system. */
  readonly caFile: string | undefined;
  /** The change of the client configuration. Undefined: none. */
  readonly configuration:
    | { readonly path: string | undefined; readonly context: string | undefined; readonly userName: string }
    | undefined;
}

/** Runs the command until it ends or a signal interrupts it. Returns the exit code. */
export async function runLogin(invocation: LoginInvocation): Promise<number> {
  const terminal = processScreen("auto");
  return await runInterruptible(async (signal) => {
    try {
      return await runActions(invocation, terminal, signal);
    } catch (error) {
      if (signal.aborted) return exitCodes.failed;
      const isMendable = error instanceof LoginError || error instanceof CommandError || error instanceof ConfigError;
      if (!isMendable) throw error;
      terminal.error(`orch login: ${printable(error.message)}\n`);
      return exitCodes.failed;
    }
  });
}

async function runActions(invocation: LoginInvocation, terminal: Screen, signal: AbortSignal): Promise<number> {
  const { command, caFile, configuration } = invocation;
  const host = await loginHost(invocation, terminal, signal);
  if (command.action === "token") return await printCredential(command, host, machineSource.env);
  const code = await login(command, host);
  if (!configuration) return code;
  const exec = loginPlugin(command, { program: [process.execPath, ...process.argv.slice(1, 2)], caFile });
  const change = { ...configuration, vocabulary: command.vocabulary, exec };
  const lines = await addLoginUser(change, { source: machineSource, clock: systemClock, signal });
  terminal.out(lines.map((line) => `${printable(line)}\n`).join(""));
  return code;
}

async function loginHost(
  { command, caFile }: LoginInvocation,
  terminal: Screen,
  signal: AbortSignal,
): Promise<LoginHost> {
  const folder = join(machineSource.homeDir, vocabularies[command.vocabulary].bind(homeFile("login")));
  return {
    send: issuerHttp({ ca: caFile === undefined ? undefined : await readCa(caFile), clock: systemClock }),
    sessions: new SessionFiles(folder, systemClock),
    listen: listenForRedirect,
    openBrowser: (url) => openBrowser(url, machineSource.env),
    isInteractive: process.stdin.isTTY,
    terminal,
    clock: systemClock,
    random: systemRandom,
    signal,
  };
}

async function readCa(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    throw new CommandError(`--ca-file: ${path} cannot be read (${reasonOf(error)})`, { cause: error });
  }
}
