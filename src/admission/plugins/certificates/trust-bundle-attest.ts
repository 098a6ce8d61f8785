/** The ClusterTrustBundleAttest plugin: who may write the bundles of a signer. */
import type { ClusterTrustBundle } from "../../../api/index.ts";
import type { DeepReadonly } from "../../../base/deep-readonly.ts";
import { changesOnlyOwnership } from "../../../meta/access/ownership-change.ts";
import { goQuote } from "../../../meta/go-quote.ts";
import { type AdmissionPlugin, rejectedRequest } from "../../plugin.ts";
import type { PluginServices } from "../plugin-services.ts";
import { mayUseSigner } from "./signer-permission.ts";

/** Returns the plugin. Writers of a bundle with a signer need the permission `attest` on the signer's name. */
export function clusterTrustBundleAttest(services: PluginServices): AdmissionPlugin {
  return {
    validate: async (request) => {
      const bundle = request.object as DeepReadonly<ClusterTrustBundle>;
      const old = request.oldObject;
      const { signerName = "" } = bundle.spec;
      if (signerName === "" || (old && changesOnlyOwnership(bundle, old))) return;
      if (await mayUseSigner(services, request, { verb: "attest", signerName })) return;
      throw rejectedRequest(request, `user not permitted to attest for signerName ${goQuote(signerName)}`);
    },
  };
}
