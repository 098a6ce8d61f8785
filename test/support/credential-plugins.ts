/** Credential plugins for tests: programs in a temporary folder that record their arguments, environment and input. */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { machineSource } from "../../src/app/connection/machine-source.ts";
import { NodeProcessRunner, type ProcessRunnerOptions } from "../../src/app/connection/process-runner.ts";
import type { Clock } from "../../src/base/clock.ts";
import { type Credentials, loadConfig, type PluginLimits, resolveConfig } from "../../src/client/config/index.ts";
import type { VocabularyName } from "../../src/meta/vocabulary.ts";
import { TemporaryDirectory } from "../../src/storage/testing/temporary-directory.ts";

/** Record of one run of a plugin. */
export interface PluginRun {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Complete standard input. Undefined for an interactive plugin, which does not read it. */
  readonly stdin: string | undefined;
}

/** Parts of the client configuration and of the client that uses the plugin. */
export interface PluginConfiguration {
  /** Fields of the user's `exec`. They override the default apiVersion, interactiveMode and command. */
  readonly exec?: Readonly<Record<string, unknown>>;
  /** Fields of the cluster, in addition to or instead of its server. */
  readonly cluster?: Readonly<Record<string, unknown>>;
  readonly runner?: ProcessRunnerOptions;
  readonly clock?: Clock;
  readonly limits?: Partial<PluginLimits>;
  readonly vocabulary?: VocabularyName;
  /** Environment variables of the client, in addition to those of this process. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Folder with credential plugins and a client configuration that uses one. */
export class CredentialPlugins implements Disposable {
  readonly #folder = new TemporaryDirectory();

  get path(): string {
    return this.#folder.path;
  }

  /**
   * Writes a plugin that records its run and then executes `body`. The JavaScript in `body` can call `print(status)`,
   * which prints an ExecCredential of the requested version, and read `nth`, the number of this run.
   * @returns the name of the plugin relative to the configuration file
   */
  writePlugin(body: string, name = "./bin/login"): string {
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

  /** Runs of all plugins of the folder, oldest first. */
  get runs(): readonly PluginRun[] {
    if (!existsSync(this.#runsFile)) return [];
    const lines = readFileSync(this.#runsFile, "utf8").trimEnd().split("\n");
    return lines.map((line) => JSON.parse(line) as PluginRun);
  }

  /** ExecCredential that the last run received in its environment. Null if no plugin has run. */
  // oxlint-disable-next-line typescript/no-explicit-any
  get lastExecInfo(): any {
    const env = this.runs.at(-1)?.env;
    return JSON.parse(env?.["ORCH_EXEC_INFO"] ?? env?.["KUBERNETES_EXEC_INFO"] ?? "null");
  }

  /** Writes a configuration whose user has a plugin, and resolves it to credentials. */
  async resolveCredentials(options: PluginConfiguration = {}): Promise<Credentials> {
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
