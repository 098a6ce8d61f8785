/** The Node authorizer in a large cluster: 5,000 nodes and 150,000 Pods, each with a volume. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import type { Figure, Measurement } from "../figure.ts";
import { commandForCore } from "../process.ts";

interface Result {
  readonly buildSeconds: number;
  readonly secretMicros: number;
  readonly volumeSecretMicros: number;
  readonly megabytes: number;
}

const size = "5,000 nodes, 150,000 Pods and volumes";

/** Measures in a separate program, once per run. */
export const nodeAuthorizer: Figure = {
  name: "node-authorizer",
  title: `the Node authorizer with ${size}`,
  async measure({ runs, progress }) {
    const results: Result[] = [];
    for (let run = 1; run <= runs; run++) {
      progress(`node authorizer: run ${run} of ${runs}`);
      results.push(measureOnce());
    }
    const measurement = (name: string, unit: string, bound: number, of: (result: Result) => number): Measurement => ({
      name,
      unit,
      better: "less",
      values: results.map(of),
      goal: { of: "value", bound },
    });
    return [
      measurement(`relations of ${size} from a list`, "s", 3, ({ buildSeconds }) => buildSeconds),
      measurement("a node's agent reads a Secret of its Pod: decision", "us", 20, ({ secretMicros }) => secretMicros),
      measurement(
        "a node's agent reads the Secret of all volumes: decision",
        "us",
        20,
        ({ volumeSecretMicros }) => volumeSecretMicros,
      ),
      measurement(`memory of the relations of ${size}`, "MB", 300, ({ megabytes }) => megabytes),
    ];
  },
};

function measureOnce(): Result {
  const program = join(import.meta.dirname, "../raw/node-authorizer.ts");
  const [command, ...words] = commandForCore("measured", ["--expose-gc", "--import", "tsx", program]);
  return JSON.parse(execFileSync(command, words, { encoding: "utf8" })) as Result;
}
