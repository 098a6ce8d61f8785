/** Where requests to a Service lead: to one of its endpoints. */
import { type Endpoints, endpoints, type Service, service } from "../../api/index.ts";
import { goQuote } from "../../meta/go-quote.ts";
import { serviceUnavailable } from "../../meta/status-error.ts";
import type { ConnectedHook } from "../../schema/index.ts";
import { readProxyTarget } from "../proxy-target.ts";

export const connectServiceProxy: ConnectedHook = async (_, request) => {
  const { namespace, objects } = request;
  const { name, port } = readProxyTarget(request.name, "service");
  const portName = portNameOf(await objects.get(service, { namespace, name }), port);
  const { subsets = [] } = await objects.get(endpoints, { namespace, name });
  const subset = subsets.find((one) => isReadyAt(one, portName));
  if (!subset) {
    const what = subsets.length === 0 ? name : request.name;
    throw serviceUnavailable(`no endpoints available for service ${goQuote(what)}`);
  }
  return { nodeName: subset.addresses?.[0]?.nodeName ?? "" };
};

/** Endpoints know ports by name. @throws StatusError 503 */
function portNameOf({ metadata, spec }: Service, port: string): string {
  if (!/^[+-]?\d+$/.test(port)) return port;
  const found = (spec?.ports ?? []).find((one) => one.port === Number(port));
  if (found) return found.name ?? "";
  throw serviceUnavailable(`no service port ${Number(port)} found for service ${goQuote(metadata.name ?? "")}`);
}

type Subset = NonNullable<Endpoints["subsets"]>[number];

function isReadyAt({ addresses = [], ports = [] }: Subset, portName: string): boolean {
  return addresses.length > 0 && ports.some(({ name = "" }) => name === portName);
}
