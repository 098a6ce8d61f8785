import { type Command, commandGroups } from "../command-line/command.ts";
import type { ControllerManagerConfig } from "../config/controller-manager-config.ts";
import { controllerManagerFlags } from "../config/controller-manager-flags.ts";

/** `orch controller-manager`. */
export const controllerManagerCommand: Command<ControllerManagerConfig> = {
  name: "controller-manager",
  group: commandGroups.servers,
  usage: "[flags]",
  summary: "run the controllers in a separate process",
  doc: [
    "Runs the controllers of a cluster in the foreground, for an API server in another process, such as `orch " +
      "apiserver`. They empty deleted namespaces, collect garbage and create the default objects of each namespace. With " +
      "--service-account-private-key-file, they also fill Secrets with tokens of ServiceAccounts. `orch up` already includes them.",
    "The file controller-manager.kubeconfig in the data directory of the server has the credentials of the controller " +
      "manager. With it, each controller requests tokens of its ServiceAccount, unless " +
      "--use-service-account-credentials=false is set. As in the reference, bootstrap tokens sign the ConfigMap cluster-info and are deleted when they expire " +
      "only with --controllers=*,bootstrapsigner,tokencleaner.",
    "When it is ready, it prints one line to standard output, `orch controller-manager is ready at " +
      "https://HOST:PORT`. /healthz and /metrics are served there. If several processes run, only the holder of the " +
      "Lease works. SIGTERM or SIGINT stops it and releases the Lease.",
  ],
  examples: [
    ["orch controller-manager --kubeconfig=.orch/controller-manager.kubeconfig", "for the server in this folder"],
    [
      "orch controller-manager --kubeconfig=.orch/controller-manager.kubeconfig --service-account-private-key-file=.orch/pki/sa.key",
      "the same, with tokens in Secrets",
    ],
  ],
  hasSection: false,
  program: "server",
  flags: controllerManagerFlags,
  async read(args, context) {
    const { controllerManagerOptions } = await import("../config/controller-manager-config.ts");
    return controllerManagerOptions(args, context);
  },
  async run(options) {
    const { runControllerManager } = await import("../controller-manager/run-controller-manager.ts");
    await runControllerManager(options);
    return 0;
  },
};
