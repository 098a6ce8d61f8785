/** Parts for tests of queues. */
import { ManualClock } from "../../base/manual-clock.ts";
import { MetricRegistry } from "../../base/metrics.ts";
import { FairnessMetrics } from "../fairness-metrics.ts";
import { type Flow, FlowRequest, type WorkEstimate } from "../flow-request.ts";
import { type QueueConfig, QueueSet } from "../queue-set.ts";

/** A level with queues, on a clock that the test moves. */
export class TestLevel {
  readonly clock = new ManualClock();
  readonly registry = new MetricRegistry();
  readonly set: QueueSet;
  readonly #metrics = new FairnessMetrics(this.registry, this.clock);
  readonly #stats = this.#metrics.ofSchema("schema", "level");

  constructor(config: Partial<QueueConfig>, limit: number) {
    const complete = { queues: 1, handSize: 1, queueLengthLimit: 50, ...config };
    this.set = new QueueSet(complete, limit, { clock: this.clock, observer: this.#metrics.ofLevel("level") });
  }

  /** Sends a request of a flow that uses these queues. */
  start(hand: readonly number[], estimate: Partial<WorkEstimate> = {}): FlowRequest {
    const flow: Flow = { schemaName: "schema", distinguisher: String(hand[0]), hand, stats: this.#stats };
    const complete = { initialSeats: 1, finalSeats: 0, additionalMs: 0, ...estimate };
    const info = { isResource: false, verb: "get", path: "/" };
    const request = new FlowRequest(flow, { name: "ann", groups: [] }, info, complete);
    this.set.start(request);
    return request;
  }
}
