import { type Command, commandGroups } from "../command-line/command.ts";
import type { ServerConfig } from "../config/server-config.ts";
import { upFlags } from "../config/server-flags.ts";

/** `orch up`. */
export const upCommand: Command<ServerConfig> = {
  name: "up",
  group: commandGroups.servers,
  usage: "[flags]",
  summary: "run a whole cluster on this machine",
  doc: [
    "Runs the API server, and what belongs to a cluster of one machine, in the foreground.",
    "When it can be used it prints one line on standard output, `orch is ready at https://HOST:PORT`; by then " +
      "admin.kubeconfig lies in the data directory. SIGTERM or SIGINT stops it: requests under way are served to " +
      "their end. A second signal ends it at once.",
  ],
  hasSection: false,
  program: "server",
  flags: upFlags,
  async read(args, context) {
    const { serverConfig } = await import("../config/server-config.ts");
    return serverConfig("up", args, context);
  },
  async run(config) {
    const { runServer } = await import("../serving/run-server.ts");
    await runServer(config);
    return 0;
  },
};
