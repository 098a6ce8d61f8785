/** Starts servers with several processes. */
import { sendRequest } from "./objects.ts";
import { type OrchOptions, type OrchServer, startOrch } from "./orch-server.ts";

/** Starts a server whose processes can use all cores. Resolves when all of them serve connections. */
export async function startProcesses(workers: number, options: OrchOptions = {}): Promise<OrchServer> {
  const flags = [`--workers=${workers}`, ...(options.flags ?? [])];
  const server = await startOrch({ ...options, core: "any", flags });
  for (;;) {
    const { body } = await sendRequest(server.target, { method: "GET", path: "/metrics", headers: {} });
    if (body.toString().includes(`apiserver_processes ${workers}\n`)) return server;
  }
}
