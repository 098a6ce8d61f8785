/**
 * The hook that creates the default roles and bindings of a cluster, and restores what is missing in them. Additional
 * permissions and subjects stay. Roles and bindings whose annotation forbids it are not changed.
 */
import { type ClusterRole, clusterRole } from "../../api/rbac/v1/cluster-role.ts";
import { clusterRoleBinding } from "../../api/rbac/v1/cluster-role-binding.ts";
import { role } from "../../api/rbac/v1/role.ts";
import { roleBinding } from "../../api/rbac/v1/role-binding.ts";
import type { Logger } from "../../base/logger.ts";
import { defaultPolicy } from "../../kinds/index.ts";
import { aggregatedRules } from "../../meta/access/aggregated-rules.ts";
import { type ReconcilableBinding, reconcileBinding } from "../../meta/access/reconcile-binding.ts";
import { type ReconcilableRole, reconcileRole } from "../../meta/access/reconcile-role.ts";
import type { ReconcileOptions } from "../../meta/access/reconciliation.ts";
import type { IsEnabled } from "../../meta/feature-gates.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import type { KindDeclaration } from "../../schema/index.ts";
import type { PostStartHook } from "../../server/index.ts";
import type { NewSystemObject, SystemObjects, SystemResource } from "./system-objects.ts";

/** Name of the hook, as in the reference. */
const name = "rbac/bootstrap-roles";

/** Number of times that an object is compared again because another API server changed it at the same time. */
const attemptsMax = 3;

/** How the hook creates the default roles. */
export interface DefaultRolesOptions {
  readonly isEnabled: IsEnabled;
  readonly logger: Logger;
  /** Whether new roles that aggregate others get their rules at once, because no controller may run that adds them. */
  readonly aggregates: boolean;
}

/** Returns the hook. Kinds that the server does not serve are left out. */
export function defaultRolesHook(
  objects: SystemObjects,
  { isEnabled, logger, aggregates }: DefaultRolesOptions,
): PostStartHook {
  const { vocabulary } = objects.options;
  const options = { vocabulary, removesExtra: false };
  return {
    name,
    run: async () => {
      const policy = defaultPolicy(vocabulary, isEnabled);
      const clusterRoles = aggregates ? withAggregatedRules(policy.clusterRoles) : policy.clusterRoles;
      const reconciler = { objects, options, logger };
      // All objects are written at the same time, so that the store needs few commits.
      await Promise.all([
        reconcileAll(reconciler, clusterRole, clusterRoles, nextRole),
        reconcileAll(reconciler, role, policy.roles, nextRole),
        reconcileAll(reconciler, clusterRoleBinding, policy.clusterRoleBindings, nextBinding),
        reconcileAll(reconciler, roleBinding, policy.roleBindings, nextBinding),
      ]);
    },
  };
}

type NewClusterRole = NewSystemObject<ClusterRole>;

interface Reconciler {
  readonly objects: SystemObjects;
  readonly options: ReconcileOptions;
  readonly logger: Logger;
}

/** The write that gives an object its required state. */
interface RequiredWrite<T> {
  readonly operation: "none" | "create" | "update" | "recreate";
  readonly isProtected: boolean;
  readonly object: T;
}

type NextWrite<T> = (stored: T | undefined, expected: T, options: ReconcileOptions) => RequiredWrite<T>;

/** Returns the roles. Those that aggregate others have the rules of these, also through further roles. */
function withAggregatedRules(roles: readonly NewClusterRole[]): readonly NewClusterRole[] {
  const next = roles.map((one) => (one.aggregationRule ? { ...one, rules: [...aggregatedRules(one, roles)] } : one));
  const isComplete = next.every(({ rules }, index) => rules?.length === roles[index]?.rules?.length);
  return isComplete ? roles : withAggregatedRules(next);
}

function nextRole<T extends ReconcilableRole>(stored: T | undefined, expected: T, options: ReconcileOptions) {
  // A stored role that aggregates others may have lost rules, because other roles have changed.
  const isAggregated = expected.aggregationRule !== undefined && (stored?.rules ?? []).length > 0;
  const result = reconcileRole(stored, isAggregated ? { ...expected, rules: undefined } : expected, options);
  return { ...result, object: result.role };
}

function nextBinding<T extends ReconcilableBinding>(stored: T | undefined, expected: T, options: ReconcileOptions) {
  const result = reconcileBinding(stored, expected, options);
  return { ...result, object: result.binding };
}

async function reconcileAll<T extends ApiObject>(
  { objects, options, logger }: Reconciler,
  kind: KindDeclaration<T>,
  expectedObjects: readonly NewSystemObject<T>[],
  nextWrite: NextWrite<NewSystemObject<T>>,
): Promise<void> {
  const resource = objects.ofKind(kind);
  if (!resource) return;
  await Promise.all(
    expectedObjects.map(async (expected) => {
      await new ObjectReconciliation(
        resource,
        expected,
        (stored) => nextWrite(stored, expected, options),
        logger,
      ).run();
    }),
  );
}

class ObjectReconciliation<T extends ApiObject> {
  readonly #resource: SystemResource<T>;
  readonly #expected: NewSystemObject<T>;
  readonly #nextWrite: (stored: NewSystemObject<T> | undefined) => RequiredWrite<NewSystemObject<T>>;
  readonly #logger: Logger;

  constructor(
    resource: SystemResource<T>,
    expected: NewSystemObject<T>,
    nextWrite: (stored: NewSystemObject<T> | undefined) => RequiredWrite<NewSystemObject<T>>,
    logger: Logger,
  ) {
    this.#resource = resource;
    this.#expected = expected;
    this.#nextWrite = nextWrite;
    this.#logger = logger;
  }

  /** @throws StatusError or StorageError if the object cannot be written */
  async run(): Promise<void> {
    const { namespace = "", name: objectName = "" } = this.#expected.metadata;
    for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
      const stored = await this.#stored();
      const { operation, isProtected, object } = this.#nextWrite(stored);
      if (operation === "none") return;
      if (isProtected) {
        this.#logger.warning("a default role or binding is protected from changes", { namespace, name: objectName });
        return;
      }
      if (await this.#write(operation, stored, object)) return;
    }
    throw new Error(`${objectName} cannot be reconciled, because other servers change it at the same time`);
  }

  /** Returns whether nothing else needs to be done. False if another server was faster. */
  async #write(
    operation: "create" | "update" | "recreate",
    stored: T | undefined,
    object: NewSystemObject<T>,
  ): Promise<boolean> {
    if (operation === "create" || !stored) return await this.#resource.create(object);
    if (operation === "recreate") {
      await this.#resource.delete(stored);
      return await this.#resource.create(object);
    }
    const { namespace = "", name: objectName = "" } = stored.metadata;
    await this.#resource.update({ namespace, name: objectName }, (newest) => this.#nextWrite(newest).object as T);
    return this.#nextWrite(await this.#stored()).operation === "none";
  }

  /** Reads only this object, because a cluster can have many other roles. */
  async #stored(): Promise<T | undefined> {
    const { resource } = this.#resource;
    const { namespace = "", name: objectName = "" } = this.#expected.metadata;
    const stored = await resource.cache.read(resource.key(namespace, objectName));
    return stored && (resource.parse(stored) as T);
  }
}
