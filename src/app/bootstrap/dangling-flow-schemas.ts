/**
 * The `Dangling` condition of each FlowSchema. It says whether the PriorityLevelConfiguration of the FlowSchema exists.
 */
import { type FlowSchema, flowSchema } from "../../api/flowcontrol/v1/flow-schema.ts";
import { priorityLevelConfiguration } from "../../api/flowcontrol/v1/priority-level-configuration.ts";
import type { Logger } from "../../base/logger.ts";
import type { FeedListener } from "../../cache/index.ts";
import { mandatoryPriorityLevels } from "../../kinds/index.ts";
import { goQuote } from "../../meta/go-quote.ts";
import { formatTime } from "../../meta/time.ts";
import type { PostStartHook } from "../../server/index.ts";
import type { SystemObjects, SystemResource } from "./system-objects.ts";
import { Upkeep } from "./upkeep.ts";

/** Field manager of the condition, in both vocabularies. */
const manager = "api-priority-and-fairness-config-consumer-v1";
/** Interval of the runs that repeat failed writes. Changes of the objects start a run at once. */
const intervalMs = 60_000;

type Condition = NonNullable<NonNullable<FlowSchema["status"]>["conditions"]>[number];

/** Writes the `Dangling` condition of each FlowSchema when FlowSchemas or PriorityLevelConfigurations change. */
export class DanglingFlowSchemas implements AsyncDisposable {
  readonly #schemas: SystemResource<FlowSchema>;
  readonly #levels: SystemResource<Pick<FlowSchema, "metadata" | "kind" | "apiVersion">>;
  readonly #nowMs: () => number;
  readonly #upkeep: Upkeep;
  readonly #listener: FeedListener;
  /** Whether a run was requested and has not begun yet. */
  #isDue = false;

  /** Returns undefined if the server does not serve both kinds. */
  static of(objects: SystemObjects, logger: Logger): DanglingFlowSchemas | undefined {
    const schemas = objects.ofKind(flowSchema);
    return schemas && objects.ofKind(priorityLevelConfiguration) && new DanglingFlowSchemas(objects, schemas, logger);
  }

  private constructor(objects: SystemObjects, schemas: SystemResource<FlowSchema>, logger: Logger) {
    const { clock } = objects.options;
    const levels = objects.ofKind(priorityLevelConfiguration);
    if (!levels) throw new TypeError("PriorityLevelConfigurations are not served");
    this.#schemas = schemas;
    this.#levels = levels;
    this.#nowMs = () => clock.nowMs();
    const name = "priority-and-fairness-config-consumer";
    this.#upkeep = new Upkeep({ name, intervalMs, ensure: () => this.#ensure(), clock, logger });
    const request = (): void => this.#request();
    this.#listener = { onChanges: request, onInterrupted: request };
  }

  /** Hook that writes the conditions for the first time, and then starts to follow changes. */
  get hook(): PostStartHook {
    const { hook } = this.#upkeep;
    return {
      name: hook.name,
      run: async () => {
        await hook.run();
        for (const { resource } of [this.#schemas, this.#levels]) {
          resource.services.feed.listen(resource.prefix, this.#listener);
        }
      },
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const { resource } of [this.#schemas, this.#levels]) {
      resource.services.feed.unlisten(resource.prefix, this.#listener);
    }
    await this.#upkeep[Symbol.asyncDispose]();
  }

  #request(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    void this.#upkeep.ensure();
  }

  async #ensure(): Promise<void> {
    this.#isDue = false;
    const levels = new Set([
      ...mandatoryPriorityLevels.keys(),
      ...(await this.#levels.list()).map(({ metadata }) => metadata.name ?? ""),
    ]);
    for (const schema of await this.#schemas.list()) {
      const condition = danglingCondition(schema, levels, formatTime(this.#nowMs()));
      const { name = "" } = schema.metadata;
      if (condition) await this.#schemas.applyStatus({ name }, { conditions: [condition] }, manager);
    }
  }
}

/**
 * Returns the condition to write. Undefined if the FlowSchema already has it.
 * @param now current time as the API writes it
 */
function danglingCondition(
  { spec, status }: FlowSchema,
  levels: ReadonlySet<string>,
  now: string,
): Condition | undefined {
  const level = spec?.priorityLevelConfiguration?.name ?? "";
  const isDangling = !levels.has(level);
  const reference = `This FlowSchema references the PriorityLevelConfiguration object named ${goQuote(level)}`;
  const required = {
    type: "Dangling",
    status: isDangling ? "True" : "False",
    reason: isDangling ? "NotFound" : "Found",
    message: `${reference} ${isDangling ? "but there is no such object" : "and it exists"}`,
  };
  const current = status?.conditions?.find(({ type }) => type === required.type);
  if (
    current?.status === required.status &&
    current.reason === required.reason &&
    current.message === required.message
  ) {
    return undefined;
  }
  const isSameStatus = current?.status === required.status && current.lastTransitionTime;
  return { ...required, lastTransitionTime: isSameStatus ? current.lastTransitionTime : now } as Condition;
}
