/** Rules of the annotations that have a meaning for Pods. */
import {
  appArmorPrefix,
  localProfilePrefix,
  seccompAnnotation,
  seccompPrefix,
} from "../../../api/core/v1/profile-annotations.ts";
import type { Pod, PodSpec } from "../../../api/index.ts";
import type { DeepReadonly } from "../../../base/deep-readonly.ts";
import { DecodeError } from "../../../codec/index.ts";
import { type FieldError, forbiddenField, invalidField } from "../../../meta/field-error.ts";
import { checkFormat } from "../../../meta/formats.ts";
import { readGoInt } from "../../../meta/go-int.ts";
import { goQuote } from "../../../meta/go-quote.ts";
import type { Labels } from "../../../meta/label-requirement.ts";
import { label, subLabel, type Vocabulary } from "../../../meta/vocabulary.ts";
import type { ValidationContext } from "../../../schema/index.ts";
import { at, within } from "../../reporting.ts";
import { placedContainers } from "../container/containers.ts";
import { readTolerations } from "../scheduling/annotated-tolerations.ts";
import { reportToleration } from "../scheduling/toleration-rules.ts";

/** Marks a mirror Pod: the image in the API of a static Pod, which a node runs without the API server. */
export const mirrorAnnotation = label("config.mirror");
const deletionCostAnnotation = subLabel("controller/pod-deletion-cost");
const tolerationsAnnotation = subLabel("scheduler.alpha/tolerations");

/** The annotations of a Pod or of a Pod template, with what their rules need. */
export interface Annotated {
  readonly annotations: Labels;
  readonly spec: PodSpec | undefined;
  /** Annotations of the object that is replaced. Undefined on create. */
  readonly old: Labels | undefined;
}

/**
 * Reports invalid annotations of a Pod.
 * @param context at the annotations
 */
export function reportPodAnnotations({ annotations, spec, old }: Annotated, context: ValidationContext): void {
  const { vocabulary, isEnabled } = context.write;
  const mirror = vocabulary.bind(mirrorAnnotation);
  if (annotations[mirror] !== undefined && !spec?.nodeName) {
    const why = "must set spec.nodeName if mirror pod annotation is set";
    context.report(invalidField(at(context, `[${mirror}]`), annotations[mirror], why));
  }
  reportTolerations(annotations, context);
  const cost = vocabulary.bind(deletionCostAnnotation);
  if (isEnabled("PodDeletionCost") && !isCost(annotations[cost]) && isCost(old?.[cost])) {
    context.report(invalidField(at(context, `[${cost}]`), annotations[cost], "must be a 32bit integer"));
  }
  reportSeccomp(annotations, context);
  reportAppArmor(annotations, spec, context);
}

function reportTolerations(annotations: Labels, context: ValidationContext): void {
  const key = context.write.vocabulary.bind(tolerationsAnnotation);
  const text = annotations[key];
  if (!text) return;
  try {
    readTolerations(text, "core").forEach((one, index) => reportToleration(one, within(context, `${key}[${index}]`)));
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    context.report(invalidField(at(context, ""), key, error.message));
  }
}

/** Whether the text is a valid deletion cost: a 32-bit integer without a plus sign and without leading zeros. */
function isCost(text: string | undefined): boolean {
  return text === undefined || (/^(?:0$|[-1-9])/.test(text) && typeof readGoInt(text, 32) === "bigint");
}

function reportSeccomp(annotations: Labels, context: ValidationContext): void {
  const { vocabulary } = context.write;
  const pod = vocabulary.bind(seccompAnnotation);
  const container = vocabulary.bind(seccompPrefix);
  for (const [key, profile] of Object.entries(annotations)) {
    if (key !== pod && !key.startsWith(container)) continue;
    const shown = profile.startsWith(localProfilePrefix) ? profile.slice(localProfilePrefix.length) : profile;
    for (const message of checkFormat("seccompAnnotation", profile)) {
      context.report(invalidField(at(context, key), shown, message));
    }
  }
}

const appArmorProfiles = ["", "runtime/default", "unconfined"];

function reportAppArmor(annotations: Labels, spec: PodSpec | undefined, context: ValidationContext): void {
  const prefix = context.write.vocabulary.bind(appArmorPrefix);
  const keys = Object.keys(annotations).filter((key) => key.startsWith(prefix));
  if (keys.length === 0) return;
  const names = new Set(spec ? placedContainers(spec).map(({ container }) => container.name) : []);
  for (const key of keys) {
    const path = at(context, `[${key}]`);
    const name = key.slice(prefix.length);
    const profile = annotations[key] ?? "";
    if (!names.has(name)) context.report(invalidField(path, name, "container not found"));
    if (appArmorProfiles.includes(profile) || profile.startsWith(localProfilePrefix)) continue;
    context.report(invalidField(path, profile, `invalid AppArmor profile name: ${goQuote(profile)}`));
  }
}

/** Returns an error for each annotation that was changed although it is immutable. */
export function podAnnotationChanges(pod: Pod, old: DeepReadonly<Pod>, vocabulary: Vocabulary): FieldError[] {
  const [now, before] = [pod.metadata.annotations ?? {}, old.metadata.annotations ?? {}];
  const names = protectedNames(vocabulary);
  const reject = (key: string, how: string): FieldError[] => {
    const what = names(key);
    return what === undefined ? [] : [forbiddenField(`metadata.annotations[${key}]`, `may not ${how} ${what}`)];
  };
  return [
    ...Object.keys(before).flatMap((key) => (now[key] === before[key] ? [] : reject(key, "remove or update"))),
    ...Object.keys(now).flatMap((key) => (Object.hasOwn(before, key) ? [] : reject(key, "add"))),
  ];
}

/**
 * Returns a function that names an immutable annotation for error messages. It returns undefined for other annotations.
 */
function protectedNames(vocabulary: Vocabulary): (key: string) => string | undefined {
  const mirror = vocabulary.bind(mirrorAnnotation);
  const appArmor = vocabulary.bind(appArmorPrefix);
  return (key) => {
    if (key === mirror) return "mirror pod annotation";
    return key.startsWith(appArmor) ? "AppArmor annotations" : undefined;
  };
}
