/**
 * Finds the addresses of Services, for requests to webhooks behind them. As with the reference's flag `--enable-aggregator-routing`, a
 * Service has the addresses of its ready endpoints, because nothing routes cluster IPs on a machine without kube-proxy.
 */
import { type Endpoints, endpoints } from "../../api/core/v1/endpoints.ts";
import { type Service, service } from "../../api/core/v1/service.ts";
import type { EndpointSlice } from "../../api/discovery/v1/endpoint-slice.ts";
import type { DeepReadonly } from "../../base/deep-readonly.ts";
import type { Random } from "../../base/random.ts";
import type { ResolveService, ServerAddress, WebhookService } from "../../egress/index.ts";
import { goQuote } from "../../meta/go-quote.ts";
import { parsingReaderOf } from "../../registry/index.ts";
import type { StoredResources } from "../../server/index.ts";
import { ServiceSlices, type ServiceSlicesParts } from "./service-slices.ts";

/** Services that the resolver uses. */
export interface ServiceResolverParts extends ServiceSlicesParts {
  /** Chooses between the endpoints of a Service. */
  readonly random: Random;
}

/** Returns a function that finds the address of a Service of this cluster. */
export function serviceResolver(parts: ServiceResolverParts): ResolveService {
  const resolver = new ServiceResolver(parts);
  return (target) => resolver.resolve(target);
}

/** The objects that say where a Service is. */
interface EndpointObjects {
  /** Whether the Service has any such object, also without an address. */
  readonly exist: boolean;
  /** The ready addresses of the port, in groups that the objects contain. No group is empty. */
  readonly groups: readonly (readonly ServerAddress[])[];
}

class ServiceResolver {
  readonly #resources: StoredResources;
  readonly #random: Random;
  readonly #slices: ServiceSlices;

  constructor({ random, ...parts }: ServiceResolverParts) {
    this.#resources = parts.registry.resources;
    this.#random = random;
    this.#slices = new ServiceSlices(parts);
  }

  /** Returns the address of a Service. @throws Error that says why it has none */
  async resolve(target: WebhookService): Promise<ServerAddress> {
    const { name, namespace, port } = target;
    const resource = this.#resources.get(service);
    const found = resource && (await parsingReaderOf<Service>(resource).get(namespace, name));
    if (!found) throw new Error(`service ${goQuote(name)} not found`);
    const { type = "ClusterIP", clusterIP = "", externalName = "", ports = [], selector = {} } = found.spec ?? {};
    if (type === "ExternalName") return { host: externalName, port };
    if (!["ClusterIP", "NodePort", "LoadBalancer"].includes(type)) {
      throw new Error(`unsupported service type ${goQuote(type)}`);
    }
    // As in the reference, the port of a headless Service need not be declared if its name is resolved.
    const clusterAddress = { host: clusterIP === "None" ? `${name}.${namespace}.svc` : clusterIP, port };
    const servicePort = ports.find((one) => one.port === port);
    if (!servicePort) {
      if (clusterIP === "None") return clusterAddress;
      throw new Error(`no service port ${port} found for service ${goQuote(name)}`);
    }
    const { exist, groups } = await this.#endpointsOf(target, servicePort.name ?? "");
    const group = this.#oneOf(groups);
    if (group) return this.#oneOf(group) ?? clusterAddress;
    // Without a selector, something outside the cluster may route the cluster IP. Then no controller creates endpoints.
    if (!exist && Object.keys(selector).length === 0) return clusterAddress;
    throw new Error(`no endpoints available for service ${goQuote(name)}`);
  }

  /** Returns the Endpoints of a Service, as the reference does, or its EndpointSlices if the Endpoints have no ready address. */
  async #endpointsOf({ namespace, name }: WebhookService, portName: string): Promise<EndpointObjects> {
    const resource = this.#resources.get(endpoints);
    const object = resource && (await parsingReaderOf<Endpoints>(resource).get(namespace, name));
    const groups = object ? subsetGroups(object, portName) : [];
    if (groups.length > 0) return { exist: true, groups };
    const slices = await this.#slices.of(namespace, name);
    return { exist: object !== undefined || slices.length > 0, groups: sliceGroups(slices, portName) };
  }

  #oneOf<T>(items: readonly T[]): T | undefined {
    return items.length > 1 ? items[this.#random.below(items.length)] : items[0];
  }
}

function subsetGroups({ subsets }: DeepReadonly<Endpoints>, portName: string): EndpointObjects["groups"] {
  return (subsets ?? []).flatMap(({ addresses = [], ports = [] }) => {
    const found = ports.find(({ name = "" }) => name === portName);
    return found && addresses.length > 0 ? [addresses.map(({ ip }) => ({ host: ip, port: found.port }))] : [];
  });
}

function sliceGroups(slices: readonly DeepReadonly<EndpointSlice>[], portName: string): EndpointObjects["groups"] {
  return slices.flatMap((slice) => {
    const port = slice.ports?.find(({ name }) => (name ?? "") === portName)?.port;
    if (typeof port !== "number" || slice.addressType === "FQDN") return [];
    // As the API says, an unknown state counts as ready.
    const ready = (slice.endpoints ?? []).filter(({ conditions }) => conditions?.ready !== false);
    const addresses = ready.flatMap((one) => one.addresses.slice(0, 1).map((host) => ({ host, port })));
    return addresses.length > 0 ? [addresses] : [];
  });
}
