/**
 * Runs the kubectl of the PATH against a server of this process, with a separate home directory. A command is a
 * template literal. Its text is split at spaces, but an interpolated value stays one argument.
 *
 *     const kubectl = await cluster.inNewNamespace();
 *     expect(await kubectl.out`get configmap a -o ${"jsonpath={.data}"}`).toBe("{}");
 */

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { stripVTControlCharacters } from "node:util";
import { afterAll, beforeAll, describe } from "vitest";
import type { ManualClock } from "../../src/base/manual-clock.ts";
import { type VocabularyName, vocabularyNames } from "../../src/meta/vocabulary.ts";
import { runCommand } from "./run-command.ts";
import type { StoredServerOptions } from "./stored-server.ts";
import { startTestServer } from "./test-server.ts";
import { until } from "./until.ts";
import type { WireClient } from "./wire-client.ts";

/** Minor version of the kubectl on the PATH, such as 32. NaN if there is none. */
export const kubectlMinor = findKubectl();

/** A command that runs longer is killed. */
const commandTimeoutMs = 20_000;

/**
 * Settings of kubectl's Go runtime. They disable garbage collection, because a command ends before it would pay off. An
 * `apply` then uses a third less processor time.
 */
const withoutGarbageCollection = { GOGC: "off", GOMEMLIMIT: "256MiB" };

/** Value that can be interpolated into a command. Objects become JSON. */
export type CommandValue = string | number | object;

/** Exit code and output of a finished command, without escape sequences. */
export interface FinishedCommand {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

interface CommandContext {
  /** Default: `default`, the namespace of the client configuration. */
  readonly namespace?: string;
  readonly env: Readonly<Record<string, string>>;
  /** Default: empty. */
  readonly stdin?: string;
}

/** The kubectl of the PATH with a namespace, an environment and standard input. Instances are immutable. */
export class Kubectl {
  readonly #surroundings: CommandContext;

  constructor(surroundings: CommandContext) {
    this.#surroundings = surroundings;
  }

  get namespace(): string {
    return this.#surroundings.namespace ?? "default";
  }

  /** Returns a kubectl with additional environment variables, or with text on standard input. */
  with({ env = {}, stdin }: { readonly env?: Readonly<Record<string, string>>; readonly stdin?: string }): Kubectl {
    const surroundings = { ...this.#surroundings, env: { ...this.#surroundings.env, ...env } };
    return new Kubectl(stdin === undefined ? surroundings : { ...surroundings, stdin });
  }

  /** Returns a kubectl that works in another namespace. */
  inNamespace(namespace: string): Kubectl {
    return new Kubectl({ ...this.#surroundings, namespace });
  }

  /** Runs a command and resolves when it has ended. */
  run(words: TemplateStringsArray, ...values: readonly CommandValue[]): Promise<FinishedCommand> {
    return this.runWords(splitWords(words, values));
  }

  /** Runs a command whose arguments are already separate. */
  async runWords(words: readonly string[]): Promise<FinishedCommand> {
    const { env, stdin } = this.#surroundings;
    const options = { env, timeoutMs: commandTimeoutMs, outputBytesMax: 2 ** 24 };
    const { code, message, stdout, stderr } = await runCommand(
      "kubectl",
      this.#withNamespaceFlag(words),
      options,
      stdin,
    );
    if (typeof code !== "number") throw new Error(`kubectl did not end by itself: ${message}`);
    return { code, stdout: stripVTControlCharacters(stdout), stderr: stripVTControlCharacters(stderr) };
  }

  /** Returns the standard output of a command. Throws if the command fails or prints to standard error. */
  async out(words: TemplateStringsArray, ...values: readonly CommandValue[]): Promise<string> {
    const { code, stdout, stderr } = await this.run(words, ...values);
    if (code === 0 && stderr === "") return stdout;
    throw new Error(`kubectl ${this.#arguments(words, values).join(" ")}: exit code ${code}\n${stdout}${stderr}`);
  }

  /** Returns the standard error of a command. Throws unless the command fails with exit code 1. */
  async failure(words: TemplateStringsArray, ...values: readonly CommandValue[]): Promise<string> {
    const { code, stdout, stderr } = await this.run(words, ...values);
    if (code === 1) return stderr;
    throw new Error(`kubectl ${this.#arguments(words, values).join(" ")}: exit code ${code}\n${stdout}${stderr}`);
  }

  /** Creates objects with `create -f -`. */
  async create(...objects: readonly object[]): Promise<void> {
    const stdin = objects.map((object) => `${JSON.stringify(object)}\n`).join("");
    await this.with({ stdin }).out`create -f -`;
  }

  /** Starts a command that runs until it is disposed of. */
  start(words: TemplateStringsArray, ...values: readonly CommandValue[]): RunningKubectl {
    const { env } = this.#surroundings;
    const args = this.#arguments(words, values);
    return new RunningKubectl(spawn("kubectl", args, { env, stdio: ["ignore", "pipe", "pipe"] }));
  }

  #arguments(words: TemplateStringsArray, values: readonly CommandValue[]): string[] {
    return this.#withNamespaceFlag(splitWords(words, values));
  }

  #withNamespaceFlag(words: readonly string[]): string[] {
    const { namespace } = this.#surroundings;
    return namespace === undefined ? [...words] : [`--namespace=${namespace}`, ...words];
  }
}

/** A kubectl command that is still running. */
export class RunningKubectl implements AsyncDisposable {
  readonly #child: ChildProcess;
  readonly #lines: AsyncIterator<string>;
  #stderr = "";

  constructor(child: ChildProcess) {
    if (!child.stdout || !child.stderr) throw new Error("the output is not piped");
    this.#child = child;
    this.#lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      this.#stderr += text;
    });
  }

  /**
   * Resolves once the server has accepted a watch of this command. The command needs `-v=6`, so that it logs its
   * requests.
   */
  async waitForWatch(): Promise<void> {
    await until(() => /watch=true\b.*200 OK/.test(this.#stderr), "kubectl watches");
  }

  /** Resolves with the next `count` lines of standard output. Throws if the command ends before. */
  async take(count: number): Promise<string[]> {
    const lines: string[] = [];
    while (lines.length < count) {
      const { done, value } = await this.#lines.next();
      if (done) throw new Error(`kubectl ended after ${lines.length} of ${count} lines\n${this.#stderr}`);
      lines.push(value);
    }
    return lines;
  }

  /** Resolves with the exit code once the command has ended. The code is -1 if a signal ended it. */
  async ended(): Promise<number> {
    if (this.#child.exitCode !== null) return this.#child.exitCode;
    return await new Promise((resolve) => this.#child.once("exit", (code) => resolve(code ?? -1)));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.kill();
    await this.ended();
  }
}

/** Options of the server of a `KubectlCluster`. */
export type KubectlClusterOptions = Pick<
  StoredServerOptions,
  "controllers" | "authorization" | "admissionPlugins" | "flags"
>;

/** A test server, and kubectl configured for it. */
export interface KubectlCluster extends AsyncDisposable {
  readonly vocabulary: VocabularyName;
  readonly url: string;
  readonly clock: ManualClock;
  /** Administrator's client, for requests that kubectl cannot send, such as status updates. */
  readonly client: WireClient;
  /** Temporary directory of the cluster. It is kubectl's home. */
  readonly directory: string;
  readonly kubectl: Kubectl;
  /** Creates a namespace and returns a kubectl that works in it. */
  inNewNamespace(): Promise<Kubectl>;
  /**
   * Reads from the server, without kubectl. The result is deliberately untyped.
   * @param root path of a version, such as `apis/apps/v1`
   * @param rest path below kubectl's namespace, such as `deployments/web`
   */
  // oxlint-disable-next-line typescript/no-explicit-any
  stored(kubectl: Kubectl, root: string, rest: string): Promise<any>;
}

/**
 * Runs `body` in one describe block for each vocabulary. Each block has a separate cluster. The blocks are skipped if
 * there is no kubectl.
 */
export function describeWithKubectl(
  title: string,
  body: (cluster: () => KubectlCluster, vocabulary: VocabularyName) => void,
  vocabularies: readonly VocabularyName[] = vocabularyNames,
  options: KubectlClusterOptions = {},
): void {
  const isMissing = Number.isNaN(kubectlMinor);
  const need = isMissing ? " (needs kubectl on the PATH)" : "";
  describe.skipIf(isMissing).each(vocabularies)(`${title}, vocabulary %s${need}`, (vocabulary) => {
    let cluster: KubectlCluster | undefined;
    beforeAll(async () => {
      cluster = await startKubectlCluster(vocabulary, options);
    });
    afterAll(async () => {
      await cluster?.[Symbol.asyncDispose]();
    });
    const started = (): KubectlCluster => {
      if (!cluster) throw new Error("the cluster is started before the first test");
      return cluster;
    };
    body(started, vocabulary);
  });
}

/**
 * Returns the kubectl of the PATH for any server.
 * @param home its home and temporary directory
 * @param configuration path of its client configuration
 */
export function kubectlWith(home: string, configuration: string): Kubectl {
  const env = {
    PATH: process.env["PATH"] ?? "",
    HOME: home,
    TMPDIR: home,
    KUBECONFIG: configuration,
    ...withoutGarbageCollection,
  };
  return new Kubectl({ env });
}

async function startKubectlCluster(
  vocabulary: VocabularyName,
  options: KubectlClusterOptions,
): Promise<KubectlCluster> {
  const directory = await mkdtemp(join(tmpdir(), "orch-kubectl-"));
  const running = await startTestServer({ ...options, vocabulary });
  const configuration = join(directory, "kubeconfig");
  await writeFile(configuration, running.server.kubeconfig);
  const kubectl = kubectlWith(directory, configuration);
  let namespaces = 0;
  return {
    vocabulary,
    directory,
    url: running.server.url,
    clock: running.clock,
    client: running.client,
    kubectl,
    async inNewNamespace() {
      namespaces += 1;
      const namespace = `test-${namespaces}`;
      const { status, text } = await running.client.request("/api/v1/namespaces", {
        body: { metadata: { name: namespace } },
      });
      if (status !== 201) throw new Error(text);
      return kubectl.inNamespace(namespace);
    },
    async stored({ namespace }, root, rest) {
      return (await running.client.request(`/${root}/namespaces/${namespace}/${rest}`)).json;
    },
    async [Symbol.asyncDispose]() {
      await running[Symbol.asyncDispose]();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Matches UIDs in output, so that tests can replace them. */
export const uidPattern = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** Returns the texts as lines of output. */
export function joinLines(...texts: readonly string[]): string {
  return texts.map((text) => `${text}\n`).join("");
}

/** Returns the cells of each line of a printed table, without empty cells. */
export function tableCells(table: string): string[][] {
  return table
    .trimEnd()
    .split("\n")
    .map((line) => line.trimEnd().split(/ {2,}/));
}

function findKubectl(): number {
  const { stdout, error } = spawnSync("kubectl", ["version", "--client", "--output=json"], { encoding: "utf8" });
  if (error) return Number.NaN;
  const { clientVersion } = JSON.parse(stdout) as { clientVersion: { minor: string } };
  return Number.parseInt(clientVersion.minor, 10);
}

/** Replaces each interpolated value while the text is split. It cannot occur in a command line. */
const placeholder = "\0";

function splitWords(words: TemplateStringsArray, values: readonly CommandValue[]): string[] {
  const rest = [...values];
  const fill = (): string => {
    const value = rest.shift();
    return typeof value === "object" ? JSON.stringify(value) : String(value);
  };
  return words
    .join(placeholder)
    .split(/\s+/)
    .filter((word) => word !== "")
    .map((word) => word.replaceAll(placeholder, fill));
}
