/** Time until a server with many service accounts and token Secrets is ready, compared with an empty one. */
import { rmSync } from "node:fs";
import type { FigureContext, Measurement } from "../figure.ts";
import { createNumberedObjects, createRequest } from "../objects.ts";
import { createDataDir, startOrch } from "../orch-server.ts";

const count = 5000;
const namespacePath = "/api/v1/namespaces/default";

/** Measures how much later a server with 5,000 accounts and 5,000 token Secrets is ready. */
export async function startWithTokenSecrets(context: FigureContext): Promise<Measurement> {
  const name = "start with 5,000 accounts and token Secrets: additional time";
  const [empty, full] = [createDataDir(), createDataDir()];
  try {
    await readyMs(empty);
    context.progress(`${name}: filling the store`);
    await fill(context, full);
    const values: number[] = [];
    for (let run = 1; run <= context.runs; run++) {
      context.progress(`${name}: run ${run} of ${context.runs}`);
      const emptyMs = await readyMs(empty);
      values.push((await readyMs(full)) - emptyMs);
    }
    return { name, unit: "ms", better: "less", values, goal: { of: "value", bound: 200 } };
  } finally {
    for (const dataDir of [empty, full]) rmSync(dataDir, { recursive: true, force: true });
  }
}

async function readyMs(dataDir: string): Promise<number> {
  await using server = await startOrch({ dataDir });
  return server.readyMs;
}

async function fill(context: FigureContext, dataDir: string): Promise<void> {
  await using server = await startOrch({ dataDir });
  const account = { metadata: { name: "a-####" } };
  await createNumberedObjects(
    context,
    server.target,
    createRequest(`${namespacePath}/serviceaccounts`, account),
    count,
  );
  const secret = {
    metadata: { name: "t-####", annotations: { "kubernetes.io/service-account.name": "a-####" } },
    type: "kubernetes.io/service-account-token",
    data: { token: Buffer.alloc(900, "t").toString("base64"), "ca.crt": Buffer.alloc(1100, "c").toString("base64") },
  };
  await createNumberedObjects(context, server.target, createRequest(`${namespacePath}/secrets`, secret), count);
}
