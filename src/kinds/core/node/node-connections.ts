/** Where requests to a Node lead: to its agent. */
import { node } from "../../../api/index.ts";
import type { ConnectedHook } from "../../../schema/index.ts";
import { readProxyTarget } from "../../proxy-target.ts";

export const connectNodeProxy: ConnectedHook = async (_, { name, objects }) => {
  const nodeName = readProxyTarget(name, "node").name;
  await objects.get(node, { namespace: "", name: nodeName });
  return { nodeName };
};
