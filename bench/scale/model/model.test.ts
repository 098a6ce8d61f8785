import { expect, test } from "vitest";
import { readCosts } from "../costs.ts";
import { simulateSteady } from "../simulation/steady.ts";
import { assumptions, machineAssumptions } from "./assumptions.ts";
import { greatestNodeCount, serverParts } from "./limits.ts";
import { clusterSizes, defaultVariant, distinctBoxes, loadOf } from "./load.ts";
import { presentServer, processWork, useOf } from "./process-work.ts";
import { busiestProcess, smallestLayout } from "./sizing.ts";

const official = { name: "official", nodes: 5000, pods: 150_000 };

test("loadOf() computes the rates of upstream's largest cluster from the defaults of Kubernetes", () => {
  const load = loadOf(official);
  // 5,000 kubelets renew every 10 s, and 5 components of the control plane every 2 s.
  expect(load.requests.leaseUpdate).toBe(505);
  expect(load.requests.nodeStatusPatch).toBeCloseTo(5000 / 300);
  // Upstream's steady state: 20 creations and deletions per second.
  expect(load.requests.podCreate).toBeCloseTo(10);
  expect(load.requests.podDeleteFinal).toBeCloseTo(10);
  // 9 watches of components, 2 for each of 30 Pods, and one for nearly each of their namespaces.
  expect(load.watchesPerNode).toBeCloseTo(9 + 60 + distinctBoxes(50, 30));
  expect(load.connectionsPerNode).toBe(3);
});

test("loadOf() gives a kubelet with many Pods more connections, because a connection has 100 streams", () => {
  expect(loadOf({ name: "dense", nodes: 5000, pods: 1_000_000 }).connectionsPerNode).toBe(8);
});

test("loadOf() counts every write as one change, except the deletions that expire", () => {
  for (const size of clusterSizes) {
    const load = loadOf(size);
    const changes = load.changes
      .filter(({ kind }) => kind !== "configMap")
      .reduce((sum, { changesPerSecond }) => sum + changesPerSecond, 0);
    expect(changes).toBeCloseTo(load.writesPerSecond);
  }
});

test("loadOf() applies each variant to the part that it names", () => {
  const size = { name: "large", nodes: 50_000, pods: 1_000_000 };
  const present = loadOf(size);
  const changeOf = (load: typeof present, kind: string) => load.changes.find((change) => change.kind === kind);
  const relayed = loadOf(size, { ...defaultVariant, nodesPerRelay: 100 });
  expect(changeOf(relayed, "slice")?.receivers).toBe(502);
  expect(relayed.watches).toBeLessThan(present.watches);
  const rare = loadOf(size, { ...defaultVariant, leaseFactor: 4 });
  expect(rare.requests.leaseUpdate).toBeCloseTo(50_000 / 40 + 5);
});

test("distinctBoxes() never exceeds the boxes or the balls", () => {
  expect(distinctBoxes(10, 1)).toBeCloseTo(1);
  expect(distinctBoxes(10, 1000)).toBeCloseTo(10);
  expect(distinctBoxes(1_000_000, 5)).toBeCloseTo(5, 3);
});

test("the use of a process falls with the number of processes, but reading changes does not", () => {
  const costs = readCosts();
  const load = loadOf(official);
  const useWith = (processes: number) => useOf(processWork(costs, load, { store: "etcd", processes }, "worker"));
  expect(useWith(10).requests.main).toBeCloseTo(useWith(1).requests.main / 10);
  expect(useWith(10).total.main).toBeLessThan(useWith(5).total.main);
  expect(useWith(10).follow.main).toBe(useWith(1).follow.main);
});

test("smallestLayout() finds the first number of processes within the limit", () => {
  const costs = readCosts();
  const limit = machineAssumptions.utilizationMax.value;
  // A cluster that is small enough for both stores at any speed of the machine.
  const load = loadOf({ name: "small", nodes: 500, pods: 10_000 });
  for (const store of ["lmdb", "etcd"] as const) {
    const { layout, isEnough } = smallestLayout(costs, load, store);
    expect(isEnough).toBe(true);
    const { processes } = layout;
    expect(busiestProcess(costs, load, layout).utilization).toBeLessThanOrEqual(limit);
    if (processes > 1) {
      expect(busiestProcess(costs, load, { store, processes: processes - 1 }).utilization).toBeGreaterThan(limit);
    }
  }
});

test("smallestLayout() reports that no layout is enough when reading the changes alone takes too long", () => {
  const costs = readCosts();
  const load = loadOf({ name: "endless", nodes: 10_000_000, pods: 1_000_000 });
  expect(smallestLayout(costs, load, "etcd").isEnough).toBe(false);
});

test("greatestNodeCount() finds the nodes at which a part reaches the limit", () => {
  const costs = readCosts();
  const linear = {
    name: "test",
    store: "etcd",
    utilization: (_: unknown, load: ReturnType<typeof loadOf>) => load.size.nodes / 20_000,
  } as const;
  expect(greatestNodeCount(linear, costs, 1_000_000) / 12_000).toBeCloseTo(1, 1);
  for (const part of serverParts) {
    expect(greatestNodeCount(part, costs, 150_000)).toBeGreaterThanOrEqual(greatestNodeCount(part, costs, 1_000_000));
  }
});

test("the simulation has the utilization of the model, and repeats with its seed", () => {
  const costs = readCosts();
  const load = loadOf({ name: "small", nodes: 1000, pods: 20_000 });
  const { layout, role, utilization } = smallestLayout(costs, load, "etcd");
  const run = (seed: number) =>
    simulateSteady({ costs, load, layout, role, variant: presentServer, seed, seconds: 10 });
  const result = run(8);
  expect(result.mainUtilization / utilization).toBeGreaterThan(0.9);
  expect(result.mainUtilization / utilization).toBeLessThan(1.1);
  expect(run(8)).toEqual(result);
  expect(run(9)).not.toEqual(result);
  expect(result.writeMs.p99).toBeGreaterThan(result.writeMs.p50);
});

test("every assumption has a source and a value above 0", () => {
  for (const { value, source, meaning } of [...Object.values(assumptions), ...Object.values(machineAssumptions)]) {
    expect(value).toBeGreaterThan(0);
    expect(source.length, meaning).toBeGreaterThan(3);
  }
});
