/** Cost of recording field owners at an update: compares the server with a program that does not record them. */
import type { FigureContext, Measurement } from "../figure.ts";
import type { RequestTemplate } from "../load/connection.ts";
import {
  configMap,
  createNumberedObjects,
  createRequest,
  deployment,
  jsonHeaders,
  sendNumberedRequests,
} from "../objects.ts";
import { type OrchServer, startOrch } from "../orch-server.ts";
import { cpuMs } from "../process.ts";
import { buildUntrackedProgram } from "../untracked-program.ts";
import { type MeasuredSide, measureAlternately } from "./rates.ts";

const objectCount = 100;
const clients = 16;
const updates = 4000;
/** After this many rounds V8 has also compiled the code that records owners. */
const warmUpRounds = 3;
const counter = "########";

interface Subject {
  readonly name: string;
  readonly path: string;
  readonly objectName: string;
  readonly object: (name: string, turn: string) => object;
}

const subjects: readonly Subject[] = [
  {
    name: "recording field managers, update of a ConfigMap of 1 KB",
    path: "/api/v1/namespaces/default/configmaps",
    objectName: "tracked-##",
    object: (name, value) => ({ ...configMap(name, 1000), data: { text: "x".repeat(750), turn: value } }),
  },
  {
    name: "recording field managers, update of a Deployment of 3 KB",
    path: "/apis/apps/v1/namespaces/default/deployments",
    objectName: "tracked-##",
    object: (name, value) => deployment(name, { turn: value }),
  },
];

/** Measures both programs. Each gets a new server, because earlier work of a server would affect its figures. */
export async function applyTracking(context: FigureContext): Promise<Measurement[]> {
  context.progress("building the program that does not record field owners");
  await using tracked = await startOrch();
  await using untracked = await startOrch({ main: await buildUntrackedProgram() });
  const measurements: Measurement[] = [];
  for (const subject of subjects) {
    const { ours, raw } = await measureAlternately(context, subject.name, {
      ours: await updateCostSide(context, tracked, subject),
      raw: await updateCostSide(context, untracked, subject),
    });
    measurements.push({
      name: subject.name,
      unit: "us of processor time",
      better: "less",
      values: ours,
      raw: { name: "the same program without field managers", values: raw },
      goal: { of: "ratio", bound: 1.25 },
    });
  }
  return measurements;
}

/** Fills the server, and returns a side that measures the server's processor time for one update, in microseconds. */
async function updateCostSide(
  context: FigureContext,
  server: OrchServer,
  subject: Subject,
): Promise<MeasuredSide<number>> {
  const { path, objectName, object } = subject;
  await createNumberedObjects(context, server.target, createRequest(path, object(objectName, "0")), objectCount);
  const body = JSON.stringify(object(objectName, counter));
  const template: RequestTemplate = { method: "PUT", path: `${path}/${objectName}`, headers: jsonHeaders, body };
  const side = {
    async measure() {
      const cpuMsBefore = cpuMs(server.pid);
      await sendNumberedRequests(context, { target: server.target, template, count: updates, status: 200, clients });
      return ((cpuMs(server.pid) - cpuMsBefore) * 1000) / updates;
    },
    async warmUp() {
      for (let turn = 0; turn < warmUpRounds; turn++) await side.measure();
    },
  };
  return side;
}
