/** Where connections to a Pod lead: to the node that runs it, and there to one of its containers. */
import {
  node,
  type Pod,
  type PodAttachOptions,
  type PodExecOptions,
  type PodLogOptions,
  type PodPortForwardOptions,
  pod,
} from "../../../api/index.ts";
import { isGlobalUnicast } from "../../../meta/ip-formats.ts";
import { badRequest, invalid } from "../../../meta/status-error.ts";
import type { ConnectedHook, Destination, SubresourceRequest } from "../../../schema/index.ts";
import { readProxyTarget } from "../../proxy-target.ts";
import { mainContainers, placedContainers } from "../container/containers.ts";
import { logOptionErrors } from "./pod-log-options.ts";

export const connectStreams: ConnectedHook<PodAttachOptions | PodExecOptions> = async (options, request) => {
  const one = await request.objects.get(pod, request);
  requireContainer(one, options.container);
  return await nodeOf(requireNode(one), request);
};

export const connectPorts: ConnectedHook<PodPortForwardOptions> = async (_, request) =>
  await nodeOf(requireNode(await request.objects.get(pod, request)), request);

/** A Pod that has no node has logged nothing. */
export const connectLog: ConnectedHook<PodLogOptions> = async (options, request) => {
  const errors = logOptionErrors(options, request.isEnabled);
  if (errors.length > 0) throw invalid({ group: "", kind: "PodLogOptions" }, request.name, errors);
  const one = await request.objects.get(pod, request);
  requireContainer(one, options.container);
  return one.spec?.nodeName ? await nodeOf(one.spec.nodeName, request) : undefined;
};

/** Requests go to the Pod's address, which its node has given it. */
export const connectPodProxy: ConnectedHook = async (_, request) => {
  const { name } = readProxyTarget(request.name, "pod");
  const { spec, status } = await request.objects.get(pod, { ...request, name });
  if (!isGlobalUnicast(status?.podIPs?.[0]?.ip ?? "")) throw badRequest("address not allowed");
  return { nodeName: spec?.nodeName ?? "" };
};

/** @throws StatusError 400 when it is open which container is meant, or there is none of that name */
function requireContainer({ metadata, spec = { containers: [] } }: Pod, name = ""): void {
  const names = placedContainers(spec).map(({ container }) => container.name);
  if (name !== "" && !names.includes(name)) {
    throw badRequest(`container ${name} is not valid for pod ${metadata.name}`);
  }
  if (name !== "" || mainContainers(spec).length === 1) return;
  const choice = names.join(" ");
  throw badRequest(`a container name must be specified for pod ${metadata.name}, choose one of: [${choice}]`);
}

/** @throws StatusError 400 */
function requireNode({ metadata, spec }: Pod): string {
  if (!spec?.nodeName) throw badRequest(`pod ${metadata.name} does not have a host assigned`);
  return spec.nodeName;
}

/** @throws StatusError 404 */
async function nodeOf(nodeName: string, { objects }: SubresourceRequest): Promise<Destination> {
  await objects.get(node, { namespace: "", name: nodeName });
  return { nodeName };
}
