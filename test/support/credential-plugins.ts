/** Credential plugins of a test: programs in a folder of their own, each of which keeps what it was told. */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { machineSource } from "../../src/app/connection/machine-source.ts";
import { NodeProcessRunner, type ProcessRunnerOptions } from "../../src/app/connection/process-runner.ts";
import type { Clock } from "../../src/base/clock.ts";
import { type Credentials, loadConfig, type PluginLimits, resolveConfig } from "../../src/client/config/index.ts";
import type { VocabularyName } from "../../src/meta/vocabulary.ts";
import { TemporaryDirectory } from "../../src/storage/testing/temporary-directory.ts";

/** What a plugin saw when it ran. */
export interface PluginRun {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** All that standard input held; undefined where the plugin may ask, for then there is no end of it. */
  readonly stdin: string | undefined;
}

export interface UseOptions {
  /** Of the user's `exec`, besides version, mode and command, which may be replaced. */
  readonly exec?: Readonly<Record<string, unknown>>;
  /** Of the cluster, besides its server. */
  readonly cluster?: Readonly<Record<string, unknown>>;
  readonly runner?: ProcessRunnerOptions;
  readonly clock?: Clock;
  readonly limits?: Partial<PluginLimits>;
  readonly vocabulary?: VocabularyName;
  /** Further variables of the client. */
  readonly env?: Readonly<Record<string, string>>;
}

export class CredentialPlugins implements Disposable {
  readonly #folder = new TemporaryDirectory();

  get path(): string {
    return this.#folder.path;
  }

  /**
   * A program that notes what it sees and does `body`, JavaScript with `print(status)` for an ExecCredential of the version
   * that it was told, and `nth`, the number of this run.
   * @returns its name relative to the configuration file
   */
  write(body: string, name = "./bin/login"): string {
    const path = join(this.path, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(
      path,
      `#!${process.execPath}
const fs = require("node:fs");
const info = JSON.parse(process.env.ORCH_EXEC_INFO ?? process.env.KUBERNETES_EXEC_INFO);
const stdin = info.spec.interactive ? undefined : fs.readFileSync(0, "utf8");
const runs = ${JSON.stringify(this.#runsFile)};
fs.appendFileSync(runs, JSON.stringify({ args: process.argv.slice(2), env: process.env, stdin }) + "\\n");
const nth = fs.readFileSync(runs, "utf8").split("\\n").length - 1;
const print = (status) => console.log(JSON.stringify({ kind: "ExecCredential", apiVersion: info.apiVersion, status }));
${body}
`,
    );
    chmodSync(path, 0o755);
    return name;
  }

  get #runsFile(): string {
    return join(this.path, "runs");
  }

  /** Of all plugins, in their order. */
  get runs(): readonly PluginRun[] {
    if (!existsSync(this.#runsFile)) return [];
    const lines = readFileSync(this.#runsFile, "utf8").trimEnd().split("\n");
    return lines.map((line) => JSON.parse(line) as PluginRun);
  }

  /** What the last run was told. */
  // oxlint-disable-next-line typescript/no-explicit-any
  get info(): any {
    const env = this.runs.at(-1)?.env;
    return JSON.parse(env?.["ORCH_EXEC_INFO"] ?? env?.["KUBERNETES_EXEC_INFO"] ?? "null");
  }

  /** The credentials of a user with a plugin, by way of a configuration file. */
  async use(options: UseOptions = {}): Promise<Credentials> {
    const { exec = {}, cluster = {}, runner = {}, clock, limits, vocabulary = "orch", env = {} } = options;
    const group = vocabulary === "orch" ? "client.authentication.orch.io" : "client.authentication.k8s.io";
    const path = join(this.path, "config");
    const defaults = { apiVersion: `${group}/v1`, interactiveMode: "Never", command: "./bin/login" };
    const content = {
      "current-context": "test",
      clusters: [{ name: "test", cluster: { server: "https://cluster.test", ...cluster } }],
      users: [{ name: "ann", user: { exec: { ...defaults, ...exec } } }],
      contexts: [{ name: "test", context: { cluster: "test", user: "ann" } }],
    };
    writeFileSync(path, JSON.stringify(content));
    const source = { ...machineSource, env: { ...process.env, ...env } };
    const { credentials } = await resolveConfig(await loadConfig({ source, path }), {
      source,
      vocabulary,
      runner: new NodeProcessRunner({ stderr: { write: () => true }, ...runner }),
      ...(clock ? { clock } : {}),
      ...(limits ? { pluginLimits: limits } : {}),
    });
    return credentials;
  }

  [Symbol.dispose](): void {
    this.#folder[Symbol.dispose]();
  }
}
