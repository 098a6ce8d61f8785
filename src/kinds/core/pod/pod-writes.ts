/** What each way to write a Pod may change: the Pod itself and its subresources have rules of their own. */
import type { Pod } from "../../../api/index.ts";
import { type FieldError, forbiddenField } from "../../../meta/field-error.ts";
import type { HookContext } from "../../../schema/index.ts";
import { collect } from "../../reporting.ts";
import { ephemeralContainerErrors, keepAllButEphemeralContainers } from "../container/ephemeral-containers-update.ts";
import { mirrorAnnotation, podAnnotationChanges } from "./pod-annotations.ts";
import { keepAllButSizes, podResizeErrors } from "./pod-resize.ts";
import { reportOwnAnnotations } from "./pod-rules.ts";
import { podSpecUpdateErrors } from "./pod-spec-update.ts";
import { podStatusUpdateErrors } from "./pod-status-update.ts";

interface PodWrite {
  /** Puts back what this way does not write, beyond what the declaration says. */
  readonly prepare?: (pod: Pod, old: Pod) => void;
  readonly errors: (pod: Pod, old: Pod, context: HookContext) => readonly FieldError[];
}

/** By subresource; the empty name is the Pod itself. */
export const podWrites: Readonly<Record<string, PodWrite>> = {
  "": { errors: podUpdateErrors },
  status: { prepare: keepQosClass, errors: statusErrors },
  ephemeralcontainers: { prepare: keepAllButEphemeralContainers, errors: debuggingErrors },
  resize: {
    prepare: keepAllButSizes,
    errors: (pod, old, context) => podResizeErrors(pod, old, isStatic(old, context)),
  },
};

/** What annotations say is reported a second time, as clients know it. */
function podUpdateErrors(pod: Pod, old: Pod, { vocabulary, isEnabled }: HookContext): readonly FieldError[] {
  return [
    ...podAnnotationChanges(pod, old, vocabulary),
    ...collect((place) => reportOwnAnnotations(pod, place), "", { old, vocabulary, isEnabled }),
    ...podSpecUpdateErrors(pod, old),
  ];
}

/** Old agents forget the class, which never changes. */
function keepQosClass({ status }: Pod, old: Pod): void {
  if (status && old.status?.qosClass) status.qosClass ||= old.status.qosClass;
}

function statusErrors(pod: Pod, old: Pod, { vocabulary }: HookContext): readonly FieldError[] {
  return [...podAnnotationChanges(pod, old, vocabulary), ...podStatusUpdateErrors(pod, old)];
}

function debuggingErrors(pod: Pod, old: Pod, context: HookContext): readonly FieldError[] {
  if (isStatic(old, context)) return [forbiddenField("[]", "static pods do not support ephemeral containers")];
  return ephemeralContainerErrors(pod, old);
}

/** Whether a node runs the Pod by itself, so that nothing can be asked of it here. */
function isStatic({ metadata }: Pod, { vocabulary }: HookContext): boolean {
  return metadata.annotations?.[vocabulary.bind(mirrorAnnotation)] !== undefined;
}
