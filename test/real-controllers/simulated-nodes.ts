/**
 * Simulated nodes. They report that they are ready, run every Pod that is scheduled to them, complete the Pods of Jobs,
 * and remove deleted Pods.
 */
import { setTimeout as pause } from "node:timers/promises";
import type { WireClient } from "../support/wire-client.ts";

interface Pod {
  readonly metadata: {
    readonly name: string;
    readonly namespace: string;
    readonly deletionTimestamp?: string;
    readonly ownerReferences?: readonly { readonly kind: string }[];
  };
  readonly spec: {
    readonly nodeName?: string;
    readonly containers: readonly { readonly name: string; readonly image: string }[];
  };
  readonly status: { readonly phase: string };
}

const names = ["node-a", "node-b"];
const pollIntervalMs = 300;
const mergePatch = { "content-type": "application/merge-patch+json" };

/** Nodes that are simulated through the API until they are disposed. */
export class SimulatedNodes implements AsyncDisposable {
  readonly #client: WireClient;
  readonly #stop = new AbortController();
  #running: Promise<void> | undefined;
  #addresses = 1;

  constructor(client: WireClient) {
    this.#client = client;
  }

  /** Creates the Nodes and starts to simulate them. */
  async start(): Promise<void> {
    for (const [index, name] of names.entries()) {
      const labels = { "kubernetes.io/hostname": name, "topology.kubernetes.io/zone": `zone-${index}` };
      const created = await this.#client.request("/api/v1/nodes", {
        body: { kind: "Node", apiVersion: "v1", metadata: { name, labels } },
      });
      if (created.status !== 201) throw new Error(`Node ${name} cannot be created: ${created.text}`);
    }
    await this.#beat();
    this.#running = this.#run();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    for (let beats = 1; !signal.aborted; beats++) {
      if (beats % 30 === 0) await this.#beat();
      const pods: readonly Pod[] = (await this.#client.request("/api/v1/pods")).json.items;
      await Promise.all(pods.map((pod) => this.#tend(pod)));
      await pause(pollIntervalMs, undefined, { signal }).catch(() => undefined);
    }
  }

  async #beat(): Promise<void> {
    const now = new Date().toISOString().replace(/\.\d+/, "");
    const amounts = { cpu: "8", memory: "16Gi", pods: "110", "ephemeral-storage": "100Gi" };
    const condition = { lastHeartbeatTime: now, lastTransitionTime: now, status: "False", reason: "Fine", message: "" };
    const conditions = [
      ...["MemoryPressure", "DiskPressure", "PIDPressure"].map((type) => ({ type, ...condition })),
      { type: "Ready", ...condition, status: "True" },
    ];
    for (const name of names) {
      const addresses = [{ type: "InternalIP", address: `10.1.0.${names.indexOf(name) + 1}` }];
      const body = { status: { capacity: amounts, allocatable: amounts, conditions, addresses } };
      await this.#client.request(`/api/v1/nodes/${name}/status`, { method: "PATCH", headers: mergePatch, body });
    }
  }

  async #tend(pod: Pod): Promise<void> {
    const { namespace, name, deletionTimestamp, ownerReferences = [] } = pod.metadata;
    const path = `/api/v1/namespaces/${namespace}/pods/${name}`;
    if (!pod.spec.nodeName) return;
    if (deletionTimestamp) {
      await this.#client.request(`${path}?gracePeriodSeconds=0`, { method: "DELETE" });
    } else if (pod.status.phase === "Pending") {
      await this.#setStatus(path, pod, "Running");
    } else if (pod.status.phase === "Running" && ownerReferences.some(({ kind }) => kind === "Job")) {
      await this.#setStatus(path, pod, "Succeeded");
    }
  }

  async #setStatus(path: string, pod: Pod, phase: "Running" | "Succeeded"): Promise<void> {
    const now = new Date().toISOString().replace(/\.\d+/, "");
    const runs = phase === "Running";
    const status = runs ? "True" : "False";
    const conditions = ["Initialized", "Ready", "ContainersReady", "PodScheduled"].map((type) => ({
      type,
      status: type === "Initialized" || type === "PodScheduled" ? "True" : status,
      lastTransitionTime: now,
    }));
    const state = runs
      ? { running: { startedAt: now } }
      : { terminated: { exitCode: 0, reason: "Completed", startedAt: now, finishedAt: now } };
    const containerStatuses = pod.spec.containers.map(({ name, image }) => {
      return { name, image, imageID: image, ready: runs, started: runs, restartCount: 0, state };
    });
    const podIP = `10.2.${Math.floor(this.#addresses / 250)}.${(this.#addresses++ % 250) + 1}`;
    const body = {
      status: {
        phase,
        conditions,
        containerStatuses,
        startTime: now,
        ...(runs ? { podIP, podIPs: [{ ip: podIP }] } : {}),
      },
    };
    await this.#client.request(`${path}/status`, { method: "PATCH", headers: mergePatch, body });
  }
}
