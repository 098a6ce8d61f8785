/** Runs commands that work with the stored logins and their issuers. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { systemClock } from "../../base/clock.ts";
import { systemRandom } from "../../base/random.ts";
import { reasonOf } from "../../base/reason-of.ts";
import { CommandError, exitCodes, type LoginHost, printable } from "../../cli/index.ts";
import { ConfigError, certificatesFault } from "../../client/config/index.ts";
import { LoginError } from "../../client/oidc/index.ts";
import { homeFile, type VocabularyName, vocabularies } from "../../meta/vocabulary.ts";
import { processScreen } from "../command-line/process-screen.ts";
import { machineSource } from "../connection/machine-source.ts";
import { openBrowser } from "../connection/open-browser.ts";
import { runInterruptible } from "../machine/run-interruptible.ts";
import { issuerHttp } from "./issuer-http.ts";
import { listenForRedirect } from "./redirect-listener.ts";
import { SessionFiles } from "./session-files.ts";

/** Where the logins are stored, and how issuers are verified. */
export interface IssuerCommandOptions {
  readonly vocabulary: VocabularyName;
  /** Absolute path of certificates that verify the issuers. Undefined: those of the system. */
  readonly caFile: string | undefined;
}

/**
 * Runs `work` until it ends or a signal interrupts it. Returns the exit code.
 * @param name of the command, for errors
 */
export async function runIssuerCommand(
  name: string,
  options: IssuerCommandOptions,
  work: (host: LoginHost) => Promise<number>,
): Promise<number> {
  const terminal = processScreen("auto");
  return await runInterruptible(async (signal) => {
    try {
      return await work(await loginHost(options, terminal, signal));
    } catch (error) {
      if (signal.aborted) return exitCodes.failed;
      const isMendable = error instanceof LoginError || error instanceof CommandError || error instanceof ConfigError;
      if (!isMendable) throw error;
      terminal.error(`orch ${name}: ${printable(error.message)}\n`);
      return exitCodes.failed;
    }
  });
}

async function loginHost(
  { vocabulary, caFile }: IssuerCommandOptions,
  terminal: LoginHost["terminal"],
  signal: AbortSignal,
): Promise<LoginHost> {
  const folder = join(machineSource.homeDir, vocabularies[vocabulary].bind(homeFile("login")));
  return {
    send: issuerHttp({
      ca: caFile === undefined ? undefined : await readCa(caFile),
      clock: systemClock,
      env: machineSource.env,
    }),
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
  const content = await readCaFile(path);
  const fault = certificatesFault(content);
  if (fault !== undefined) throw new CommandError(`--ca-file: ${path} ${fault}`);
  return content;
}

async function readCaFile(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    throw new CommandError(`--ca-file: ${path} cannot be read (${reasonOf(error)})`, { cause: error });
  }
}
