/** Default ClusterRoles for users: those that administrators bind, and those of all users. */
import * as groups from "./api-groups.ts";
import { allow, allowPaths, type DefaultRole, ifEnabled } from "./role-table.ts";

/** Roles of users. */
export const userRoles: readonly DefaultRole[] = [
  { name: "admin", aggregates: "admin" },
  { name: "cluster-admin", rules: [allow("*", "*", "*"), allowPaths("*", "*")] },
  { name: "edit", aggregatedTo: "admin", aggregates: "edit" },
  {
    name: "system:aggregate-to-admin",
    aggregatedTo: "admin",
    rules: [
      allow(groups.authorization, "localsubjectaccessreviews", "create"),
      allow(groups.rbac, "rolebindings roles", "create delete deletecollection get list patch update watch"),
    ],
  },
  {
    name: "system:aggregate-to-edit",
    aggregatedTo: "edit",
    rules: [
      allow("", "pods/attach pods/exec pods/portforward pods/proxy secrets services/proxy", "get list watch"),
      allow("", "serviceaccounts", "impersonate"),
      allow(
        "",
        "pods pods/attach pods/exec pods/portforward pods/proxy",
        "create delete deletecollection patch update",
      ),
      allow("", "pods/eviction", "create"),
      allow(
        "",
        "configmaps events persistentvolumeclaims replicationcontrollers replicationcontrollers/scale secrets serviceaccounts services services/proxy",
        "create delete deletecollection patch update",
      ),
      allow("", "serviceaccounts/token", "create"),
      allow(
        "apps",
        "daemonsets deployments deployments/rollback deployments/scale replicasets replicasets/scale statefulsets statefulsets/scale",
        "create delete deletecollection patch update",
      ),
      allow("autoscaling", "horizontalpodautoscalers", "create delete deletecollection patch update"),
      allow("batch", "cronjobs jobs", "create delete deletecollection patch update"),
      allow(
        "extensions",
        "daemonsets deployments deployments/rollback deployments/scale ingresses networkpolicies replicasets replicasets/scale replicationcontrollers/scale",
        "create delete deletecollection patch update",
      ),
      allow("policy", "poddisruptionbudgets", "create delete deletecollection patch update"),
      allow(groups.networking, "ingresses networkpolicies", "create delete deletecollection patch update"),
      allow(groups.coordination, "leases", "create delete deletecollection get list patch update watch"),
    ],
  },
  {
    name: "system:aggregate-to-view",
    aggregatedTo: "view",
    rules: [
      allow(
        "",
        "configmaps endpoints persistentvolumeclaims persistentvolumeclaims/status pods replicationcontrollers replicationcontrollers/scale serviceaccounts services services/status",
        "get list watch",
      ),
      allow(
        "",
        "bindings events limitranges namespaces/status pods/log pods/status replicationcontrollers/status resourcequotas resourcequotas/status",
        "get list watch",
      ),
      allow("", "namespaces", "get list watch"),
      allow(groups.discovery, "endpointslices", "get list watch"),
      allow(
        "apps",
        "controllerrevisions daemonsets daemonsets/status deployments deployments/scale deployments/status replicasets replicasets/scale replicasets/status statefulsets statefulsets/scale statefulsets/status",
        "get list watch",
      ),
      allow("autoscaling", "horizontalpodautoscalers horizontalpodautoscalers/status", "get list watch"),
      allow("batch", "cronjobs cronjobs/status jobs jobs/status", "get list watch"),
      allow(
        "extensions",
        "daemonsets daemonsets/status deployments deployments/scale deployments/status ingresses ingresses/status networkpolicies replicasets replicasets/scale replicasets/status replicationcontrollers/scale",
        "get list watch",
      ),
      allow("policy", "poddisruptionbudgets poddisruptionbudgets/status", "get list watch"),
      allow(groups.networking, "ingresses ingresses/status networkpolicies", "get list watch"),
    ],
  },
  {
    name: "system:basic-user",
    rules: [
      allow(groups.authorization, "selfsubjectaccessreviews selfsubjectrulesreviews", "create"),
      allow(groups.authentication, "selfsubjectreviews", "create"),
    ],
  },
  {
    name: "system:discovery",
    rules: [
      allowPaths("/api /api/* /apis /apis/* /healthz /livez /openapi /openapi/* /readyz /version /version/", "get"),
    ],
  },
  {
    name: "system:monitoring",
    rules: [
      allowPaths("/healthz /healthz/* /livez /livez/* /metrics /metrics/slis /readyz /readyz/*", "get"),
      ifEnabled("ComponentFlagz", allowPaths("/flagz", "get")),
      ifEnabled("ComponentStatusz", allowPaths("/statusz", "get")),
    ],
  },
  { name: "system:public-info-viewer", rules: [allowPaths("/healthz /livez /readyz /version /version/", "get")] },
  {
    name: "system:service-account-issuer-discovery",
    rules: [
      allowPaths(
        "/.well-known/openid-configuration /.well-known/openid-configuration/ /openid/v1/jwks /openid/v1/jwks/",
        "get",
      ),
    ],
  },
  { name: "view", aggregatedTo: "edit", aggregates: "view" },
];
