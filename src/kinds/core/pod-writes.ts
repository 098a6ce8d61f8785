/** What each way to write a Pod may change: the Pod itself and its subresources have rules of their own. */
import type { Pod } from "../../api/index.ts";
import { type FieldError, forbiddenField } from "../../meta/field-error.ts";
import type { Vocabulary } from "../../meta/vocabulary.ts";
import { ephemeralContainerErrors, keepAllButEphemeralContainers } from "./ephemeral-containers-update.ts";
import { mirrorAnnotation } from "./pod-annotations.ts";
import { keepAllButSizes, podResizeErrors } from "./pod-resize.ts";
import { podSpecUpdateErrors } from "./pod-spec-update.ts";
import { podStatusUpdateErrors } from "./pod-status-update.ts";

interface PodWrite {
  /** Puts back what this way does not write, beyond what the declaration says. */
  readonly prepare?: (pod: Pod, old: Pod) => void;
  readonly errors: (pod: Pod, old: Pod, vocabulary: Vocabulary) => readonly FieldError[];
}

/** By subresource; the empty name is the Pod itself. */
export const podWrites: Readonly<Record<string, PodWrite>> = {
  "": { errors: podSpecUpdateErrors },
  status: { prepare: keepQosClass, errors: podStatusUpdateErrors },
  ephemeralcontainers: {
    prepare: keepAllButEphemeralContainers,
    errors: exceptStatic("static pods do not support ephemeral containers", ephemeralContainerErrors),
  },
  resize: { prepare: keepAllButSizes, errors: exceptStatic("static pods cannot be resized", podResizeErrors) },
};

/** Old agents forget the class, which never changes. */
function keepQosClass({ status }: Pod, old: Pod): void {
  if (status && old.status?.qosClass) status.qosClass ||= old.status.qosClass;
}

/** For what cannot be asked of Pods that a node runs by itself. */
function exceptStatic(refusal: string, errors: PodWrite["errors"]): PodWrite["errors"] {
  return (pod, old, vocabulary) => {
    const isStatic = old.metadata.annotations?.[vocabulary.bind(mirrorAnnotation)] !== undefined;
    return isStatic ? [forbiddenField("[]", refusal)] : errors(pod, old, vocabulary);
  };
}
