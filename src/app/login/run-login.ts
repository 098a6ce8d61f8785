/** Runs `orch login` in this process. */
import { systemClock } from "../../base/clock.ts";
import { type LoginCommand, type LoginHost, login, loginPlugin, printable, printCredential } from "../../cli/index.ts";
import { machineSource } from "../connection/machine-source.ts";
import { addLoginUser } from "./config-file.ts";
import { runIssuerCommand } from "./issuer-command.ts";

/** A command line of `orch login`. */
export interface LoginInvocation {
  readonly command: LoginCommand;
  /** The change of the client configuration. Undefined: none. */
  readonly configuration:
    | { readonly path: string | undefined; readonly context: string | undefined; readonly userName: string }
    | undefined;
}

/** Runs the command until it ends or a signal interrupts it. Returns the exit code. */
export async function runLogin(invocation: LoginInvocation): Promise<number> {
  const { vocabulary, caFile } = invocation.command;
  return await runIssuerCommand("login", { vocabulary, caFile }, (host) => runActions(invocation, host));
}

async function runActions({ command, configuration }: LoginInvocation, host: LoginHost): Promise<number> {
  const { terminal, signal } = host;
  if (command.action === "token") return await printCredential(command, host, machineSource.env);
  const code = await login(command, host);
  if (!configuration) return code;
  const exec = loginPlugin(command, [process.execPath, ...process.argv.slice(1, 2)]);
  const change = { ...configuration, vocabulary: command.vocabulary, exec };
  const lines = await addLoginUser(change, { source: machineSource, clock: systemClock, signal });
  terminal.out(lines.map((line) => `${printable(line)}\n`).join(""));
  return code;
}
