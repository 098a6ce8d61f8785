/** The policy of a namespace: which level Pods must not violate, and which violations are only reported. */
import { type FieldError, invalidField } from "../../meta/field-error.ts";
import { subLabel, type Vocabulary } from "../../meta/vocabulary.ts";
import {
  compareLevels,
  isSameLevel,
  isVersion,
  type LevelVersion,
  latestVersion,
  type SecurityLevel,
  securityLevel,
  securityLevels,
} from "./standards/level.ts";

/** The consequences of a violation: rejection, an entry in the audit log, or a warning to the client. */
export const policyModes = ["enforce", "audit", "warn"] as const;

/** The consequence of a violation. */
export type PolicyMode = (typeof policyModes)[number];

/** The level of each mode. */
export type SecurityPolicy = Readonly<Record<PolicyMode, LevelVersion>>;

/** A policy, and the errors of the labels that describe it. */
export interface LabelledPolicy {
  readonly policy: SecurityPolicy;
  readonly errors: readonly FieldError[];
}

/** Names of the labels of one mode. */
interface LabelNames {
  readonly level: string;
  readonly version: string;
}

/** Names of the labels of namespaces, by mode. */
export type PolicyLabels = Readonly<Record<PolicyMode, LabelNames>>;

/** Returns the names of the labels in a vocabulary. */
export function policyLabels(vocabulary: Vocabulary): PolicyLabels {
  const namesOf = (mode: PolicyMode): LabelNames => ({
    level: vocabulary.bind(subLabel(`pod-security/${mode}`)),
    version: vocabulary.bind(subLabel(`pod-security/${mode}-version`)),
  });
  return { enforce: namesOf("enforce"), audit: namesOf("audit"), warn: namesOf("warn") };
}

/** The rule that messages about unknown levels state. */
export const levelRule = `must be one of ${securityLevels.join(", ")}`;
/** The rule that messages about malformed versions state. */
export const versionRule = 'must be "latest" or "v1.x"';

/**
 * Returns the policy of a namespace. With an invalid label there is a policy, too: `enforce` becomes restricted, and the other modes
 * privileged.
 */
export function policyOfLabels(
  labels: Readonly<Record<string, string>> | undefined,
  { names, defaults }: { readonly names: PolicyLabels; readonly defaults: SecurityPolicy },
): LabelledPolicy {
  if (!labels) return { policy: defaults, errors: [] };
  const errors: FieldError[] = [];
  const readMode = (mode: PolicyMode, levelIfInvalid: SecurityLevel): LevelVersion => {
    const { level, version } = names[mode];
    return {
      level: readLabel(labels, level, {
        absent: defaults[mode].level,
        read: securityLevel,
        invalid: levelIfInvalid,
        rule: levelRule,
        errors,
      }),
      version: readLabel(labels, version, {
        absent: defaults[mode].version,
        read: (text) => (isVersion(text) ? text : undefined),
        invalid: latestVersion,
        rule: versionRule,
        errors,
      }),
    };
  };
  const enforce = readMode("enforce", "restricted");
  const audit = readMode("audit", "privileged");
  const warn = readMode("warn", "privileged");
  return { policy: { enforce, audit, warn: withEnforcedLevel(warn, enforce, { labels, names }) }, errors };
}

/** Returns the level of warnings. Unless a label sets it, it is at least the level that another label enforces. */
function withEnforcedLevel(
  warn: LevelVersion,
  enforce: LevelVersion,
  { labels, names }: { readonly labels: Readonly<Record<string, string>>; readonly names: PolicyLabels },
): LevelVersion {
  const isEnforced = securityLevel(labels[names.enforce.level] ?? "") !== undefined;
  if (!isEnforced || labels[names.warn.level] !== undefined) return warn;
  if (compareLevels(enforce.level, warn.level) <= 0) return warn;
  return labels[names.warn.version] === undefined ? enforce : { ...warn, level: enforce.level };
}

function readLabel<T>(
  labels: Readonly<Record<string, string>>,
  name: string,
  options: {
    readonly absent: T;
    readonly read: (text: string) => T | undefined;
    readonly invalid: T;
    readonly rule: string;
    readonly errors: FieldError[];
  },
): T {
  const text = labels[name];
  if (text === undefined) return options.absent;
  const value = options.read(text);
  if (value !== undefined) return value;
  options.errors.push(invalidField(`metadata.labels[${name}]`, text, options.rule));
  return options.invalid;
}

/** Whether the policy neither rejects nor reports anything. */
export function isPrivileged(policy: SecurityPolicy): boolean {
  return policyModes.every((mode) => policy[mode].level === "privileged");
}

/** Whether two policies have the same effect. The version of the level privileged has none. */
export function areEquivalent(one: SecurityPolicy, other: SecurityPolicy): boolean {
  return policyModes.every((mode) => {
    const isAnyPrivileged = one[mode].level === "privileged" && other[mode].level === "privileged";
    return isAnyPrivileged || isSameLevel(one[mode], other[mode]);
  });
}
