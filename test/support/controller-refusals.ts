/**
 * Tests of validation rules that Deployments, ReplicaSets, DaemonSets, StatefulSets and ReplicationControllers share.
 * Each function registers the tests of one part of the object. The rule IDs in its arguments are those of
 * `conformance/validation.json`, such as `StatefulSet#17`.
 */
import {
  addTierLabel,
  changeTemplateLabels,
  clearSelector,
  emptySelector,
  mismatchedTemplateCause,
  missingSelectorCause,
  notNegative,
  selectorWithTier,
  selectorWithUnknownOperator,
  specWith,
  statusWith,
  useUnknownOperator,
} from "./controllers.ts";
import type { Refusals } from "./refusals.ts";

/** Registers the tests of the Pod template. `kind` is the name in the message about `activeDeadlineSeconds`. */
export function refuseTemplates(
  refusals: Refusals,
  kind: string,
  rules: { readonly labels: string; readonly restartPolicy: string; readonly activeDeadlineSeconds: string },
): void {
  refusals.create(
    `[${rules.labels}] a template whose labels the selector does not match is rejected`,
    changeTemplateLabels,
    [mismatchedTemplateCause],
  );
  refusals.create(
    `[${rules.restartPolicy}] a template with restartPolicy OnFailure is rejected`,
    ({ spec }) => {
      spec.template.spec.restartPolicy = "OnFailure";
    },
    ['spec.template.spec.restartPolicy: Unsupported value: "OnFailure": supported values: "Always"'],
  );
  refusals.create(
    `[${rules.activeDeadlineSeconds}] a template with activeDeadlineSeconds is rejected`,
    ({ spec }) => {
      spec.template.spec.activeDeadlineSeconds = 5;
    },
    [`spec.template.spec.activeDeadlineSeconds: Forbidden: activeDeadlineSeconds in ${kind} is not Supported`],
  );
}

/** Registers the tests of the label selector. `rules` omits the rules that the kind does not have. */
export function refuseSelectors(
  refusals: Refusals,
  rules: {
    readonly required?: string;
    readonly notEmpty: string;
    /** Kind that the message about an empty selector names. */
    readonly emptyFor: string;
    readonly readable?: string;
    /** End of the message about an invalid selector. */
    readonly unreadable?: string;
    readonly immutable?: string;
  },
): void {
  const { required, notEmpty, emptyFor, readable, unreadable = "", immutable } = rules;
  if (required !== undefined) {
    refusals.create(`[${required}] a spec without a selector is rejected`, specWith({ selector: undefined }), [
      "spec.selector: Required value",
      missingSelectorCause,
    ]);
  }
  refusals.create(`[${notEmpty}] an empty selector is rejected`, clearSelector, [
    `spec.selector: Invalid value: ${emptySelector}: empty selector is invalid for ${emptyFor}`,
  ]);
  if (readable !== undefined) {
    refusals.create(`[${readable}] a selector with an unknown operator is rejected`, useUnknownOperator, [
      'spec.selector.matchExpressions[0].operator: Invalid value: "Near": not a valid selector operator',
      `spec.selector: Invalid value: ${selectorWithUnknownOperator}${unreadable}`,
    ]);
  }
  if (immutable !== undefined) {
    refusals.update(`[${immutable}] an update that changes the selector is rejected`, {
      change: addTierLabel,
      causes: [`spec.selector: Invalid value: ${selectorWithTier}: field is immutable`],
    });
  }
}

/**
 * Registers tests of integer fields of the spec that may be 0 but not negative. `rules` maps each rule ID to its field.
 */
export function refuseNegativeFields(refusals: Refusals, rules: Readonly<Record<string, string>>): void {
  for (const [rule, field] of Object.entries(rules)) {
    refusals.create(`[${rule}] a negative ${field} is rejected`, specWith({ [field]: -1 }), [
      `spec.${field}: Invalid value: -1: ${notNegative}`,
    ]);
    refusals.accepts(`${field} may be 0`, specWith({ [field]: 0 }));
  }
}

/**
 * Registers tests of counts in the status that must not be negative. `rules` maps each rule ID to its field. The fields
 * after it must be negative in the same test, because they may not exceed it.
 */
export function refuseNegativeCounts(refusals: Refusals, rules: Readonly<Record<string, readonly string[]>>): void {
  for (const [rule, fields] of Object.entries(rules)) {
    refusals.update(`[${rule}] a negative status.${fields[0]} is rejected`, {
      subresource: "status",
      change: statusWith(Object.fromEntries(fields.map((field) => [field, -1]))),
      causes: fields.map((field) => `status.${field}: Invalid value: -1: ${notNegative}`),
    });
  }
}

/**
 * Registers tests of counts in the status that may not exceed `status.replicas`. `rules` maps each rule ID to its
 * field.
 */
export function refuseLargeCounts(refusals: Refusals, rules: Readonly<Record<string, string>>): void {
  for (const [rule, field] of Object.entries(rules)) {
    refusals.update(`[${rule}] a status.${field} above status.replicas is rejected`, {
      subresource: "status",
      change: statusWith({ replicas: 2, [field]: 3 }),
      causes: [`status.${field}: Invalid value: 3: cannot be greater than status.replicas`],
    });
  }
}

/** Registers tests of `status.availableReplicas`. `ready` is the name of the count of ready Pods in messages. */
export function refuseAvailableCounts(
  refusals: Refusals,
  ready: string,
  rules: { readonly withinReplicas: string; readonly withinReady: string },
): void {
  const refuse = (title: string, status: { availableReplicas: number }, limits: readonly string[]): void => {
    const { availableReplicas } = status;
    refusals.update(title, {
      subresource: "status",
      change: statusWith({ replicas: 2, ...status }),
      causes: limits.map(
        (limit) => `status.availableReplicas: Invalid value: ${availableReplicas}: cannot be greater than ${limit}`,
      ),
    });
  };
  const aboveReplicas = { readyReplicas: 2, availableReplicas: 3 };
  const aboveReady = { readyReplicas: 1, availableReplicas: 2 };
  const title = "a status.availableReplicas above";
  refuse(`[${rules.withinReplicas}] ${title} status.replicas is rejected`, aboveReplicas, ["status.replicas", ready]);
  refuse(`[${rules.withinReady}] ${title} status.readyReplicas is rejected`, aboveReady, [ready]);
}

/**
 * Registers a test that `status.collisionCount` never decreases from 2. `lower` is the new value; undefined removes the
 * field.
 */
export function refuseLostCollisions(refusals: Refusals, rule: string, lower: 1 | undefined): void {
  refusals.update(`[${rule}] a decreasing status.collisionCount is rejected`, {
    subresource: "status",
    beforeStatus: statusWith({ collisionCount: 2 }),
    change: statusWith({ collisionCount: lower }),
    causes: [`status.collisionCount: Invalid value: ${lower ?? 0}: cannot be decremented`],
  });
}
