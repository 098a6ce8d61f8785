/** Default ClusterRoles of the controllers of Nodes, namespaces, accounts, certificates and the API itself. */
import { certificateSigners, component } from "../../../meta/vocabulary.ts";
import * as groups from "./api-groups.ts";
import { allow, type DefaultRole, recordEvents } from "./role-table.ts";

/** Roles of these controllers. The names are those of their ServiceAccounts, and get the prefix `system:controller:`. */
export const clusterControllerRoles: readonly DefaultRole[] = [
  {
    name: "certificate-controller",
    rules: [
      allow(groups.certificates, "certificatesigningrequests", "delete get list watch"),
      allow(groups.certificates, "certificatesigningrequests/approval certificatesigningrequests/status", "update"),
      allow(groups.certificates, "signers", "approve", [certificateSigners.nodeClients]),
      allow(groups.certificates, "signers", "sign", [
        certificateSigners.clients,
        certificateSigners.nodeClients,
        certificateSigners.nodeServers,
        certificateSigners.legacy,
      ]),
      allow(groups.authorization, "subjectaccessreviews", "create"),
      recordEvents,
    ],
  },
  {
    name: "clusterrole-aggregation-controller",
    rules: [allow(groups.rbac, "clusterroles", "escalate get list patch update watch")],
  },
  { name: "generic-garbage-collector", rules: [allow("*", "*", "delete get list patch update watch"), recordEvents] },
  {
    name: "legacy-service-account-token-cleaner",
    rules: [
      allow("", "configmaps", "get", [component("apiserver-legacy-service-account-token-tracking")]),
      allow("", "secrets", "delete patch"),
    ],
  },
  {
    name: "namespace-controller",
    rules: [
      allow("", "namespaces", "delete get list watch"),
      allow("", "namespaces/finalize namespaces/status", "update"),
      allow("*", "*", "delete deletecollection get list watch"),
    ],
  },
  {
    name: "node-controller",
    rules: [
      allow("", "nodes", "delete get list patch update watch"),
      allow("", "nodes/status", "patch update"),
      allow("", "pods/status", "patch update"),
      allow("", "pods", "delete get list watch"),
      recordEvents,
    ],
  },
  {
    name: "resourcequota-controller",
    rules: [allow("*", "*", "list watch"), allow("", "resourcequotas/status", "update"), recordEvents],
  },
  { name: "root-ca-cert-publisher", rules: [allow("", "configmaps", "create update"), recordEvents] },
  { name: "service-account-controller", rules: [allow("", "serviceaccounts", "create"), recordEvents] },
  { name: "ttl-controller", rules: [allow("", "nodes", "list patch update watch"), recordEvents] },
  {
    name: "validatingadmissionpolicy-status-controller",
    rules: [
      allow(groups.admissionregistration, "validatingadmissionpolicies", "get list watch"),
      allow(groups.admissionregistration, "validatingadmissionpolicies/status", "get patch update"),
      recordEvents,
    ],
  },
  {
    name: component("apiserver-serving-clustertrustbundle-publisher"),
    features: ["ClusterTrustBundle"],
    rules: [
      allow(groups.certificates, "signers", "attest", [certificateSigners.apiServers]),
      allow(groups.certificates, "clustertrustbundles", "create delete list update watch"),
      recordEvents,
    ],
  },
  {
    name: "storage-version-garbage-collector",
    features: ["StorageVersionAPI", "APIServerIdentity"],
    rules: [
      allow(groups.coordination, "leases", "get list watch"),
      allow(groups.internalApiserver, "storageversions", "delete get list patch update watch"),
      allow(groups.internalApiserver, "storageversions/status", "get patch update"),
    ],
  },
  {
    name: "storage-version-migrator-controller",
    features: ["StorageVersionMigrator"],
    rules: [
      allow("*", "*", "create list patch watch"),
      allow(groups.storagemigration, "storageversionmigrations/status", "update"),
    ],
  },
];
