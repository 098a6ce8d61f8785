/** The AlwaysDeny plugin rejects every request. It is for tests. */
import { type AdmissionPlugin, rejectedRequest } from "../plugin.ts";

/** Returns the plugin. */
export function alwaysDeny(): AdmissionPlugin {
  return {
    admit: async (request) => {
      throw rejectedRequest(request, "admission control is denying all modifications");
    },
    validate: async (request) => {
      throw rejectedRequest(request, "admission control is denying all modifications");
    },
  };
}
