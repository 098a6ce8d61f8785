/**
 * All bindings, by namespace and by subject. A binding costs less memory than its JSON: texts that many bindings have are
 * shared, and a subject with one binding needs no set.
 */
import type { RoleReference } from "../../meta/access/access-control.ts";
import type { RbacScope } from "./role-store.ts";

/** A RoleBinding or ClusterRoleBinding. */
export interface StoredBinding {
  /** Empty: a ClusterRoleBinding. */
  readonly namespace: string;
  readonly name: string;
  readonly role: RoleReference;
  /** Texts of the subjects, in the order of the binding. */
  readonly subjects: readonly string[];
}

interface NamespaceBindings {
  readonly namespace: string;
  readonly byName: Map<string, StoredBinding>;
  readonly bySubject: Map<string, StoredBinding | Set<StoredBinding>>;
}

/** Holds bindings. Their namespace is empty for ClusterRoleBindings. */
export class BindingStore {
  readonly #namespaces = new Map<string, NamespaceBindings>();
  /** References that several bindings share, by kind and name. */
  readonly #references = new Map<string, { readonly role: RoleReference; bindingCount: number }>();

  /**
   * Adds or replaces a binding.
   * @returns the replaced binding
   */
  set(namespace: string, name: string, content: Pick<StoredBinding, "role" | "subjects">): StoredBinding | undefined {
    const previous = this.delete(namespace, name);
    const bindings = this.#bindingsOf(namespace);
    const binding: StoredBinding = {
      namespace: bindings.namespace,
      name,
      role: this.#share(content.role),
      subjects: content.subjects,
    };
    bindings.byName.set(name, binding);
    for (const subject of binding.subjects) addTo(bindings.bySubject, subject, binding);
    return previous;
  }

  /** Removes a binding. Returns it. */
  delete(namespace: string, name: string): StoredBinding | undefined {
    const bindings = this.#namespaces.get(namespace);
    const binding = bindings?.byName.get(name);
    if (!bindings || !binding) return undefined;
    bindings.byName.delete(name);
    for (const subject of binding.subjects) removeFrom(bindings.bySubject, subject, binding);
    if (bindings.byName.size === 0) this.#namespaces.delete(namespace);
    this.#unshare(binding.role);
    return binding;
  }

  /** Removes all ClusterRoleBindings, or all RoleBindings. */
  clear(scope: RbacScope): void {
    for (const [namespace, { byName }] of this.#namespaces) {
      if ((namespace === "") === (scope === "cluster")) for (const name of byName.keys()) this.delete(namespace, name);
    }
  }

  /** Returns how many bindings in a namespace have one of the subjects. A binding counts once for each of them. */
  countOfSubjects(subjects: readonly string[], namespace: string): number {
    const bySubject = this.#namespaces.get(namespace)?.bySubject;
    if (!bySubject) return 0;
    let count = 0;
    for (const subject of subjects) {
      const entry = bySubject.get(subject);
      if (entry) count += entry instanceof Set ? entry.size : 1;
    }
    return count;
  }

  /**
   * Yields the bindings in a namespace that have one of the subjects, in no particular order. They may change while a caller waits
   * between two of them. A binding that exists during the whole time is yielded once for each of its subjects among these.
   */
  *bindingsOfSubjects(subjects: Iterable<string>, namespace: string): Generator<StoredBinding> {
    const bySubject = this.#namespaces.get(namespace)?.bySubject;
    for (const subject of bySubject ? subjects : []) {
      const entry = bySubject?.get(subject);
      if (entry instanceof Set) yield* entry;
      else if (entry) yield entry;
    }
  }

  #bindingsOf(namespace: string): NamespaceBindings {
    let bindings = this.#namespaces.get(namespace);
    if (!bindings) {
      bindings = { namespace, byName: new Map(), bySubject: new Map() };
      this.#namespaces.set(namespace, bindings);
    }
    return bindings;
  }

  #share(role: RoleReference): RoleReference {
    const key = referenceKey(role);
    const shared = this.#references.get(key) ?? { role: { kind: role.kind, name: role.name }, bindingCount: 0 };
    shared.bindingCount++;
    this.#references.set(key, shared);
    return shared.role;
  }

  #unshare(role: RoleReference): void {
    const key = referenceKey(role);
    const shared = this.#references.get(key);
    if (!shared) return;
    shared.bindingCount--;
    if (shared.bindingCount === 0) this.#references.delete(key);
  }
}

function referenceKey({ kind, name }: RoleReference): string {
  return `${kind}/${name}`;
}

function addTo(bySubject: NamespaceBindings["bySubject"], subject: string, binding: StoredBinding): void {
  const entry = bySubject.get(subject);
  if (entry instanceof Set) entry.add(binding);
  else bySubject.set(subject, entry && entry !== binding ? new Set([entry, binding]) : binding);
}

function removeFrom(bySubject: NamespaceBindings["bySubject"], subject: string, binding: StoredBinding): void {
  const entry = bySubject.get(subject);
  if (!(entry instanceof Set)) {
    bySubject.delete(subject);
    return;
  }
  entry.delete(binding);
  if (entry.size === 0) bySubject.delete(subject);
}
