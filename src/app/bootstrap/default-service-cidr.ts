/**
 * The ServiceCIDR that names the ranges of the flag. It is made when it is missing, and told to be ready where nobody has
 * said anything; one that names other ranges is left alone: the flag has been changed since, and the object counts.
 */

import type { ServiceCIDR } from "../../api/networking/v1beta1/service-cidr.ts";
import { capitalize } from "../../base/capitalize.ts";
import { equalJson } from "../../base/json-tree.ts";
import type { Logger } from "../../base/logger.ts";
import { Repeated } from "../../base/repeated.ts";
import { clusterIpRange, readyCondition } from "../../kinds/index.ts";
import { formatTime } from "../../meta/time.ts";
import { product } from "../../meta/vocabulary.ts";
import type { PostStartHook } from "../../server/index.ts";
import type { SystemResource } from "./system-objects.ts";

export interface DefaultServiceCidrOptions {
  readonly serviceCidrs: SystemResource<ServiceCIDR>;
  /** Of the flag. */
  readonly clusterIpRanges: readonly string[];
  readonly logger: Logger;
}

/** As in the reference. */
const intervalMs = 10_000;

export class DefaultServiceCidr implements AsyncDisposable {
  readonly #options: DefaultServiceCidrOptions;
  readonly #name: string;
  readonly #cidrs: readonly string[];
  #started: Promise<void> | undefined;
  #repeated: Repeated | undefined;

  constructor(options: DefaultServiceCidrOptions) {
    this.#options = options;
    this.#name = options.serviceCidrs.resource.services.vocabulary.bind(product());
    this.#cidrs = options.clusterIpRanges.map((cidr) => clusterIpRange(cidr).text);
  }

  get hook(): PostStartHook {
    return { name: `start-${this.#name}-service-cidr-controller`, run: () => this.start() };
  }

  /** Resolves when it is there, however often it is called; goes on looking after it. @throws StatusError */
  async start(): Promise<void> {
    this.#started ??= this.#ensure();
    await this.#started;
    const { clock } = this.#options.serviceCidrs.resource.services;
    this.#repeated ??= new Repeated({ clock, intervalMs, run: () => this.#ensureAgain() });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#repeated?.[Symbol.asyncDispose]();
  }

  async #ensureAgain(): Promise<void> {
    try {
      await this.#ensure();
    } catch (error) {
      this.#options.logger.error("the default ServiceCIDR cannot be kept", error, { name: this.#name });
    }
  }

  async #ensure(): Promise<void> {
    const { serviceCidrs } = this.#options;
    const place = { name: this.#name };
    if (!(await serviceCidrs.get(place)))
      await serviceCidrs.create({ metadata: place, spec: { cidrs: [...this.#cidrs] } });
    const stored = await serviceCidrs.get(place);
    if (stored && this.#lacksCondition(stored)) await this.#sayReady();
  }

  #lacksCondition({ metadata, spec, status }: ServiceCIDR): boolean {
    if (metadata.deletionTimestamp || !equalJson(spec?.cidrs ?? [], this.#cidrs)) return false;
    return !status?.conditions?.some(({ type }) => type === readyCondition);
  }

  async #sayReady(): Promise<void> {
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
