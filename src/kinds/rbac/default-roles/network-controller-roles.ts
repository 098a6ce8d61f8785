/** Default ClusterRoles of the controllers of Services, endpoints and routes. */
import * as groups from "./api-groups.ts";
import { allow, type DefaultRole, recordEvents } from "./role-table.ts";

/** Roles of these controllers. The names are those of their ServiceAccounts, and get the prefix `system:controller:`. */
export const networkControllerRoles: readonly DefaultRole[] = [
  {
    name: "endpoint-controller",
    rules: [
      allow("", "pods services", "get list watch"),
      allow("", "endpoints", "create delete get list update watch"),
      allow("", "endpoints/restricted", "create"),
      recordEvents,
    ],
  },
  {
    name: "endpointslice-controller",
    rules: [
      allow("", "nodes pods services", "get list watch"),
      allow("", "services/finalizers", "update"),
      allow(groups.discovery, "endpointslices", "create delete get list update watch"),
      recordEvents,
    ],
  },
  {
    name: "endpointslicemirroring-controller",
    rules: [
      allow("", "endpoints services", "get list watch"),
      allow("", "services/finalizers", "update"),
      allow("", "endpoints/finalizers", "update"),
      allow(groups.discovery, "endpointslices", "create delete get list update watch"),
      recordEvents,
    ],
  },
  {
    name: "route-controller",
    rules: [allow("", "nodes", "list watch"), allow("", "nodes/status", "patch"), recordEvents],
  },
  {
    name: "service-controller",
    rules: [
      allow("", "services", "get list watch"),
      allow("", "services/status", "patch update"),
      allow("", "nodes", "list watch"),
      recordEvents,
    ],
  },
  {
    name: "service-cidrs-controller",
    features: ["MultiCIDRServiceAllocator"],
    rules: [
      allow(groups.networking, "servicecidrs", "get list patch update watch"),
      allow(groups.networking, "servicecidrs/finalizers", "patch update"),
      allow(groups.networking, "servicecidrs/status", "patch update"),
      allow(groups.networking, "ipaddresses", "get list watch"),
      recordEvents,
    ],
  },
];
