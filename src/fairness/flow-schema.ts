/** A FlowSchema whose level exists, and the flows of its requests. */
import type { FlowSchemaSpec } from "../api/index.ts";
import type { User } from "../meta/user.ts";
import { dealHand, flowHash } from "./dealer.ts";
import type { FairnessMetrics } from "./fairness-metrics.ts";
import type { Flow, RequestDescription } from "./flow-request.ts";
import { distinguisherOf } from "./flow-rules.ts";
import type { FlowSchemaStats } from "./flow-schema-stats.ts";
import type { PriorityLevel } from "./priority-level.ts";

/** Number of flows whose queues are remembered. */
const flowsMax = 10_000;

/** A schema that requests can match. */
export class ActiveFlowSchema {
  readonly name: string;
  readonly uid: string;
  readonly spec: FlowSchemaSpec;
  readonly level: PriorityLevel;
  readonly #metrics: FairnessMetrics;
  readonly #flows = new Map<string, Flow>();
  #stats: FlowSchemaStats | undefined;

  constructor(
    { name, uid, spec, level }: Pick<ActiveFlowSchema, "name" | "uid" | "spec" | "level">,
    metrics: FairnessMetrics,
  ) {
    this.name = name;
    this.uid = uid;
    this.spec = spec;
    this.level = level;
    this.#metrics = metrics;
  }

  /** Figures of the requests. Schemas without requests have none. */
  get stats(): FlowSchemaStats {
    this.#stats ??= this.#metrics.ofSchema(this.name, this.level.name);
    return this.#stats;
  }

  /** Returns the flow of a request. */
  flowOf(user: User, request: RequestDescription): Flow {
    // As in the reference, flows are distinguished only if the level has several queues.
    const isDivided = this.level.settings.queues.queues > 1;
    const distinguisher = isDivided ? distinguisherOf(this.spec.distinguisherMethod, user, request) : "";
    let flow = this.#flows.get(distinguisher);
    if (!flow) {
      flow = this.#createFlow(distinguisher);
      if (this.#flows.size >= flowsMax) this.#flows.clear();
      this.#flows.set(distinguisher, flow);
    }
    return flow;
  }

  #createFlow(distinguisher: string): Flow {
    const { queues, handSize } = this.level.settings.queues;
    const hash = queues > 1 ? flowHash(this.name, distinguisher) : 0n;
    const hand = queues < 1 ? [] : dealHand(hash, queues, handSize);
    return { schemaName: this.name, distinguisher, hand, stats: this.stats };
  }
}
