/** Finds the addresses of Services, for requests to webhooks behind them. */
import { type Service, service } from "../../api/core/v1/service.ts";
import type { DeepReadonly } from "../../base/deep-readonly.ts";
import type { ResolveService, ServerAddress, WebhookService } from "../../egress/index.ts";
import { goQuote } from "../../meta/go-quote.ts";
import { parsingReaderOf } from "../../registry/index.ts";
import type { StoredResources } from "../../server/index.ts";

/** Returns a function that finds the address of a Service of this cluster. */
export function serviceResolver(resources: StoredResources): ResolveService {
  return async (target) => {
    const resource = resources.get(service);
    const found = resource && (await parsingReaderOf<Service>(resource).get(target.namespace, target.name));
    if (!found) throw new Error(`service ${goQuote(target.name)} not found`);
    return addressOf(found, target);
  };
}

/** Returns the address of a Service, as the reference chooses it. @throws Error if it has none */
function addressOf({ spec }: DeepReadonly<Service>, { name, namespace, port }: WebhookService): ServerAddress {
  const { type = "ClusterIP", clusterIP = "", externalName = "", ports } = spec ?? {};
  if (type === "ExternalName") return { host: externalName, port };
  if (type === "ClusterIP" && clusterIP === "None") return { host: `${name}.${namespace}.svc`, port };
  if (!["ClusterIP", "NodePort", "LoadBalancer"].includes(type))
    throw new Error(`unsupported service type ${goQuote(type)}`);
  if (!ports?.some((one) => one.port === port)) {
    throw new Error(`no service port ${port} found for service ${goQuote(name)}`);
  }
  return { host: clusterIP, port };
}
