/** Destinations of connections to a Pod. Streams go to the Pod's node, and there to one container. */
import {
  node,
  type Pod,
  type PodAttachOptions,
  type PodExecOptions,
  type PodLogOptions,
  type PodPortForwardOptions,
  pod,
} from "../../../api/index.ts";
import { isGlobalUnicast } from "../../../meta/ip/ip-formats.ts";
import { badRequest, invalid } from "../../../meta/status-error.ts";
import type { ConnectedHook, Destination, SubresourceRequest } from "../../../schema/index.ts";
import { readProxyTarget } from "../../proxy-target.ts";
import { mainContainers, placedContainers } from "../container/containers.ts";
import { logOptionErrors } from "./pod-log-options.ts";

/**
 * Returns the Pod's node for `exec` and `attach`.
 * @throws StatusError 400 if the container is unknown or ambiguous or the Pod has no node
 */
export const connectStreams: ConnectedHook<PodAttachOptions | PodExecOptions> = async (options, request) => {
  const one = await request.objects.get(pod, request);
  requireContainer(one, options.container);
  return await nodeOf(requireNode(one), request);
};

/**
 * Returns the Pod's node for `portforward`.
 * @throws StatusError 400 if the Pod has no node
 */
export const connectPorts: ConnectedHook<PodPortForwardOptions> = async (_, request) =>
  await nodeOf(requireNode(await request.objects.get(pod, request)), request);

/**
 * Returns the Pod's node for `log`. Undefined if the Pod has no node, because its log is empty then.
 * @throws StatusError 400 or 422 if an option is invalid
 */
export const connectLog: ConnectedHook<PodLogOptions> = async (options, request) => {
  const errors = logOptionErrors(options, request.isEnabled);
  if (errors.length > 0) throw invalid({ group: "", kind: "PodLogOptions" }, request.name, errors);
  const one = await request.objects.get(pod, request);
  requireContainer(one, options.container);
  return one.spec?.nodeName ? await nodeOf(one.spec.nodeName, request) : undefined;
};

/**
 * Returns the destination of a proxied request, which goes to the Pod's address.
 * @throws StatusError 400 if the address is not a global unicast address
 */
export const connectPodProxy: ConnectedHook = async (_, request) => {
  const { name } = readProxyTarget(request.name, "pod");
  const { spec, status } = await request.objects.get(pod, { ...request, name });
  if (!isGlobalUnicast(status?.podIPs?.[0]?.ip ?? "")) throw badRequest("address not allowed");
  return { nodeName: spec?.nodeName ?? "" };
};

/** @throws StatusError 400 if no container has this name, or no name is passed and there are several containers */
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
