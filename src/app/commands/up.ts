import { type Command, commandGroups } from "../command-line/command.ts";
import { checkOrigins } from "../config/check-origins.ts";
import type { ServerConfig } from "../config/server-config.ts";
import { upFlags } from "../config/server-flags.ts";

/** `orch up`. */
export const upCommand: Command<ServerConfig> = {
  name: "up",
  group: commandGroups.servers,
  usage: "[flags]",
  summary: "run a whole cluster on this machine",
  doc: [
    "Runs the API server and the controllers of a one-machine cluster in the foreground.",
    "When the cluster is ready, it prints one line to standard output, `orch is ready at https://HOST:PORT`, and " +
      "admin.kubeconfig is in the data directory. SIGTERM or SIGINT stops it after it has finished the requests in " +
      "progress. A second signal stops it at once.",
    "As in the reference, the controllers of bootstrap tokens are off by default. --controllers=*,bootstrapsigner signs the " +
      "ConfigMap cluster-info with each token, and --controllers=*,tokencleaner deletes expired tokens.",
  ],
  hasSection: false,
  program: "server",
  flags: upFlags,
  async read(args, context) {
    const { serverConfig } = await import("../config/server-config.ts");
    const config = serverConfig("up", args, context);
    await checkOrigins(config.web);
    return config;
  },
  async run(config) {
    const { runServer } = await import("../serving/run-server.ts");
    await runServer(config);
    return 0;
  },
};
