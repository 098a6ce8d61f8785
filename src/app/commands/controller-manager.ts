import { type Command, commandGroups } from "../command-line/command.ts";
import type { ControllerManagerConfig } from "../config/controller-manager-config.ts";
import { controllerManagerFlags } from "../config/controller-manager-flags.ts";

/** `orch controller-manager`. */
export const controllerManagerCommand: Command<ControllerManagerConfig> = {
  name: "controller-manager",
  group: commandGroups.servers,
  usage: "[flags]",
  summary: "run the controllers in a process of their own",
  doc: [
    "Runs the controllers of a cluster in the foreground, beside a server that another process runs: `orch apiserver`. " +
      "They empty namespaces that are deleted, collect what nobody owns, and give every namespace its default objects. " +
      "`orch up` has them already.",
    "It prints one line on standard output, `orch controller-manager is ready at https://HOST:PORT`: there, /healthz and " +
      "/metrics are served. Of several processes the one works that holds the Lease. SIGTERM or SIGINT stops it, and " +
      "gives the Lease back.",
  ],
  examples: [["orch controller-manager --kubeconfig=.orch/admin.kubeconfig", "for the server in this folder"]],
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
