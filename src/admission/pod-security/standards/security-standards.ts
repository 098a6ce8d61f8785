/** Evaluates Pods by the checks of a level. Needs nothing but the Pod, so it also works without a cluster. */
import { appArmorPrefix, seccompAnnotation, seccompPrefix } from "../../../api/core/v1/profile-annotations.ts";
import type { Vocabulary } from "../../../meta/vocabulary.ts";
import type { AnnotationNames, CheckedPod, PodCheck, PodParts } from "./checked-pod.ts";
import { type LevelVersion, minorOf, type SecurityLevel } from "./level.ts";
import type { SecurityCheck } from "./security-check.ts";
import { securityChecks } from "./security-checks.ts";
import type { Violation } from "./violation.ts";

/** Settings of the evaluation. */
export interface SecurityStandardsOptions {
  readonly vocabulary: Vocabulary;
  /**
   * Whether every node of the cluster gives each Pod with `hostUsers: false` a separate user namespace. Being root in one is
   * harmless.
   */
  readonly trustsUserNamespaces: boolean;
}

/** The second number of the newest release that changes a check. */
export const newestCheckMinor: number = Math.max(
  ...securityChecks.flatMap(({ versions }) => versions.map(({ sinceMinor }) => sinceMinor)),
);

/** The checks of all levels and versions. */
export class SecurityStandards {
  readonly #names: AnnotationNames;
  readonly #trustsUserNamespaces: boolean;
  /** Checks by level and the second number of the version. Each list is made with its first Pod. */
  readonly #checks: Readonly<Record<SecurityLevel, (readonly PodCheck[])[]>> = {
    privileged: [],
    baseline: [],
    restricted: [],
  };

  constructor({ vocabulary, trustsUserNamespaces }: SecurityStandardsOptions) {
    this.#trustsUserNamespaces = trustsUserNamespaces;
    this.#names = {
      seccompOfPod: vocabulary.bind(seccompAnnotation),
      seccompPrefix: vocabulary.bind(seccompPrefix),
      appArmorPrefix: vocabulary.bind(appArmorPrefix),
    };
  }

  /** Returns the violations of a level by a Pod or a template, in the order of the checks. */
  evaluate({ level, version }: LevelVersion, pod: PodParts): readonly Violation[] {
    if (level === "privileged") return [];
    const checks = this.#checksOf(level, Math.min(minorOf(version), newestCheckMinor));
    const checkedPod = this.#checkedPod(pod);
    const violations: Violation[] = [];
    for (const check of checks) {
      const violation = check(checkedPod);
      if (violation) violations.push(violation);
    }
    return violations;
  }

  #checksOf(level: SecurityLevel, minor: number): readonly PodCheck[] {
    const lists = this.#checks[level];
    lists[minor] ??= checksOf(level, minor);
    return lists[minor];
  }

  #checkedPod({ metadata, spec = { containers: [] } }: PodParts): CheckedPod {
    const { initContainers = [], containers, ephemeralContainers = [] } = spec;
    return {
      spec,
      annotations: metadata?.annotations ?? {},
      names: this.#names,
      containers: [...initContainers, ...containers, ...ephemeralContainers],
      isUserNamespaceTrusted: this.#trustsUserNamespaces && spec.hostUsers === false,
    };
  }
}

/** Returns the checks of a level in a version. A check that another one includes is left out. */
function checksOf(level: SecurityLevel, minor: number): readonly PodCheck[] {
  const inForce = securityChecks.flatMap((one) => {
    const check = one.level === "baseline" || level === "restricted" ? formAt(one, minor) : undefined;
    return check ? [{ ...one, check }] : [];
  });
  const included = new Set(inForce.map(({ includes }) => includes));
  return inForce.filter(({ id }) => !included.has(id)).map(({ check }) => check);
}

function formAt({ versions }: SecurityCheck, minor: number): PodCheck | undefined {
  return versions.findLast(({ sinceMinor }) => sinceMinor <= minor)?.check;
}
