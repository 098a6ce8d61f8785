import { expect, test } from "vitest";
import type { ServiceSpec } from "../../../api/index.ts";
import type { ClaimTaker, ValueRange } from "../../../schema/index.ts";
import { takeNodePorts } from "./service-node-ports.ts";
import { nodePorts } from "./service-ranges.ts";

const range = { name: nodePorts, text: "30000-32767" } as ValueRange;

/** A store with two free ports: 30000 and 30001. */
function smallStore(): ClaimTaker {
  const free = ["30000", "30001"];
  const take = (_: ValueRange, port: string): "taken" | undefined => (free.includes(port) ? undefined : "taken");
  return { rangeNames: [nodePorts], ranges: [range], take, takeNext: () => free.shift() };
}

function nodePortsTaken(ports: NonNullable<ServiceSpec["ports"]>, dryRun = false): readonly (number | undefined)[] {
  expect(takeNodePorts({ type: "NodePort", ports }, undefined, smallStore(), dryRun)).toEqual([]);
  return ports.map(({ nodePort }) => nodePort);
}

test("ports of a new Service with the same number share the node port that one of them requests", () => {
  const ports = [{ port: 1 }, { port: 2 }, { port: 1, nodePort: 30_001 }, { port: 1, nodePort: 30_001 }];
  expect(nodePortsTaken(ports)).toEqual([30_001, 30_000, 30_001, 30_001]);
});

test("a dry run chooses the port after the greatest one, for 130,000 ports in linear time", () => {
  const taken = nodePortsTaken(
    Array.from({ length: 130_000 }, (_, index) => ({ port: index + 1 })),
    true,
  );
  expect([taken[0], taken.at(-1)]).toEqual([32_769, 162_768]);
});
