/** Destination of proxied requests to a Node: its agent. */
import { node } from "../../../api/index.ts";
import type { ConnectedHook } from "../../../schema/index.ts";
import { readProxyTarget } from "../../proxy-target.ts";

/**
 * Returns the Node of a proxied request.
 * @throws StatusError 404 if it does not exist
 */
export const connectNodeProxy: ConnectedHook = async (_, { name, objects }) => {
  const nodeName = readProxyTarget(name, "node").name;
  await objects.get(node, { namespace: "", name: nodeName });
  return { nodeName };
};
