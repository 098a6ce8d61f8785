import { expect, test } from "vitest";
import type { Service } from "../../api/core/v1/service.ts";
import { invalid } from "../../meta/status-error.ts";
import { vocabularies } from "../../meta/vocabulary.ts";
import { recordingLogger } from "../../server/testing/log-lines.ts";
import { defaultServiceUpkeep } from "./default-service.ts";
import type { SystemResource } from "./system-objects.ts";

/** Runs the task once on a store in which another client takes the address just before the Service is created. */
async function runOnTakenAddress(createdByOther: Service | undefined): Promise<readonly string[]> {
  let stored: Service | undefined;
  const services: Pick<SystemResource<Service>, "get" | "create"> = {
    get: async () => stored,
    create: async () => {
      stored = createdByOther;
      throw invalid({ group: "", kind: "Service" }, "orch", []);
    },
  };
  const { logger, lines } = recordingLogger();
  const upkeep = defaultServiceUpkeep({
    services: services as SystemResource<Service>,
    vocabulary: vocabularies.orch,
    clusterIp: "10.96.0.1",
    rangeReady: async () => undefined,
    targetPort: () => 6443,
    nodePort: 0,
    endpoints: undefined,
    logger,
  });
  await upkeep.ensure();
  return lines.map(({ message }) => message);
}

test("a server whose Service another server creates at the same time logs no error", async () => {
  const metadata = { namespace: "default", name: "orch" };
  expect(await runOnTakenAddress({ apiVersion: "v1", kind: "Service", metadata })).toEqual([]);
});

test("a server whose address another Service has taken logs an error", async () => {
  expect(await runOnTakenAddress(undefined)).toEqual(["the Service of the API server cannot be maintained"]);
});
