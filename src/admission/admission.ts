/** Runs the plugins of a server in their order. */
import type { Clock } from "../base/clock.ts";
import { settle } from "../schema/index.ts";
import type { AdmissionMetrics, AdmissionPhase } from "./admission-metrics.ts";
import { MutationRounds } from "./mutation-rounds.ts";
import type {
  AdmissionOperation,
  AdmissionPlugin,
  AdmissionRequest,
  MutableRequest,
  PluginDefinition,
} from "./plugin.ts";

/** The clock and the metrics of `Admission`. */
export interface AdmissionServices {
  readonly clock: Pick<Clock, "monotonicMs">;
  readonly metrics: AdmissionMetrics;
}

/** The kind of request that a list of plugins is for. */
export type AdmittedRequest = Pick<AdmissionRequest, "operation" | "resource" | "subresource">;

/** A plugin, loaded with its first request. */
class Slot {
  readonly definition: PluginDefinition;
  #plugin: AdmissionPlugin | Promise<AdmissionPlugin> | undefined;

  constructor(definition: PluginDefinition) {
    this.definition = definition;
  }

  /** Returns the plugin. Returns it synchronously once it is loaded. */
  get plugin(): AdmissionPlugin | Promise<AdmissionPlugin> {
    this.#plugin ??= this.#load();
    return this.#plugin;
  }

  #load(): AdmissionPlugin | Promise<AdmissionPlugin> {
    const loaded = this.definition.load();
    if (!(loaded instanceof Promise)) return loaded;
    return loaded.then(
      (plugin) => {
        this.#plugin = plugin;
        return plugin;
      },
      (error: unknown) => {
        // The next request tries again.
        this.#plugin = undefined;
        throw error;
      },
    );
  }
}

const operations: readonly AdmissionOperation[] = ["CREATE", "UPDATE", "DELETE", "CONNECT"];

/** Runs the plugins of a server in their order. Requests that no plugin sees cost one look-up. */
export class Admission {
  readonly #services: AdmissionServices;
  /** Plugins for resources that no plugin names, by operation. */
  readonly #general = new Map<AdmissionOperation, readonly Slot[]>();
  /** Plugins for each resource that at least one plugin names, by operation and `pods/status.`, with the group at the end. */
  readonly #byResource = new Map<AdmissionOperation, ReadonlyMap<string, readonly Slot[]>>();

  /** @param definitions in the order in which the plugins are called */
  constructor(definitions: readonly PluginDefinition[], services: AdmissionServices) {
    this.#services = services;
    const slots = definitions.map((definition) => new Slot(definition));
    const named = new Set(definitions.flatMap(({ resources = [] }) => resources.map(keyOf)));
    for (const operation of operations) {
      const ofOperation = slots.filter(({ definition }) => definition.operations.includes(operation));
      const general = ofOperation.filter(({ definition }) => !definition.resources);
      this.#general.set(operation, general);
      const byResource = [...named].map((key): [string, readonly Slot[]] => {
        const sees = ({ resources }: PluginDefinition): boolean =>
          !resources || resources.some((one) => keyOf(one) === key);
        return [key, ofOperation.filter(({ definition }) => sees(definition))];
      });
      this.#byResource.set(operation, new Map(byResource));
    }
  }

  /** Whether any plugin may change the objects of such requests in place. */
  mayChange(request: AdmittedRequest): boolean {
    return this.#slotsOf(request).some(({ definition }) => !definition.keepsObject);
  }

  /** The mutating phase. @throws StatusError if a plugin rejects the request */
  async admit(request: MutableRequest): Promise<void> {
    await this.#measure("admit", request, async () => {
      const rounds = new MutationRounds();
      await rounds.run(() => this.#callAll("admit", request, (plugin) => plugin.admit?.(request, rounds)));
    });
  }

  /** The validating phase. @throws StatusError if a plugin rejects the request */
  async validate(request: AdmissionRequest): Promise<void> {
    await this.#measure("validate", request, () =>
      this.#callAll("validate", request, (plugin) => plugin.validate?.(request)),
    );
  }

  async #measure(phase: AdmissionPhase, { operation }: AdmissionRequest, run: () => Promise<void>): Promise<void> {
    const { clock, metrics } = this.#services;
    const startMs = clock.monotonicMs();
    let isRejected = true;
    try {
      await run();
      isRejected = false;
    } finally {
      metrics.countPhase({ phase, operation, isRejected, durationMs: clock.monotonicMs() - startMs });
    }
  }

  async #callAll(
    phase: AdmissionPhase,
    request: AdmissionRequest,
    call: (plugin: AdmissionPlugin) => Promise<void> | undefined,
  ): Promise<void> {
    const { clock, metrics } = this.#services;
    const { operation } = request;
    for (const { definition, plugin: slotPlugin } of this.#slotsOf(request)) {
      const plugin = slotPlugin instanceof Promise ? await slotPlugin : slotPlugin;
      if (!plugin[phase]) continue;
      const startMs = clock.monotonicMs();
      let isRejected = true;
      try {
        // A plugin that needs a conversion by a webhook is called again. Other plugins, which may have effects, are not.
        await settle(() => call(plugin));
        isRejected = false;
      } finally {
        const durationMs = clock.monotonicMs() - startMs;
        metrics.countPlugin(definition.name, { phase, operation, isRejected, durationMs });
      }
    }
  }

  #slotsOf({ operation, resource, subresource }: AdmittedRequest): readonly Slot[] {
    const key = keyOf({ group: resource.group, resource: resource.resource, subresource });
    return this.#byResource.get(operation)?.get(key) ?? this.#general.get(operation) ?? [];
  }
}

function keyOf({
  group,
  resource,
  subresource = "",
}: {
  group: string;
  resource: string;
  subresource?: string;
}): string {
  return `${resource}/${subresource}.${group}`;
}
