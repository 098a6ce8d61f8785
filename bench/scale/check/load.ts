/** The load of the check: simulated nodes whose components send more often than real ones. */
import type { RequestName } from "../costs.ts";
import type { ClusterLoad } from "../model/load.ts";

/** Nodes of the check. Each has one connection with four watches. */
export const checkNodes = 300;
/** Watches of a node: its Pods, its Node, all Services, all EndpointSlices. */
export const watchesPerNode = 4;
/** Duration of a watch in seconds, at random. The server sends a bookmark 2 s before its end. */
export const watchSeconds = { min: 10, max: 30 } as const;
/** Objects that exist besides the nodes. */
export const checkServices = 300;

/** Factors of the rates of requests. The watches are the same with each. */
export const checkLevels = [1] as const;

/** Requests of all nodes per second, with the factor 1. */
export const checkRates: Readonly<Partial<Record<RequestName, number>>> = {
  leaseUpdate: 100,
  nodeStatusPatch: 15,
  podStatusPatch: 30,
  podGet: 30,
  sliceUpdate: 2,
};

/** Returns the load of the check in the form that the model computes for clusters. @param level factor of the rates */
export function checkLoad(level: number): ClusterLoad {
  const rate = (name: RequestName): number => (checkRates[name] ?? 0) * level;
  const watches = checkNodes * watchesPerNode;
  const startsPerSecond = watches / ((watchSeconds.min + watchSeconds.max) / 2);
  const requests: Record<RequestName, number> = {
    leaseUpdate: rate("leaseUpdate"),
    nodeStatusPatch: rate("nodeStatusPatch"),
    podCreate: 0,
    podBind: 0,
    podStatusPatch: rate("podStatusPatch"),
    podDeleteGraceful: 0,
    podDeleteFinal: 0,
    eventCreate: 0,
    sliceUpdate: rate("sliceUpdate"),
    podGet: rate("podGet"),
    configMapGet: 0,
    nodeGet: 0,
  };
  const changed = { receivers: 1, sizeFactor: 1 };
  return {
    size: { name: "check", nodes: checkNodes, pods: checkNodes },
    requests,
    changes: [
      { kind: "lease", changesPerSecond: requests.leaseUpdate, receivers: 0, sizeFactor: 1 },
      { kind: "node", changesPerSecond: requests.nodeStatusPatch, ...changed },
      { kind: "pod", changesPerSecond: requests.podStatusPatch, ...changed },
      {
        kind: "slice",
        changesPerSecond: requests.sliceUpdate,
        receivers: checkNodes,
        sizeFactor: 1,
      },
    ],
    writesPerSecond: requests.leaseUpdate + requests.nodeStatusPatch + requests.podStatusPatch + requests.sliceUpdate,
    readsPerSecond: requests.podGet,
    watches,
    watchesPerNode,
    watchStartsPerSecond: startsPerSecond,
    bookmarksPerSecond: startsPerSecond,
    connections: checkNodes,
    connectionsPerNode: 1,
    objects: {
      lease: checkNodes,
      node: checkNodes,
      pod: checkNodes,
      slice: checkServices,
      service: checkServices,
      event: 0,
      configMap: 0,
    },
  };
}
