/**
 * The default ServiceCIDR, with the ranges of `--service-cluster-ip-range`. It is created if it is missing. If it has
 * no `Ready` condition, it is marked as ready. If its ranges differ from the flag, the flag has changed since the
 * object was created, and the object is left alone.
 */

import type { ServiceCIDR } from "../../api/networking/v1beta1/service-cidr.ts";
import { capitalize } from "../../base/capitalize.ts";
import { equalJson } from "../../base/json-tree.ts";
import type { Logger } from "../../base/logger.ts";
import { RepeatedTask } from "../../base/repeated-task.ts";
import { clusterIpRange, readyCondition } from "../../kinds/index.ts";
import { formatTime } from "../../meta/time.ts";
import { product } from "../../meta/vocabulary.ts";
import type { PostStartHook } from "../../server/index.ts";
import type { SystemResource } from "./system-objects.ts";

/** Resource, ranges and logger of the default ServiceCIDR. */
export interface DefaultServiceCidrOptions {
  readonly serviceCidrs: SystemResource<ServiceCIDR>;
  /** Ranges of `--service-cluster-ip-range`, in CIDR form. */
  readonly clusterIpRanges: readonly string[];
  readonly logger: Logger;
}

/** Interval between checks, as in the reference. */
const intervalMs = 10_000;

/** Creates and maintains the default ServiceCIDR. */
export class DefaultServiceCidr implements AsyncDisposable {
  readonly #options: DefaultServiceCidrOptions;
  readonly #name: string;
  readonly #cidrs: readonly string[];
  #started: Promise<void> | undefined;
  #repeated: RepeatedTask | undefined;

  constructor(options: DefaultServiceCidrOptions) {
    this.#options = options;
    this.#name = options.serviceCidrs.resource.services.vocabulary.bind(product());
    this.#cidrs = options.clusterIpRanges.map((cidr) => clusterIpRange(cidr).text);
  }

  /** Hook that creates the ServiceCIDR and starts the repeated checks. */
  get hook(): PostStartHook {
    return { name: `start-${this.#name}-service-cidr-controller`, run: () => this.start() };
  }

  /**
   * Resolves when the ServiceCIDR exists. The first call also starts the repeated checks.
   * @throws StatusError if it cannot be created
   */
  async start(): Promise<void> {
    this.#started ??= this.#ensure();
    await this.#started;
    const { clock } = this.#options.serviceCidrs.resource.services;
    this.#repeated ??= new RepeatedTask({ clock, intervalMs, run: () => this.#ensureAgain() });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#repeated?.[Symbol.asyncDispose]();
  }

  async #ensureAgain(): Promise<void> {
    try {
      await this.#ensure();
    } catch (error) {
      this.#options.logger.error("the default ServiceCIDR cannot be maintained", error, { name: this.#name });
    }
  }

  async #ensure(): Promise<void> {
    const { serviceCidrs } = this.#options;
    const objectName = { name: this.#name };
    if (!(await serviceCidrs.get(objectName)))
      await serviceCidrs.create({ metadata: objectName, spec: { cidrs: [...this.#cidrs] } });
    const stored = await serviceCidrs.get(objectName);
    if (stored && this.#lacksCondition(stored)) await this.#setReadyCondition();
  }

  #lacksCondition({ metadata, spec, status }: ServiceCIDR): boolean {
    if (metadata.deletionTimestamp || !equalJson(spec?.cidrs ?? [], this.#cidrs)) return false;
    return !status?.conditions?.some(({ type }) => type === readyCondition);
  }

  async #setReadyCondition(): Promise<void> {
    const { serviceCidrs } = this.#options;
    const now = formatTime(serviceCidrs.resource.services.clock.nowMs());
    const message = `${capitalize(this.#name)} default Service CIDR is ready`;
    const ready = { type: readyCondition, status: "True", lastTransitionTime: now, message };
    await serviceCidrs.applyStatus(
      { name: this.#name },
      { conditions: [ready] },
      `${this.#name}-service-cidr-controller`,
    );
  }
}
