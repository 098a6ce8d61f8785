/** Annotations that mean something for a Pod. */
import type { Pod } from "../../api/index.ts";
import { type FieldError, forbiddenField, invalidField } from "../../meta/field-error.ts";
import { readGoInt } from "../../meta/go-int.ts";
import { label, subLabel, type Vocabulary } from "../../meta/vocabulary.ts";

/** Marks the image of a Pod that a node runs by itself. */
export const mirrorAnnotation = label("config.mirror");
const deletionCostAnnotation = subLabel("controller/pod-deletion-cost");
/** Followed by a container's name. */
const appArmorPrefix = subLabel("container.apparmor.security.beta/");

export function podAnnotationErrors({ metadata, spec }: Pod, vocabulary: Vocabulary): FieldError[] {
  const annotations = metadata.annotations ?? {};
  const mirror = vocabulary.bind(mirrorAnnotation);
  const cost = vocabulary.bind(deletionCostAnnotation);
  const errors: FieldError[] = [];
  if (annotations[mirror] !== undefined && !spec?.nodeName) {
    const why = "must set spec.nodeName if mirror pod annotation is set";
    errors.push(invalidField(pathOf(mirror), annotations[mirror], why));
  }
  if (annotations[cost] !== undefined && !isPlainInt32(annotations[cost])) {
    errors.push(invalidField(pathOf(cost), annotations[cost], "must be a 32bit integer"));
  }
  return errors;
}

/** Without a plus and without leading zeros. */
function isPlainInt32(text: string): boolean {
  return /^(?:0|-?[1-9]\d*)$/.test(text) && typeof readGoInt(text, 32) === "bigint";
}

/** Some annotations stand as they were when the Pod was made. */
export function podAnnotationChanges(pod: Pod, old: Pod, vocabulary: Vocabulary): FieldError[] {
  const [now, before] = [pod.metadata.annotations ?? {}, old.metadata.annotations ?? {}];
  const names = protectedNames(vocabulary);
  const refuse = (key: string, how: string): FieldError[] => {
    const what = names(key);
    return what === undefined ? [] : [forbiddenField(pathOf(key), `may not ${how} ${what}`)];
  };
  return [
    ...Object.keys(before).flatMap((key) => (now[key] === before[key] ? [] : refuse(key, "remove or update"))),
    ...Object.keys(now).flatMap((key) => (Object.hasOwn(before, key) ? [] : refuse(key, "add"))),
  ];
}

/** What messages call the annotation, if it is one of those. */
function protectedNames(vocabulary: Vocabulary): (key: string) => string | undefined {
  const mirror = vocabulary.bind(mirrorAnnotation);
  const appArmor = vocabulary.bind(appArmorPrefix);
  return (key) => {
    if (key === mirror) return "mirror pod annotation";
    return key.startsWith(appArmor) ? "AppArmor annotations" : undefined;
  };
}

function pathOf(key: string): string {
  return `metadata.annotations[${key}]`;
}
