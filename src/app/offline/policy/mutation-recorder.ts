/** Records what mutating policies change in the object of one request. */
import type { MutationObserver, ObservedApplication } from "../../../admission/policies/index.ts";
import { fieldChanges, type MutatingBindingTrace, type MutatingPolicyTrace } from "../../../cli/policy/index.ts";
import { type Mutable, mismatchOf, parametersTitle, type RuleSource } from "./recorded-steps.ts";

type Matched = Parameters<MutationObserver["policy"]>;
type Bound = Parameters<MutationObserver["binding"]>;
type RecordedBinding = Mutable<MutatingBindingTrace>;
type RecordedPolicy = Omit<Mutable<MutatingPolicyTrace>, "bindings"> & { readonly bindings: RecordedBinding[] };

/** Observes one request at a time. The second round is recorded in the policies of the first. */
export class MutationRecorder implements MutationObserver {
  #request: RuleSource | undefined;
  #policies = new Map<string, RecordedPolicy>();

  /** Forgets the last request, and records this one. */
  start(request: RuleSource): void {
    this.#request = request;
    this.#policies = new Map();
  }

  /** The policies in the order in which they were compared with the request. */
  get policies(): readonly MutatingPolicyTrace[] {
    return [...this.#policies.values()];
  }

  policy(...[{ name, criteria }, match]: Matched): void {
    if (this.#policies.has(name)) return;
    const rules = this.#request ? [...criteria.ruleResults(this.#request)] : [];
    this.#policies.set(name, { name, rules, mismatch: mismatchOf(match), fault: undefined, bindings: [] });
  }

  binding(...[{ name: policy }, { name }, match]: Bound): void {
    const bindings = this.#policies.get(policy)?.bindings;
    if (!bindings || bindings.some((one) => one.name === name)) return;
    const mismatch = match === undefined ? undefined : mismatchOf(match);
    bindings.push({ name, mismatch, fault: undefined, applications: [] });
  }

  fault(...[{ name }, binding, message]: Parameters<MutationObserver["fault"]>): void {
    const policy = this.#policies.get(name);
    const recorded = policy?.bindings.find((one) => one.name === binding?.name);
    if (recorded) recorded.fault = message;
    else if (policy && !binding) policy.fault = message;
  }

  excluded(application: ObservedApplication, fault: string | undefined): void {
    const faults = fault === undefined ? [] : [fault];
    this.#add(application, { isExcluded: true, changes: [], faults });
  }

  applied(...[application, before, after, faults]: Parameters<MutationObserver["applied"]>): void {
    this.#add(application, { isExcluded: false, changes: fieldChanges(before, after), faults });
  }

  #add(
    { policy, binding, params }: ObservedApplication,
    application: Omit<MutatingBindingTrace["applications"][number], "params">,
  ): void {
    const recorded = this.#policies.get(policy.name)?.bindings.find(({ name }) => name === binding.name);
    recorded?.applications.push({ params: parametersTitle(params), ...application });
  }
}
