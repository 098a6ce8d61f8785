/** Rules for each way to update a Pod: through the Pod itself or one of its subresources. */
import type { Pod } from "../../../api/index.ts";
import type { DeepReadonly } from "../../../base/deep-readonly.ts";
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
  /** Restores fields that this way must not change, beyond those that the declaration of the subresource names. */
  readonly prepare?: (pod: Pod, old: DeepReadonly<Pod>) => void;
  readonly errors: (pod: Pod, old: DeepReadonly<Pod>, context: HookContext) => readonly FieldError[];
}

/** Rules by subresource. The empty name stands for the Pod itself. */
export const podWrites: Readonly<Record<string, PodWrite>> = {
  "": { errors: podUpdateErrors },
  status: { prepare: keepQosClass, errors: statusErrors },
  ephemeralcontainers: { prepare: keepAllButEphemeralContainers, errors: debuggingErrors },
  resize: {
    prepare: keepAllButSizes,
    errors: (pod, old, context) => podResizeErrors(pod, old, isStatic(old, context)),
  },
};

/** Returns the errors of an update of the Pod itself. The reference reports invalid annotations twice on updates. */
function podUpdateErrors(
  pod: Pod,
  old: DeepReadonly<Pod>,
  { vocabulary, isEnabled }: HookContext,
): readonly FieldError[] {
  return [
    ...podAnnotationChanges(pod, old, vocabulary),
    ...collect((place) => reportOwnAnnotations(pod, place), "", { old, vocabulary, isEnabled }),
    ...podSpecUpdateErrors(pod, old),
  ];
}

/** Keeps the class, which is immutable, if a client leaves it out. Older node agents do so. */
function keepQosClass({ status }: Pod, old: DeepReadonly<Pod>): void {
  if (status && old.status?.qosClass) status.qosClass ||= old.status.qosClass;
}

function statusErrors(pod: Pod, old: DeepReadonly<Pod>, { vocabulary }: HookContext): readonly FieldError[] {
  return [...podAnnotationChanges(pod, old, vocabulary), ...podStatusUpdateErrors(pod, old)];
}

function debuggingErrors(pod: Pod, old: DeepReadonly<Pod>, context: HookContext): readonly FieldError[] {
  if (isStatic(old, context)) return [forbiddenField("[]", "static pods do not support ephemeral containers")];
  return ephemeralContainerErrors(pod, old);
}

/** Whether it is the mirror Pod of a static Pod. Its node runs it without the API server, which cannot change it. */
function isStatic({ metadata }: DeepReadonly<Pod>, { vocabulary }: HookContext): boolean {
  return metadata.annotations?.[vocabulary.bind(mirrorAnnotation)] !== undefined;
}
