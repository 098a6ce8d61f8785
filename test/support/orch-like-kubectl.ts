/** Runs commands of `orch` in this process, with the cluster and namespace of a kubectl test. */
import { join } from "node:path";
import { connect } from "../../src/app/client.ts";
import type { ClientCommand } from "../../src/app/command-line/client-command.ts";
import { commands } from "../../src/app/commands/index.ts";
import { systemRandom } from "../../src/base/random.ts";
import { CommandError, type Screen } from "../../src/cli/index.ts";
import { StatusError } from "../../src/client/index.ts";
import { vocabularies } from "../../src/meta/vocabulary.ts";
import type { FinishedCommand, Kubectl, KubectlCluster } from "./kubectl.ts";

/** Cluster, namespace and input of a command. */
export interface OrchContext {
  readonly cluster: KubectlCluster;
  /** The command works in the namespace of this kubectl. */
  readonly kubectl: Kubectl;
  readonly stdin?: string;
}

/**
 * Runs a client command of `orch` and returns its exit code and output. A CommandError or StatusError becomes exit code
 * 1.
 */
/** Runs a command of `orch` on the cluster and in the namespace of kubectl. */
export async function runOrchLikeKubectl(
  command: ClientCommand,
  args: readonly string[],
  { cluster, kubectl, stdin = "" }: OrchContext,
): Promise<FinishedCommand> {
  const { options } = await command.read(args, { cwd: cluster.directory, columns: 80, commands });
  const path = join(cluster.directory, "kubeconfig");
  await using client = await connect({ path, vocabulary: cluster.vocabulary });
  let [stdout, stderr] = ["", ""];
  const terminal: Screen = {
    cwd: cluster.directory,
    input: (async function* () {
      yield Buffer.from(stdin);
    })(),
    columns: undefined,
    paint: (_, text) => text,
    out: (text) => {
      stdout += text;
    },
    error: (text) => {
      stderr += text;
    },
    progress: () => undefined,
  };
  const context = {
    client,
    caller: client,
    vocabulary: vocabularies[cluster.vocabulary],
    configuration: () => {
      throw new CommandError("this command runs without a client configuration");
    },
    namespace: kubectl.namespace,
    isNamespaceExplicit: true,
    serverFlags: [],
    terminal,
    clock: cluster.clock,
    random: systemRandom,
    signal: new AbortController().signal,
  };
  try {
    return { code: await command.execute(options, context), stdout, stderr };
  } catch (error) {
    if (!(error instanceof CommandError || error instanceof StatusError)) throw error;
    return { code: 1, stdout, stderr: `${stderr}${error.message}\n` };
  }
}
