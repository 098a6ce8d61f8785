/** Default Roles in the namespaces of the system. */
import { component } from "../../../meta/vocabulary.ts";
import * as groups from "./api-groups.ts";
import { allow, type DefaultRole, recordEvents } from "./role-table.ts";

/** Default Roles, by the name stem of their namespace. */
export const namespaceRoles: Readonly<Record<string, readonly DefaultRole[]>> = {
  public: [
    {
      name: "system:controller:bootstrap-signer",
      rules: [
        allow("", "configmaps", "get list watch"),
        allow("", "configmaps", "update", ["cluster-info"]),
        recordEvents,
      ],
    },
  ],
  system: [
    {
      name: "extension-apiserver-authentication-reader",
      rules: [allow("", "configmaps", "get list watch", ["extension-apiserver-authentication"])],
    },
    {
      name: "system::leader-locking-kube-controller-manager",
      rules: [
        allow("", "configmaps", "watch"),
        allow("", "configmaps", "get update", [component("controller-manager")]),
        allow(groups.coordination, "leases", "create get list update watch"),
        allow(groups.coordination, "leasecandidates", "create get list update watch"),
      ],
    },
    {
      name: "system::leader-locking-kube-scheduler",
      rules: [
        allow("", "configmaps", "watch"),
        allow("", "configmaps", "get update", [component("scheduler")]),
        allow(groups.coordination, "leases", "create get list update watch"),
        allow(groups.coordination, "leasecandidates", "create get list update watch"),
      ],
    },
    { name: "system:controller:bootstrap-signer", rules: [allow("", "secrets", "get list watch")] },
    { name: "system:controller:cloud-provider", rules: [allow("", "configmaps", "create get list watch")] },
    { name: "system:controller:token-cleaner", rules: [allow("", "secrets", "delete get list watch"), recordEvents] },
  ],
};
