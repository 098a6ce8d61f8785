/** The decisions of the plugin about writes of namespaces, Pods, and objects with templates of Pods. */
import { type Namespace, type Pod, pod } from "../../api/index.ts";
import { releaseMinor } from "../../api/release.ts";
import type { Clock } from "../../base/clock.ts";
import type { DeepReadonly } from "../../base/deep-readonly.ts";
import { equalJson } from "../../base/json-tree.ts";
import type { MetricRegistry } from "../../base/metrics.ts";
import { aggregateErrors } from "../../meta/aggregate-errors.ts";
import { formatFieldError } from "../../meta/field-error.ts";
import { goQuote } from "../../meta/go-quote.ts";
import type { SharedObject } from "../../meta/object-meta.ts";
import type { ObjectReader, ObjectScanner } from "../../meta/object-reader.ts";
import { internalError, invalid } from "../../meta/status-error.ts";
import { subLabel, type Vocabulary } from "../../meta/vocabulary.ts";
import { type AdmissionPlugin, type AdmissionRequest, rejectedRequest } from "../plugin.ts";
import { defaultSettings, type PodSecuritySettings } from "./configuration.ts";
import { existingPodWarnings } from "./existing-pods.ts";
import { changesImages } from "./image-updates.ts";
import { type CountedResource, PodSecurityMetrics } from "./pod-security-metrics.ts";
import { resourceKey, type TemplateOf, templateReaders } from "./pod-templates.ts";
import {
  areEquivalent,
  isPrivileged,
  type LabelledPolicy,
  type PolicyLabels,
  policyLabels,
  policyModes,
  policyOfLabels,
  type SecurityPolicy,
} from "./policy.ts";
import type { PodParts } from "./standards/checked-pod.ts";
import { compareLevels, isSameLevel, type LevelVersion, levelText } from "./standards/level.ts";
import { SecurityStandards } from "./standards/security-standards.ts";
import { detailsOf, type Violation } from "./standards/violation.ts";

/** Everything that the plugin uses. */
export interface PodSecurityServices {
  readonly vocabulary: Vocabulary;
  readonly clock: Pick<Clock, "monotonicMs">;
  readonly metrics: MetricRegistry;
  readonly namespaces: ObjectReader<Namespace>;
  readonly pods: ObjectScanner<Pod>;
  /** Undefined: the default settings. */
  readonly settings: PodSecuritySettings | undefined;
  /** See `SecurityStandardsOptions`. */
  readonly trustsUserNamespaces: boolean;
}

/** A Pod or a template in a request, with the policy of its namespace. */
interface EvaluatedPod extends LabelledPolicy {
  readonly parts: PodParts;
  readonly resource: CountedResource;
}

/** The labels of an object. */
type ObjectLabels = DeepReadonly<Namespace>["metadata"]["labels"];

/** Returns the plugin. */
export function podSecurity(services: PodSecurityServices): AdmissionPlugin {
  const decisions = new PodSecurity(services);
  const templates = templateReaders(services.vocabulary);
  const podKey = resourceKey({ group: services.vocabulary.bind(pod.group), resource: pod.plural });
  return {
    validate: async (request) => {
      const key = resourceKey(request.resource);
      const templateOf = templates.get(key);
      if (templateOf) await decisions.checkTemplate(request, templateOf);
      else if (key === podKey) await decisions.checkPod(request);
      else await decisions.checkNamespace(request);
    },
  };
}

class PodSecurity {
  readonly #services: PodSecurityServices;
  readonly #standards: SecurityStandards;
  readonly #metrics: PodSecurityMetrics;
  readonly #labels: PolicyLabels;
  readonly #defaults: SecurityPolicy;
  readonly #exempt: { readonly users: Set<string>; readonly namespaces: Set<string>; readonly classes: Set<string> };
  /** Policies of namespaces, whose parsed objects are shared until they change. */
  readonly #policies = new WeakMap<object, LabelledPolicy>();

  constructor(services: PodSecurityServices) {
    const { defaults, exemptions } = services.settings ?? defaultSettings;
    this.#services = services;
    this.#standards = new SecurityStandards(services);
    this.#metrics = new PodSecurityMetrics(services.metrics, releaseMinor);
    this.#labels = policyLabels(services.vocabulary);
    this.#defaults = defaults;
    this.#exempt = {
      users: new Set(exemptions.usernames),
      namespaces: new Set(exemptions.namespaces),
      classes: new Set(exemptions.runtimeClasses),
    };
  }

  /** Rejects invalid labels. Warns about Pods that violate a new level, and about labels without effect. */
  async checkNamespace(request: AdmissionRequest): Promise<void> {
    const { object, oldObject, kind, name } = request;
    const labels = object?.metadata.labels;
    const { policy, errors } = this.#policyOf(labels);
    const old = oldObject && this.#policyOf(oldObject.metadata.labels);
    if (errors.length > 0 && !equalJson(errors, old?.errors ?? [])) throw invalid(kind, name, errors);
    if (old && !isTightened(policy.enforce, old.policy.enforce)) return;
    if (this.#exempt.namespaces.has(name)) this.#warnAboutExemption(request, labels, policy);
    else if (old) await this.#warnAboutPods(request, policy.enforce);
  }

  async #warnAboutPods(request: AdmissionRequest, level: LevelVersion): Promise<void> {
    const warnings = await existingPodWarnings(request.name, level, {
      ...this.#services,
      standards: this.#standards,
      isExempt: ({ spec }) => this.#isClassExempt(spec?.runtimeClassName),
    });
    for (const warning of warnings) request.warn(warning);
  }

  #warnAboutExemption(request: AdmissionRequest, labels: ObjectLabels, policy: SecurityPolicy): void {
    if (isPrivileged(policy) || areEquivalent(policy, this.#defaults)) return;
    const isLabelled = (label: string): boolean => labels?.[label] !== undefined;
    const shown = policyModes.filter((mode) => {
      const { level, version } = this.#labels[mode];
      return policy[mode].level !== "privileged" && (isLabelled(level) || isLabelled(version));
    });
    const text = shown.map((mode) => `${mode}=${levelText(policy[mode])}`).join(", ");
    const subject = `namespace ${goQuote(request.name)} is exempt from Pod Security`;
    request.warn(`${subject}, and the policy (${text}) will be ignored`);
  }

  /** Rejects a Pod that violates the enforced level. Updates that change no image are not checked. */
  async checkPod(request: AdmissionRequest): Promise<void> {
    const { namespace, object, oldObject } = request;
    if (this.#isRequestExempt(request, "pod")) return;
    const labelled = await this.#policyOfNamespace(namespace);
    if (!labelled) {
      this.#metrics.countError(request, "pod", true);
      throw internalError(`failed to lookup namespace ${goQuote(namespace)}`);
    }
    const { policy, errors } = labelled;
    if (errors.length === 0 && isPrivileged(policy)) {
      this.#metrics.countEvaluation(request, "pod", { isAllowed: true, mode: "enforce", level: policy.enforce });
      this.#annotate(request, "enforce-policy", levelText(policy.enforce));
      return;
    }
    if (oldObject && !changesImages(object as DeepReadonly<Pod>, oldObject)) return;
    this.#evaluate(request, { policy, errors, parts: object as DeepReadonly<Pod>, resource: "pod" });
  }

  /** Warns about a template that violates the levels for warnings. Nothing is enforced before Pods are created from it. */
  async checkTemplate(request: AdmissionRequest, templateOf: TemplateOf): Promise<void> {
    if (this.#isRequestExempt(request, "controller")) return;
    const labelled = await this.#policyOfNamespace(request.namespace);
    if (!labelled) {
      this.#metrics.countError(request, "controller", true);
      return;
    }
    const { policy, errors } = labelled;
    if (errors.length === 0 && policy.warn.level === "privileged" && policy.audit.level === "privileged") return;
    const template = templateOf(request.object as SharedObject);
    if (template) this.#evaluate(request, { policy, errors, parts: template, resource: "controller" });
  }

  #evaluate(request: AdmissionRequest, { policy, errors, parts, resource }: EvaluatedPod): void {
    if (this.#isClassExempt(parts.spec?.runtimeClassName)) {
      this.#metrics.countExemption(request, resource);
      this.#annotate(request, "exempt", "runtimeClass");
      return;
    }
    if (errors.length > 0) {
      this.#metrics.countError(request, resource, false);
      const faults = aggregateErrors(errors.map(formatFieldError));
      this.#annotate(request, "error", `Failed to parse policy: ${faults}`);
    }
    const { enforce, audit, warn } = policy;
    const known: { readonly level: LevelVersion; readonly violations: readonly Violation[] }[] = [];
    const violationsOf = (level: LevelVersion): readonly Violation[] => {
      const same = known.find((one) => isSameLevel(one.level, level));
      if (same) return same.violations;
      const violations = this.#standards.evaluate(level, parts);
      known.push({ level, violations });
      return violations;
    };
    const countDenied = (mode: keyof SecurityPolicy): void =>
      this.#metrics.countEvaluation(request, resource, { isAllowed: false, mode, level: policy[mode] });
    if (resource === "pod") this.#annotate(request, "enforce-policy", levelText(enforce));
    const enforced = resource === "pod" ? violationsOf(enforce) : [];
    if (enforced.length > 0) countDenied("enforce");
    else if (resource === "pod") {
      this.#metrics.countEvaluation(request, resource, { isAllowed: true, mode: "enforce", level: enforce });
    }
    const audited = violationsOf(audit);
    if (audited.length > 0) {
      this.#annotate(request, "audit-violations", `would violate ${violationText(audit, audited)}`);
      countDenied("audit");
    }
    if (enforced.length > 0) throw rejectedRequest(request, `violates ${violationText(enforce, enforced)}`);
    const warned = violationsOf(warn);
    if (warned.length === 0) return;
    request.warn(`would violate ${violationText(warn, warned)}`);
    countDenied("warn");
  }

  #isRequestExempt(request: AdmissionRequest, resource: CountedResource): boolean {
    const isNamespaceExempt = this.#exempt.namespaces.has(request.namespace);
    if (!isNamespaceExempt && !this.#exempt.users.has(request.user.name)) return false;
    this.#metrics.countExemption(request, resource);
    this.#annotate(request, "exempt", isNamespaceExempt ? "namespace" : "user");
    return true;
  }

  #annotate(request: AdmissionRequest, name: string, value: string): void {
    request.annotate(this.#services.vocabulary.bind(subLabel(`pod-security/${name}`)), value);
  }

  #isClassExempt(runtimeClassName: string | undefined): boolean {
    return runtimeClassName !== undefined && this.#exempt.classes.has(runtimeClassName);
  }

  async #policyOfNamespace(name: string): Promise<LabelledPolicy | undefined> {
    const found = await this.#services.namespaces.get("", name);
    if (!found) return undefined;
    const known = this.#policies.get(found);
    if (known) return known;
    const policy = this.#policyOf(found.metadata.labels);
    this.#policies.set(found, policy);
    return policy;
  }

  #policyOf(labels: ObjectLabels): LabelledPolicy {
    return policyOfLabels(labels, { names: this.#labels, defaults: this.#defaults });
  }
}

/** Whether Pods that conformed to the old level may violate the new one. */
function isTightened(level: LevelVersion, old: LevelVersion): boolean {
  if (level.level === "privileged") return false;
  return level.version !== old.version || compareLevels(level.level, old.level) > 0;
}

function violationText(level: LevelVersion, violations: readonly Violation[]): string {
  return `PodSecurity ${goQuote(levelText(level))}: ${detailsOf(violations)}`;
}
