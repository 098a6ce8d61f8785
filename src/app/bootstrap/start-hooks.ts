/**
 * The work that runs when the API server starts. It creates the objects that every cluster has, maintains them, and
 * repairs claims. Health checks list each part as a start hook.
 */
import { endpoints } from "../../api/core/v1/endpoints.ts";
import { type Service, service } from "../../api/core/v1/service.ts";
import { endpointSlice } from "../../api/discovery/v1/endpoint-slice.ts";
import { serviceCIDR } from "../../api/networking/v1beta1/service-cidr.ts";
import type { Clock } from "../../base/clock.ts";
import { deferred } from "../../base/deferred.ts";
import type { Logger } from "../../base/logger.ts";
import { clusterIpRange, multiCidrServiceAllocator } from "../../kinds/index.ts";
import type { Vocabulary } from "../../meta/vocabulary.ts";
import { ClaimUpkeep, type Resource } from "../../registry/index.ts";
import type { FieldOwners, PostStartHook, ResourceTable, StoredResources } from "../../server/index.ts";
import type { Engine } from "../../storage/index.ts";
import type { AddressConfig } from "../config/address-flags.ts";
import type { FeatureConfig } from "../config/server-config.ts";
import type { ServiceConfig } from "../config/service-config.ts";
import { OnlyAddress, StoredAddressLeases } from "./address-leases.ts";
import { Bootstrap, type BootstrapConfig } from "./bootstrap.ts";
import { type DefaultRolesOptions, defaultRolesHook } from "./default-roles.ts";
import { defaultServiceUpkeep } from "./default-service.ts";
import { DefaultServiceCidr } from "./default-service-cidr.ts";
import { ServerEndpoints } from "./server-endpoints.ts";
import { systemNamespacesUpkeep } from "./system-namespaces.ts";
import { SystemObjects, type SystemResource } from "./system-objects.ts";
import { Upkeep, type UpkeepTask } from "./upkeep.ts";

/**
 * Suffixes of the hook names, in the order in which the reference lists the hooks. The reference has no hook for the
 * public ConfigMap about the cluster.
 */
const hookOrder: readonly string[] = [
  "priority-and-fairness-config-consumer",
  "start-system-namespaces-controller",
  "start-cluster-authentication-info-controller",
  "apiserver-identity-lease-controller",
  "apiserver-identity-lease-garbage-collector",
  "start-legacy-token-tracking-controller",
  "start-cluster-info-controller",
  "-service-cidr-controller",
  "start-service-ip-repair-controllers",
  "rbac/bootstrap-roles",
  "scheduling/bootstrap-system-priority-classes",
  "priority-and-fairness-config-producer",
  "bootstrap-controller",
];

/** Target port of the default Service if the server does not listen. */
const defaultPort = 6443;

/** Longest wait for the withdrawal of the server from its endpoints, as in the reference. */
const withdrawalMsMax = 2000;

function portOf(serverAddress: string): number {
  return Number(/\d+$/.exec(serverAddress)?.[0] ?? defaultPort);
}

/** Resources and configuration that the start hooks work with. */
export interface StartHooksOptions {
  readonly resources: StoredResources;
  readonly namespaces: Resource;
  readonly table: ResourceTable;
  readonly owners: FieldOwners;
  readonly vocabulary: Vocabulary;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly isEnabled: FeatureConfig["isEnabled"];
  readonly services: ServiceConfig;
  /** Undefined if the server publishes no endpoints. */
  readonly addresses: AddressConfig | undefined;
  readonly engine: Engine;
  /** Prefix of all keys in the store. */
  readonly keyPrefix: string;
  /** Returns `host:port` at which clients reach the server; empty if it does not listen. */
  readonly serverAddress: () => string;
  /** How the server creates the default roles and bindings. Undefined if it does not. */
  readonly defaultRoles: Pick<DefaultRolesOptions, "aggregates"> | undefined;
  /** Undefined if the server creates only the system namespaces, the default ServiceCIDR and the default Service. */
  readonly bootstrap?: BootstrapConfig | undefined;
}

/** All start hooks of an API server, and the upkeep that they start. Disposing it ends the upkeep. */
export class StartHooks implements AsyncDisposable {
  /** In the order in which health checks list them. */
  readonly hooks: readonly PostStartHook[];
  readonly #options: StartHooksOptions;
  readonly #claimUpkeeps: readonly ClaimUpkeep[];
  readonly #upkeeps: readonly Upkeep[];
  readonly #serviceCidr: DefaultServiceCidr | undefined;
  readonly #bootstrap: Bootstrap | undefined;
  readonly #endpoints: ServerEndpoints | undefined;

  constructor(options: StartHooksOptions) {
    const { resources, namespaces, table, owners, vocabulary, clock, logger, bootstrap, isEnabled } = options;
    this.#options = options;
    const objects = new SystemObjects({ table, owners, vocabulary, clock });
    this.#serviceCidr = this.#defaultServiceCidr(objects);
    this.#bootstrap = bootstrap && new Bootstrap(bootstrap, objects, logger);
    const claimants = [...resources.values()].filter(({ hooks: { claims } }) => claims);
    this.#claimUpkeeps = claimants.map((claimant) => new ClaimUpkeep(claimant, logger));
    const services = resources.get(service);
    this.#endpoints = this.#serverEndpoints(objects);
    this.#upkeeps = [
      systemNamespacesUpkeep(objects.ofResource(namespaces), vocabulary),
      ...(services ? [this.#defaultServiceUpkeep(objects.ofResource(services))] : []),
    ].map((one) => new Upkeep({ ...one, clock, logger }));
    const hooks = [
      ...this.#upkeeps.map(({ hook }) => hook),
      ...(this.#serviceCidr ? [this.#serviceCidr.hook] : []),
      { name: "start-service-ip-repair-controllers", run: () => this.#startClaimUpkeeps() },
      ...(options.defaultRoles ? [defaultRolesHook(objects, { isEnabled, logger, ...options.defaultRoles })] : []),
      ...(this.#bootstrap?.hooks ?? []),
    ];
    const rank = ({ name }: PostStartHook): number => hookOrder.findIndex((suffix) => name.endsWith(suffix));
    this.hooks = hooks.sort((left, right) => rank(left) - rank(right));
  }

  /**
   * Removes this server from the endpoints of its Service, so that clients choose another server. Gives up after two seconds, as the
   * reference does.
   */
  async withdraw(): Promise<void> {
    const { clock, logger } = this.#options;
    const timeout = deferred();
    using _timer = clock.after(withdrawalMsMax, () => timeout.resolve());
    const work = this.#endpoints?.withdraw().catch((error: unknown) => {
      logger.error("the server cannot be removed from its endpoints", error);
    });
    await Promise.race([work, timeout.promise]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#bootstrap?.[Symbol.asyncDispose]();
    const upkeeps = [...this.#claimUpkeeps, ...this.#upkeeps, ...(this.#serviceCidr ? [this.#serviceCidr] : [])];
    await Promise.all(upkeeps.map((one) => one[Symbol.asyncDispose]()));
  }

  async #startClaimUpkeeps(): Promise<void> {
    for (const upkeep of this.#claimUpkeeps) await upkeep.start();
  }

  #defaultServiceCidr(objects: SystemObjects): DefaultServiceCidr | undefined {
    const { resources, logger, isEnabled, services } = this.#options;
    const serviceCidrs = resources.get(serviceCIDR);
    if (!serviceCidrs || !isEnabled(multiCidrServiceAllocator)) return undefined;
    return new DefaultServiceCidr({
      serviceCidrs: objects.ofResource(serviceCidrs),
      clusterIpRanges: services.clusterIpRanges,
      logger,
    });
  }

  #defaultServiceUpkeep(services: SystemResource<Service>): UpkeepTask {
    const { logger, vocabulary, services: config, serverAddress } = this.#options;
    const [mainRange = ""] = config.clusterIpRanges;
    return defaultServiceUpkeep({
      services,
      vocabulary,
      clusterIp: clusterIpRange(mainRange).valueAt(0),
      rangeReady: async () => await this.#serviceCidr?.start(),
      targetPort: () => portOf(serverAddress()),
      nodePort: config.ownNodePort,
      endpoints: this.#endpoints,
      logger,
    });
  }

  #serverEndpoints(objects: SystemObjects): ServerEndpoints | undefined {
    const { resources, addresses, vocabulary, engine, keyPrefix, serverAddress } = this.#options;
    const endpointsOfServices = resources.get(endpoints);
    if (!endpointsOfServices || !addresses?.advertised || addresses.endpointReconciler === "none") return undefined;
    // Only a store that several servers can use expires keys.
    const isShared = engine.expiresKeys && addresses.endpointReconciler === "lease";
    const slices = resources.get(endpointSlice);
    return new ServerEndpoints({
      address: addresses.advertised,
      port: () => portOf(serverAddress()),
      leases: isShared ? new StoredAddressLeases(engine, keyPrefix) : new OnlyAddress(),
      endpoints: objects.ofResource(endpointsOfServices),
      slices: slices && objects.ofResource(slices),
      vocabulary,
    });
  }
}
