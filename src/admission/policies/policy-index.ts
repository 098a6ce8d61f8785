/** The policies of one sort and their bindings, in memory. Each change of an object reaches the index with its write. */
import type { FollowedObjects } from "../../base/object-consumer.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import type { KindDeclaration } from "../../schema/index.ts";
import { type FollowKinds, ObjectTable } from "../object-table.ts";

/** A policy with its bindings, both in the order of their names. A policy without bindings has no effect. */
export interface BoundPolicy<Policy, Binding> {
  readonly policy: Policy;
  readonly bindings: readonly Binding[];
}

/** How the objects of one sort of policy are read. */
export interface PolicySort<Policy, Binding, PolicyObject extends ApiObject, BindingObject extends ApiObject> {
  readonly policyKind: KindDeclaration<PolicyObject>;
  readonly bindingKind: KindDeclaration<BindingObject>;
  /** Called once for each state of a policy. */
  readPolicy(object: PolicyObject): Policy;
  /** Called once for each state of a binding. */
  readBinding(object: BindingObject): Binding;
}

/** The policies and bindings of one sort. */
export class PolicyIndex<Policy, Binding extends { readonly policyName: string }> {
  readonly #policies: ObjectTable<Policy>;
  readonly #bindings: ObjectTable<Binding>;
  readonly #followed: FollowedObjects;
  /** Undefined after a change. */
  #bound: readonly BoundPolicy<Policy, Binding>[] | undefined;

  constructor(sort: PolicySort<Policy, Binding, ApiObject, ApiObject>, follow: FollowKinds) {
    const onChange = (): void => {
      this.#bound = undefined;
    };
    this.#policies = new ObjectTable((object) => sort.readPolicy(object), onChange);
    this.#bindings = new ObjectTable((object) => sort.readBinding(object), onChange);
    this.#followed = follow([
      { kind: sort.policyKind, consumer: this.#policies.consumer },
      { kind: sort.bindingKind, consumer: this.#bindings.consumer },
    ]);
  }

  /** Whether the index has all changes that clients can have seen. If not, wait for `ready` before reading it. */
  get isReady(): boolean {
    return this.#followed.isReady;
  }

  /** Resolves when the index has all changes that clients can have seen. */
  ready(): Promise<void> {
    return this.#followed.ready();
  }

  /** The policies that have bindings. */
  get bound(): readonly BoundPolicy<Policy, Binding>[] {
    this.#bound ??= this.#join();
    return this.#bound;
  }

  #join(): readonly BoundPolicy<Policy, Binding>[] {
    const byPolicy = new Map<string, Binding[]>();
    for (const [, binding] of this.#bindings.sorted) {
      const others = byPolicy.get(binding.policyName);
      if (others) others.push(binding);
      else byPolicy.set(binding.policyName, [binding]);
    }
    return this.#policies.sorted.flatMap(([name, policy]) => {
      const bindings = byPolicy.get(name);
      return bindings ? [{ policy, bindings }] : [];
    });
  }
}
