/** Default bindings, without those of controllers. */
import { component, type Name } from "../../../meta/vocabulary.ts";

/** A subject of a default binding. Accounts are in the namespace of the system. */
export interface DefaultSubject {
  readonly kind: "User" | "Group" | "ServiceAccount";
  readonly name: Name;
}

/** A default binding whose names are not bound to a vocabulary. */
export interface DefaultBinding {
  readonly name: string;
  /** Default: the name of the binding. */
  readonly role?: string;
  /** Feature gate that must be on. */
  readonly feature?: string;
  readonly subjects: readonly DefaultSubject[];
}

const controllerManager = user("system:kube-controller-manager");
const scheduler = user("system:kube-scheduler");
const authenticated = group("system:authenticated");
const unauthenticated = group("system:unauthenticated");

/** Default ClusterRoleBindings. */
export const clusterBindings: readonly DefaultBinding[] = [
  { name: "cluster-admin", subjects: [group("system:masters")] },
  { name: "system:basic-user", subjects: [authenticated] },
  {
    name: "system:cluster-trust-bundle-discovery",
    feature: "ClusterTrustBundle",
    subjects: [group("system:serviceaccounts")],
  },
  { name: "system:discovery", subjects: [authenticated] },
  { name: "system:kube-controller-manager", subjects: [controllerManager] },
  { name: "system:kube-dns", subjects: [account(component("dns"))] },
  { name: "system:kube-scheduler", subjects: [scheduler] },
  { name: "system:monitoring", subjects: [group("system:monitoring")] },
  { name: "system:node", subjects: [] },
  { name: "system:node-proxier", subjects: [user("system:kube-proxy")] },
  { name: "system:public-info-viewer", subjects: [authenticated, unauthenticated] },
  { name: "system:service-account-issuer-discovery", subjects: [group("system:serviceaccounts")] },
  { name: "system:volume-scheduler", subjects: [scheduler] },
];

/** Default RoleBindings, by the name stem of their namespace. */
export const namespaceBindings: Readonly<Record<string, readonly DefaultBinding[]>> = {
  public: [{ name: "system:controller:bootstrap-signer", subjects: [account("bootstrap-signer")] }],
  system: [
    {
      name: "system::extension-apiserver-authentication-reader",
      role: "extension-apiserver-authentication-reader",
      subjects: [controllerManager, scheduler],
    },
    {
      name: "system::leader-locking-kube-controller-manager",
      subjects: [controllerManager, account(component("controller-manager")), account("leader-election-controller")],
    },
    {
      name: "system::leader-locking-kube-scheduler",
      subjects: [scheduler, account(component("scheduler"))],
    },
    { name: "system:controller:bootstrap-signer", subjects: [account("bootstrap-signer")] },
    { name: "system:controller:cloud-provider", subjects: [account("cloud-provider")] },
    { name: "system:controller:token-cleaner", subjects: [account("token-cleaner")] },
  ],
};

function user(name: Name): DefaultSubject {
  return { kind: "User", name };
}

function group(name: Name): DefaultSubject {
  return { kind: "Group", name };
}

/** Returns the subject of a ServiceAccount in the namespace of the system. */
export function account(name: Name): DefaultSubject {
  return { kind: "ServiceAccount", name };
}
