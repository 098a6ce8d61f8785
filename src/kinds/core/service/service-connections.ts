/** Destination of proxied requests to a Service: one of its endpoints. */
import { type Endpoints, endpoints, pod, type Service, service } from "../../../api/index.ts";
import { goQuote } from "../../../meta/go-quote.ts";
import { hasCode, serviceUnavailable } from "../../../meta/status-error.ts";
import type { ConnectedHook, SubresourceRequest } from "../../../schema/index.ts";
import { readProxyTarget } from "../../proxy-target.ts";

/**
 * Returns the Node of the first endpoint that belongs to a Pod.
 * @throws StatusError 503 if the Service has no such port or no such endpoint
 */
export const connectServiceProxy: ConnectedHook = async (_, request) => {
  const { namespace, objects } = request;
  const { name, port } = readProxyTarget(request.name, "service");
  const portName = portNameOf(await objects.get(service, { namespace, name }), port);
  const { subsets = [] } = await objects.get(endpoints, { namespace, name });
  const addresses = subsets.filter((one) => hasPort(one, portName)).flatMap((one) => one.addresses ?? []);
  for (const address of addresses) {
    if (await isOfPod(address, request)) return { nodeName: address.nodeName ?? "" };
  }
  const what = subsets.length === 0 ? name : request.name;
  throw serviceUnavailable(`no endpoints available for service ${goQuote(what)}`);
};

/**
 * Returns the name of a port, because Endpoints refer to ports by name.
 * @throws StatusError 503 if the Service has no port with this number
 */
function portNameOf({ metadata, spec }: Service, port: string): string {
  if (!/^[+-]?\d+$/.test(port)) return port;
  const found = (spec?.ports ?? []).find((one) => one.port === Number(port));
  if (found) return found.name ?? "";
  throw serviceUnavailable(`no service port ${Number(port)} found for service ${goQuote(metadata.name ?? "")}`);
}

type Subset = NonNullable<Endpoints["subsets"]>[number];

type Address = NonNullable<Subset["addresses"]>[number];

function hasPort({ ports = [] }: Subset, portName: string): boolean {
  return ports.some(({ name = "" }) => name === portName);
}

/** Whether an address belongs to a Pod of the namespace. Clients may write any address into Endpoints. */
async function isOfPod({ ip, targetRef }: Address, { namespace, objects }: SubresourceRequest): Promise<boolean> {
  if (!targetRef?.name || targetRef.namespace !== namespace) return false;
  try {
    const { status } = await objects.get(pod, { namespace, name: targetRef.name });
    return (status?.podIPs ?? []).some((one) => one.ip === ip);
  } catch (error) {
    if (hasCode(error, 404)) return false;
    throw error;
  }
}
