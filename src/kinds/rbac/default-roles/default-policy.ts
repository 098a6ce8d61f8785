/** The roles and bindings that every cluster has, as in the reference. */
import type {
  ClusterRole,
  ClusterRoleBinding,
  PolicyRule,
  RbacSubject,
  Role,
  RoleBinding,
} from "../../../api/index.ts";
import { autoUpdateAnnotation } from "../../../meta/access/reconciliation.ts";
import type { IsEnabled } from "../../../meta/feature-gates.ts";
import type { ApiObject } from "../../../meta/object-meta.ts";
import { groupName, label, systemNamespace, type Vocabulary } from "../../../meta/vocabulary.ts";
import * as groups from "./api-groups.ts";
import { certificateRoles } from "./certificate-roles.ts";
import { clusterControllerRoles } from "./cluster-controller-roles.ts";
import { componentRoles } from "./component-roles.ts";
import { account, clusterBindings, type DefaultBinding, namespaceBindings } from "./default-bindings.ts";
import { namespaceRoles } from "./namespace-roles.ts";
import { networkControllerRoles } from "./network-controller-roles.ts";
import { boundRules, type DefaultRole } from "./role-table.ts";
import { storageControllerRoles } from "./storage-controller-roles.ts";
import { userRoles } from "./user-roles.ts";
import { workloadControllerRoles } from "./workload-controller-roles.ts";

/** An object without `kind` and `apiVersion`. */
type Untyped<T extends ApiObject> = Omit<T, "kind" | "apiVersion">;

/** The default objects of a cluster. */
export interface DefaultPolicy {
  readonly clusterRoles: readonly Untyped<ClusterRole>[];
  readonly clusterRoleBindings: readonly Untyped<ClusterRoleBinding>[];
  readonly roles: readonly Untyped<Role>[];
  readonly roleBindings: readonly Untyped<RoleBinding>[];
}

const controllerPrefix = "system:controller:";
const controllerRoles: readonly DefaultRole[] = [
  ...clusterControllerRoles,
  ...workloadControllerRoles,
  ...networkControllerRoles,
  ...storageControllerRoles,
];

/** Returns the default roles and bindings of a cluster with these features. */
export function defaultPolicy(vocabulary: Vocabulary, isEnabled: IsEnabled): DefaultPolicy {
  return new PolicyWriter(vocabulary, isEnabled).write();
}

class PolicyWriter {
  readonly #vocabulary: Vocabulary;
  readonly #isEnabled: IsEnabled;

  constructor(vocabulary: Vocabulary, isEnabled: IsEnabled) {
    this.#vocabulary = vocabulary;
    this.#isEnabled = isEnabled;
  }

  write(): DefaultPolicy {
    const controllers = controllerRoles.filter((role) => this.#isOn(role));
    const roles = [...userRoles, ...componentRoles, ...certificateRoles(this.#vocabulary)];
    return {
      clusterRoles: [
        ...roles.filter((role) => this.#isOn(role)).map((role) => this.#clusterRole(role, "")),
        ...controllers.map((role) => this.#clusterRole(role, controllerPrefix)),
      ],
      clusterRoleBindings: [
        ...clusterBindings.filter((one) => this.#isOnIn(one)).map((one) => this.#binding(one, "ClusterRole")),
        ...controllers.map((role) => this.#controllerBinding(role)),
      ],
      roles: Object.entries(namespaceRoles).flatMap(([namespace, list]) =>
        list.map((role) => ({
          metadata: this.#metadata(this.#vocabulary.bind(role.name), namespace),
          rules: this.#rules(role),
        })),
      ),
      roleBindings: Object.entries(namespaceBindings).flatMap(([namespace, list]) =>
        list.map((one) => this.#binding(one, "Role", namespace)),
      ),
    };
  }

  #isOn({ features = [] }: DefaultRole): boolean {
    return features.every((feature) => this.#isEnabled(feature));
  }

  #isOnIn({ feature }: DefaultBinding): boolean {
    return feature === undefined || this.#isEnabled(feature);
  }

  #clusterRole(role: DefaultRole, prefix: string): Untyped<ClusterRole> {
    const { name, aggregatedTo, aggregates } = role;
    const metadata = this.#metadata(`${prefix}${this.#vocabulary.bind(name)}`);
    const labels = { ...metadata.labels, ...(aggregatedTo ? this.#aggregationLabel(aggregatedTo) : {}) };
    return {
      metadata: { ...metadata, labels },
      ...(aggregates
        ? { aggregationRule: { clusterRoleSelectors: [{ matchLabels: this.#aggregationLabel(aggregates) }] } }
        : { rules: this.#rules(role) }),
    };
  }

  #rules(role: DefaultRole): PolicyRule[] {
    return [...boundRules(role, this.#vocabulary, this.#isEnabled)] as PolicyRule[];
  }

  #controllerBinding({ name }: DefaultRole): Untyped<ClusterRoleBinding> {
    const fullName = `${controllerPrefix}${this.#vocabulary.bind(name)}`;
    return this.#binding({ name: fullName, subjects: [account(name)] }, "ClusterRole");
  }

  #binding(
    { name, role = name, subjects }: DefaultBinding,
    kind: "Role" | "ClusterRole",
    namespace?: string,
  ): Untyped<RoleBinding> {
    const apiGroup = this.#vocabulary.bind(groups.rbac);
    const bound = subjects.map((subject): RbacSubject => {
      const subjectName = this.#vocabulary.bind(subject.name);
      return subject.kind === "ServiceAccount"
        ? { kind: subject.kind, name: subjectName, namespace: this.#vocabulary.bind(systemNamespace("system")) }
        : { kind: subject.kind, apiGroup, name: subjectName };
    });
    return {
      metadata: this.#metadata(name, namespace),
      roleRef: { apiGroup, kind, name: role },
      ...(bound.length > 0 ? { subjects: bound } : {}),
    };
  }

  #metadata(name: string, namespace?: string) {
    const vocabulary = this.#vocabulary;
    return {
      name,
      ...(namespace === undefined ? {} : { namespace: vocabulary.bind(systemNamespace(namespace)) }),
      labels: { [vocabulary.bind(label("bootstrapping"))]: "rbac-defaults" },
      annotations: { [autoUpdateAnnotation(vocabulary)]: "true" },
    };
  }

  #aggregationLabel(role: string): Record<string, string> {
    return { [this.#vocabulary.bind(groupName(`rbac.authorization/aggregate-to-${role}`))]: "true" };
  }
}
