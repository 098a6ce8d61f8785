/** Seccomp and AppArmor profiles, which a Pod can name in annotations and in fields. The two must agree. */

import {
  appArmorPrefix,
  localProfilePrefix,
  seccompAnnotation,
  seccompPrefix,
} from "../../../api/core/v1/profile-annotations.ts";
import type { AppArmorProfile, Pod, PodSpec, SeccompProfile } from "../../../api/index.ts";
import { forbiddenField } from "../../../meta/field-error.ts";
import type { Labels } from "../../../meta/label-requirement.ts";
import type { HookContext, ValidationContext } from "../../../schema/index.ts";
import { at } from "../../reporting.ts";
import { appArmorAdvice } from "../annotation-warnings.ts";
import { placedContainers } from "../container/containers.ts";

/**
 * Annotation values for each profile type. The type `Localhost` has no fixed value, because its annotation names a
 * file.
 */
const seccompNames = { Unconfined: ["unconfined"], RuntimeDefault: ["runtime/default", "docker/default"] };
const appArmorNames = { Unconfined: ["unconfined"], RuntimeDefault: ["runtime/default"] };

/**
 * Writes the annotation of each container that has an AppArmor profile only as a field, and the field of each container
 * that has it only as an annotation. Warns about annotations. Changes `pod`.
 */
export function syncAppArmorProfiles(pod: Pod, { vocabulary, warn }: HookContext): void {
  const { metadata, spec } = pod;
  if (!spec || spec.os?.name === "windows") return;
  const podProfile = spec.securityContext?.appArmorProfile;
  const podAnnotation = appArmorAnnotation(podProfile);
  for (const { container } of placedContainers(spec)) {
    const key = vocabulary.bind(appArmorPrefix) + container.name;
    const annotation = metadata.annotations?.[key];
    const profile = container.securityContext?.appArmorProfile;
    if (annotation === undefined) {
      const text = profile ? appArmorAnnotation(profile) : podAnnotation;
      if (text !== undefined) metadata.annotations = { ...metadata.annotations, [key]: text };
    } else if (!profile && annotation !== podAnnotation) {
      warn?.(`metadata.annotations[${key}]: ${appArmorAdvice}`);
      const field = readAppArmorAnnotation(annotation);
      if (field) container.securityContext = { ...container.securityContext, appArmorProfile: field };
    }
  }
}

/** Returns the annotation for a profile. Undefined if the profile is absent or incomplete. */
function appArmorAnnotation(profile: AppArmorProfile | undefined): string | undefined {
  switch (profile?.type) {
    case "Unconfined":
    case "RuntimeDefault":
      return appArmorNames[profile.type][0];
    case "Localhost":
      return profile.localhostProfile === undefined ? undefined : localProfilePrefix + profile.localhostProfile;
    default:
      return undefined;
  }
}

/** Returns the profile that an annotation names. Undefined if it names none. */
function readAppArmorAnnotation(annotation: string): AppArmorProfile | undefined {
  if (annotation === "unconfined") return { type: "Unconfined" };
  if (annotation === "runtime/default") return { type: "RuntimeDefault" };
  const localhostProfile = annotation.startsWith(localProfilePrefix) ? annotation.slice(localProfilePrefix.length) : "";
  return localhostProfile ? { type: "Localhost", localhostProfile } : undefined;
}

/**
 * Reports profiles whose annotation and field name different profiles.
 * @param context at the Pod's spec
 */
export function reportProfileMatch(annotations: Labels, spec: PodSpec, context: ValidationContext): void {
  const { vocabulary } = context.write;
  const compare = (key: string, profile: Profile | undefined, place: Omit<Place, "context">): void => {
    const named = annotations[key];
    if (named !== undefined && profile) reportMatch(named, profile, { context, ...place });
  };
  const seccomp = { part: "securityContext.seccompProfile", names: seccompNames, what: "seccomp" };
  compare(vocabulary.bind(seccompAnnotation), spec.securityContext?.seccompProfile, seccomp);
  const containers = placedContainers(spec);
  for (const { container, part } of containers) {
    const key = vocabulary.bind(seccompPrefix) + container.name;
    compare(key, container.securityContext?.seccompProfile, { ...seccomp, part: `${part}.${seccomp.part}` });
  }
  if (spec.os?.name === "windows") return;
  for (const { container, part } of containers) {
    const profile = container.securityContext?.appArmorProfile ?? spec.securityContext?.appArmorProfile;
    const place = { part: `${part}.securityContext.appArmorProfile`, names: appArmorNames, what: "apparmor" };
    compare(vocabulary.bind(appArmorPrefix) + container.name, profile, place);
  }
}

type Profile = SeccompProfile | AppArmorProfile;

interface Place {
  readonly context: ValidationContext;
  readonly part: string;
  readonly names: Readonly<Record<"Unconfined" | "RuntimeDefault", readonly string[]>>;
  readonly what: string;
}

function reportMatch(named: string, { type, localhostProfile }: Profile, { context, part, names, what }: Place): void {
  const reject = (field: string, aspect: string): void => {
    const why = `${what} ${aspect} in annotation and field must match`;
    context.report(forbiddenField(at(context, `${part}.${field}`), why));
  };
  if (type === "Unconfined" || type === "RuntimeDefault") {
    if (!names[type].includes(named)) reject("type", "type");
  } else if (type === "Localhost") {
    if (!named.startsWith(localProfilePrefix)) reject("type", "type");
    else if (named !== localProfilePrefix + (localhostProfile ?? "")) reject("localhostProfile", "profile");
  }
}
