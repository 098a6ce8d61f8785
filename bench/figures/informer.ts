/**
 * An informer of the client library with 100,000 objects: time until it has synced, and memory, compared with one list.
 */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Figure, Measurement } from "../figure.ts";
import { configMap, createNumberedObjects, createRequest, sendRequest } from "../objects.ts";
import { startOrch } from "../orch-server.ts";
import { commandForCore } from "../process.ts";

const objectCount = 100_000;
const path = "/api/v1/namespaces/default/configmaps";

/** Times that `raw/informer.ts` prints for one run. */
interface Duration {
  readonly ms: number;
}

interface SyncResult extends Duration {
  /** Growth of the program's memory from the start of the informer until it has synced. */
  readonly bytes: number;
  readonly objects: number;
}

interface Round {
  readonly listed: Duration;
  readonly streamed: SyncResult;
  readonly chunked: SyncResult;
}

/** Measures informers that stream the initial objects, and informers that list them in chunks. */
export const informer: Figure = {
  name: "informer",
  title: "an informer on 100,000 objects",
  async measure(context) {
    await using server = await startOrch();
    context.progress("informer: filling the store");
    await createNumberedObjects(context, server.target, createRequest(path, configMap("m-######", 1024)), objectCount);
    const payloadBytes = (await sendRequest(server.target, { method: "GET", path, headers: {} })).body.length;
    context.progress(`informer: ${context.runs} lists, and as many informers of each kind`);
    const rounds = await measureRounds(join(server.dataDir, "admin.kubeconfig"), context.runs);
    const raw = { name: "one list of everything by the same client", values: rounds.map(({ listed }) => listed.ms) };
    const durationMeasurement = (
      name: string,
      of: (round: Round) => SyncResult,
      rest: Pick<Measurement, "goal"> = {},
    ): Measurement => ({
      name,
      unit: "ms",
      better: "less",
      values: rounds.map((round) => of(round).ms),
      raw,
      ...rest,
    });
    return [
      durationMeasurement("start of an informer, 100,000 objects of 1 KB", ({ streamed }) => streamed, {
        goal: { of: "ratio", bound: 1.5 },
      }),
      durationMeasurement("start of an informer without streamed lists, 100,000 objects", ({ chunked }) => chunked),
      {
        name: "memory of an informer of 100,000 objects",
        unit: "MB",
        better: "less",
        values: rounds.map(({ streamed }) => streamed.bytes / 1e6),
        raw: { name: "the bytes of the list", values: [payloadBytes / 1e6] },
        goal: { of: "ratio", bound: 2 },
      },
    ];
  },
};

/** Runs the client in a separate process, on the core that the server does not use. */
async function measureRounds(config: string, runs: number): Promise<readonly Round[]> {
  const program = join(import.meta.dirname, "../raw/informer.ts");
  const [command, ...words] = commandForCore("load", ["--expose-gc", "--import", "tsx", program, config, String(runs)]);
  const { stdout } = await promisify(execFile)(command, words, { encoding: "utf8" });
  const rounds = JSON.parse(stdout) as readonly Round[];
  for (const { objects } of rounds.flatMap(({ streamed, chunked }) => [streamed, chunked])) {
    if (objects !== objectCount) throw new Error(`an informer has ${objects} of ${objectCount} objects`);
  }
  return rounds;
}
