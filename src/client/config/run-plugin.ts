/** Runs a credential plugin: its environment, its time limit, and its failures. */
import type { Clock } from "../../base/clock.ts";
import { CredentialError } from "./credentials.ts";
import { type ExecCredentials, readExecCredentials } from "./exec-credentials.ts";
import type { ExecPlugin } from "./exec-plugin.ts";
import type { ProcessOutcome, ProcessRunner } from "./source.ts";

/** Clock, process runner and environment for running a plugin. */
export interface PluginHost {
  readonly clock: Clock;
  readonly runner: ProcessRunner;
  /** Environment variables that plugins inherit. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly limits?: Partial<PluginLimits>;
}

/** Limits of a run of a plugin. */
export interface PluginLimits {
  /** Time limit of a run without a terminal. It may send requests to a server or wait for a login in a browser. */
  readonly runMs: number;
  /** Time limit of a run that may prompt the user. */
  readonly interactiveRunMs: number;
  readonly outputBytesMax: number;
}

/** The limits that apply by default. */
export const defaultPluginLimits: PluginLimits = {
  runMs: 120_000,
  interactiveRunMs: 600_000,
  outputBytesMax: 1_048_576,
};

/**
 * Runs a plugin and parses the credentials that it prints.
 * @throws CredentialError if the plugin fails or prints no valid credentials
 * @throws the signal's reason if it is aborted
 */
export async function runPlugin(plugin: ExecPlugin, host: PluginHost, signal: AbortSignal): Promise<ExecCredentials> {
  const { clock, runner } = host;
  const limits = { ...defaultPluginLimits, ...host.limits };
  const interactive = isInteractive(plugin, runner);
  const limitMs = interactive ? limits.interactiveRunMs : limits.runMs;
  const late = new AbortController();
  using _timer = clock.after(limitMs, () => {
    late.abort(failed(plugin, `did not end within ${limitMs / 1000} s, and was killed`));
  });
  const outcome = await runner.run({
    command: plugin.command,
    args: plugin.args,
    env: environment(plugin, host, interactive),
    interactive,
    stdoutBytesMax: limits.outputBytesMax,
    signal: AbortSignal.any([signal, late.signal]),
  });
  const answer = await readExecCredentials(stdoutOf(outcome, plugin, limits), plugin);
  if (answer.expiresMs !== undefined && answer.expiresMs <= clock.nowMs()) {
    const [expired, now] = [answer.expiresMs, clock.nowMs()].map((timeMs) => new Date(timeMs).toISOString());
    throw failed(plugin, `printed credentials that expired at ${expired}; it is ${now} by the clock of this machine`);
  }
  return answer;
}

function isInteractive({ interactiveMode, origin }: ExecPlugin, { noTerminal }: ProcessRunner): boolean {
  if (interactiveMode === "Always" && noTerminal !== undefined) {
    throw new CredentialError(`the credential plugin ${origin} has to ask on standard input, but ${noTerminal}`);
  }
  return interactiveMode !== "Never" && noTerminal === undefined;
}

function environment(plugin: ExecPlugin, host: PluginHost, interactive: boolean): Record<string, string> {
  const { apiVersion, cluster, infoVariable } = plugin;
  const info = { kind: "ExecCredential", apiVersion, spec: { ...(cluster ? { cluster } : {}), interactive } };
  return Object.fromEntries([
    ...Object.entries(host.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
    ...plugin.env.map(({ name, value }) => [name, value] as const),
    [infoVariable, JSON.stringify(info)],
  ]);
}

function stdoutOf(outcome: ProcessOutcome, plugin: ExecPlugin, { outputBytesMax }: PluginLimits): Buffer {
  switch (outcome.kind) {
    case "missing": {
      const hint = plugin.installHint === undefined ? "" : `\n\n${plugin.installHint}`;
      throw failed(plugin, `cannot be run: there is no ${plugin.command}${hint}`);
    }
    case "not started":
      throw failed(plugin, `cannot be run: ${plugin.command}: ${outcome.reason}`);
    case "too much output":
      throw failed(plugin, `printed more than ${outputBytesMax} bytes, and was killed`);
    case "ended": {
      const { code, stdout, stderr } = outcome;
      if (code === 0) return stdout;
      const said = stderr.trim() === "" ? "" : `: ${stderr.trim()}`;
      throw failed(plugin, `${code === undefined ? "was ended by a signal" : `failed with exit code ${code}`}${said}`);
    }
  }
}

function failed({ origin }: ExecPlugin, problem: string): CredentialError {
  return new CredentialError(`the credential plugin ${origin} ${problem}`);
}
