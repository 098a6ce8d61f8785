import { type Command, commandGroups } from "../command-line/command.ts";
import { checkOrigins } from "../config/check-origins.ts";
import type { ServerConfig } from "../config/server-config.ts";
import { apiserverFlags } from "../config/server-flags.ts";

/** `orch apiserver`. */
export const apiserverCommand: Command<ServerConfig> = {
  name: "apiserver",
  group: commandGroups.servers,
  usage: "[flags]",
  summary: "run the API server alone",
  doc: ["Runs the API server in the foreground, without controllers."],
  hasSection: false,
  program: "server",
  flags: apiserverFlags,
  async read(args, context) {
    const { serverConfig } = await import("../config/server-config.ts");
    const config = serverConfig("apiserver", args, context);
    await checkOrigins(config.web);
    return config;
  },
  async run(config) {
    const { runServer } = await import("../serving/run-server.ts");
    await runServer(config);
    return 0;
  },
};
