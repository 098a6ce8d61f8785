/** The policies of one sort and their bindings, in memory. Each change of an object reaches the index with its write. */
import { compareText } from "../../base/compare-text.ts";
import type { FollowedObjects, ObjectConsumer } from "../../base/object-consumer.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import type { KindDeclaration } from "../../schema/index.ts";

/** A kind, and the consumer of its objects. */
export interface FollowedKind {
  readonly kind: KindDeclaration;
  readonly consumer: ObjectConsumer;
}

/** Passes the objects of kinds to their consumers. */
export type FollowKinds = (kinds: readonly FollowedKind[]) => FollowedObjects;

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
  readonly #policies = new Map<string, Policy>();
  readonly #bindings = new Map<string, Binding>();
  readonly #followed: FollowedObjects;
  /** Undefined after a change. */
  #bound: readonly BoundPolicy<Policy, Binding>[] | undefined;

  constructor(sort: PolicySort<Policy, Binding, ApiObject, ApiObject>, follow: FollowKinds) {
    this.#followed = follow([
      { kind: sort.policyKind, consumer: this.#consumer(this.#policies, (object) => sort.readPolicy(object)) },
      { kind: sort.bindingKind, consumer: this.#consumer(this.#bindings, (object) => sort.readBinding(object)) },
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
    for (const [, binding] of sorted(this.#bindings)) {
      const others = byPolicy.get(binding.policyName);
      if (others) others.push(binding);
      else byPolicy.set(binding.policyName, [binding]);
    }
    return sorted(this.#policies).flatMap(([name, policy]) => {
      const bindings = byPolicy.get(name);
      return bindings ? [{ policy, bindings }] : [];
    });
  }

  #consumer<T>(entries: Map<string, T>, read: (object: ApiObject) => T): ObjectConsumer {
    return {
      set: (name, json) => {
        entries.set(name, read(JSON.parse(json.toString()) as ApiObject));
        this.#bound = undefined;
      },
      delete: (name) => {
        if (entries.delete(name)) this.#bound = undefined;
      },
      clear: () => {
        entries.clear();
        this.#bound = undefined;
      },
    };
  }
}

function sorted<T>(entries: ReadonlyMap<string, T>): readonly (readonly [string, T])[] {
  return [...entries].sort(([one], [other]) => compareText(one, other));
}
