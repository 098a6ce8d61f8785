/** Rules of Job specs, in Jobs and in the Job templates of CronJobs. */
import { type JobSpec, jobSpec } from "../../api/batch/v1/job-spec.ts";
import { invalidField, notSupportedField, requiredField, tooLongField } from "../../meta/field-error.ts";
import { checkFormat } from "../../meta/formats.ts";
import { type ErrorOrderEntry, type RuleEntry, rulesFor, type ValidationContext } from "../../schema/index.ts";
import { at } from "../reporting.ts";
import { reportFailurePolicy } from "./pod-failure-policy-rules.ts";
import { reportSuccessPolicy } from "./success-policy-rules.ts";

const specOrder: readonly ErrorOrderEntry[] = [
  [
    "parallelism",
    "completions",
    "activeDeadlineSeconds",
    "backoffLimit",
    "ttlSecondsAfterFinished",
    "backoffLimitPerIndex",
    "maxFailedIndexes",
    "managedBy",
  ],
  "completionMode",
  {
    list: "podFailurePolicy.rules",
    order: [
      "action",
      "onExitCodes.operator",
      "onExitCodes.containerName",
      "onExitCodes.values",
      { list: "onPodConditions", order: ["type", "status"] },
      "",
    ],
  },
  "successPolicy",
  "podReplacementPolicy",
  "template",
  "selector",
  "template.metadata.labels",
];

/** Validation of Job specs, in Jobs and in CronJobs. */
export const jobSpecRules: readonly RuleEntry[] = [
  rulesFor(jobSpec, {
    validate: reportSpec,
    validateLast: reportLast,
    // In a CronJob a selector is forbidden as a whole.
    skipped: (_, context) => (context.path() === "spec" ? [] : ["selector"]),
    order: specOrder,
  }),
];

const indexedParallelismMax = 100_000;
const failedIndexesMax = 100_000;
/** Number of completions above which `manyCompletionsMax` applies, if the Job has a backoff limit per index. */
const completionsSoftMax = 100_000;
const manyCompletionsMax = 10_000;

function reportSpec(spec: JobSpec, context: ValidationContext): void {
  reportFailurePolicy(spec, context);
  reportSuccessPolicy(spec, context);
  reportReplacement(spec, context);
}

/** Reports errors across fields. Runs after the rules of the fields themselves. */
function reportLast(spec: JobSpec, context: ValidationContext): void {
  const { maxFailedIndexes, backoffLimitPerIndex, managedBy, completionMode } = spec;
  if (maxFailedIndexes !== undefined && backoffLimitPerIndex === undefined) {
    context.report(requiredField(at(context, "backoffLimitPerIndex"), "when maxFailedIndexes is specified"));
  }
  if (managedBy !== undefined) reportManager(managedBy, context);
  // The schema reports an unknown mode.
  if (completionMode === "Indexed") reportIndexed(spec, context);
  else if (completionMode === undefined || completionMode === "NonIndexed") reportNotIndexed(spec, context);
  reportRestartPolicy(spec, context);
}

const managerBytesMax = 63;
const managerPathText = "[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+";
const managerPath = new RegExp(`^${managerPathText}$`);

function reportManager(name: string, context: ValidationContext): void {
  const path = (): string => at(context, "managedBy");
  const slash = name.indexOf("/");
  if (name === "") {
    context.report(requiredField(path()));
  } else if (slash <= 0 || slash === name.length - 1) {
    context.report(invalidField(path(), name, 'must be a domain-prefixed path (such as "acme.io/foo")'));
  } else {
    const [host, rest] = [name.slice(0, slash), name.slice(slash + 1)];
    for (const message of checkFormat("dns1123Subdomain", host)) context.report(invalidField(path(), host, message));
    if (!managerPath.test(rest)) {
      const why = `Invalid path (regex used for validation is '${managerPathText}')`;
      context.report(invalidField(path(), rest, why));
    }
  }
  if (Buffer.byteLength(name) > managerBytesMax) context.report(tooLongField(path(), managerBytesMax));
}

function reportIndexed(spec: JobSpec, context: ValidationContext): void {
  const { completions, parallelism = 0, maxFailedIndexes } = spec;
  const reportMost = bounds(context);
  if (completions === undefined) {
    context.report(requiredField(at(context, "completions"), "when completion mode is Indexed"));
  }
  reportMost("parallelism", parallelism, {
    max: indexedParallelismMax,
    shown: `${indexedParallelismMax} when completion mode is Indexed`,
  });
  if (maxFailedIndexes !== undefined) {
    if (completions !== undefined) {
      reportMost("maxFailedIndexes", maxFailedIndexes, { max: completions, shown: "completions" });
    }
    reportMost("maxFailedIndexes", maxFailedIndexes, { max: failedIndexesMax, shown: String(failedIndexesMax) });
  }
  reportManyCompletions(spec, context);
}

function reportManyCompletions(spec: JobSpec, context: ValidationContext): void {
  const { completions = 0, parallelism = 0, maxFailedIndexes, backoffLimitPerIndex } = spec;
  if (completions <= completionsSoftMax || backoffLimitPerIndex === undefined) return;
  if (maxFailedIndexes === undefined) {
    const why = `must be specified when completions is above ${completionsSoftMax}`;
    context.report(requiredField(at(context, "maxFailedIndexes"), why));
  }
  const when = `when completions are above ${completionsSoftMax} and used with backoff limit per index`;
  const bound = { max: manyCompletionsMax, shown: `${manyCompletionsMax} ${when}` };
  const reportMost = bounds(context);
  reportMost("parallelism", parallelism, bound);
  reportMost("maxFailedIndexes", maxFailedIndexes ?? 0, bound);
}

interface Bound {
  readonly max: number;
  /** Text of the limit in the message. */
  readonly shown: string;
}

function bounds(context: ValidationContext): (field: string, value: number, bound: Bound) => void {
  return (field, value, { max, shown }) => {
    if (value > max) context.report(invalidField(at(context, field), value, `must be less than or equal to ${shown}`));
  };
}

function reportNotIndexed(spec: JobSpec, context: ValidationContext): void {
  for (const field of ["backoffLimitPerIndex", "maxFailedIndexes"] as const) {
    if (spec[field] === undefined) continue;
    context.report(invalidField(at(context, field), spec[field], "requires indexed completion mode"));
  }
}

/**
 * Reports an invalid replacement policy. A failure policy requires `Failed`, because it is applied when Pods have
 * ended.
 */
function reportReplacement({ podReplacementPolicy, podFailurePolicy }: JobSpec, context: ValidationContext): void {
  const allowed: readonly string[] = podFailurePolicy ? ["Failed"] : ["Failed", "TerminatingOrFailed"];
  if (podReplacementPolicy === undefined || allowed.includes(podReplacementPolicy)) return;
  context.report(notSupportedField(at(context, "podReplacementPolicy"), podReplacementPolicy, allowed));
}

/** Reports a restart policy with which Pods would never end. */
function reportRestartPolicy({ template, podFailurePolicy }: JobSpec, context: ValidationContext): void {
  const restartPolicy = template.spec?.restartPolicy ?? "";
  const path = (): string => at(context, "template.spec.restartPolicy");
  if (restartPolicy === "Always" || restartPolicy === "") {
    context.report(requiredField(path(), 'valid values: "OnFailure", "Never"'));
  } else if (restartPolicy !== "OnFailure" && restartPolicy !== "Never") {
    context.report(notSupportedField(path(), restartPolicy, ["OnFailure", "Never"]));
  } else if (podFailurePolicy && restartPolicy !== "Never") {
    const why = 'only "Never" is supported when podFailurePolicy is specified';
    context.report(invalidField(path(), restartPolicy, why));
  }
}
