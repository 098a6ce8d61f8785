/**
 * The NodeRestriction plugin. It limits writes by the agents of nodes to their own Node and the Pods that are bound to it. The
 * Node authorizer allows these writes without seeing their content. Other users are not limited.
 */
import { nodeNameOf } from "../../meta/access/node-identity.ts";
import { goQuote } from "../../meta/go-quote.ts";
import { type AdmissionPlugin, type AdmissionRequest, rejectedRequest } from "../plugin.ts";
import type { NodeRestrictionServices } from "./node-write.ts";

export type { NodeRestrictionServices } from "./node-write.ts";

/** Returns the plugin. Its restrictions are loaded with the first write by an agent. */
export function nodeRestriction(services: NodeRestrictionServices): AdmissionPlugin {
  return {
    admit: async (request) => {
      const nodeName = nodeNameOf(request.user);
      if (nodeName === undefined) return;
      const fault =
        nodeName === ""
          ? `could not determine node from user ${goQuote(request.user.name)}`
          : await restrictionFault(nodeName, request, services);
      if (fault !== undefined) throw rejectedRequest(request, fault);
    },
  };
}

async function restrictionFault(
  nodeName: string,
  request: AdmissionRequest,
  services: NodeRestrictionServices,
): Promise<string | undefined> {
  const { restrictionOf } = await import("./restrictions.ts");
  return await restrictionOf(services.vocabulary, request.resource)?.({ nodeName, request, services });
}
