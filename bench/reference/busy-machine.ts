/**
 * Durable creates of one client while other programs use all processors. Both servers are warm before these programs
 * start, because they would compile their code for minutes beside them.
 */
import { type ChildProcess, spawn } from "node:child_process";
import type { Figure } from "../figure.ts";
import { configMap, createNumberedObjects, createRequest } from "../objects.ts";
import { stop } from "../process.ts";
import { compareRequests } from "./requests.ts";
import { withServers } from "./servers.ts";

const busyCount = 20;
const warmUpCreates = 20_000;

/** Measures creates of one client beside 20 processes that never wait. */
export const busyMachine: Figure = {
  name: "busy",
  title: `durable creates of one client beside ${busyCount} other busy processes`,
  measure: (context) =>
    withServers(context, async (servers) => {
      const template = createRequest("/api/v1/namespaces/default/configmaps", configMap("m-########", 1024));
      context.progress("warming up");
      for (const { target } of [servers.reference, servers.orch]) {
        await createNumberedObjects(context, target, template, warmUpCreates);
      }
      await using _busy = startBusyProcesses();
      const { measurements } = await compareRequests(context, servers, {
        name: `create 1 KB, 1 client beside ${busyCount} busy processes`,
        clients: 1,
        template,
        status: 201,
        goal: { of: "ratio", bound: 1 },
        firstNumber: warmUpCreates,
      });
      return measurements;
    }),
};

function startBusyProcesses(): AsyncDisposable {
  const processes: readonly ChildProcess[] = Array.from({ length: busyCount }, () =>
    spawn("sh", ["-c", "while :; do :; done"], { stdio: "ignore" }),
  );
  return {
    async [Symbol.asyncDispose]() {
      await Promise.all(processes.map(stop));
    },
  };
}
