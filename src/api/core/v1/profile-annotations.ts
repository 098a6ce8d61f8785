/** Annotations of Pods that name security profiles. The fields `seccompProfile` and `appArmorProfile` replace them. */
import { subLabel } from "../../../meta/vocabulary.ts";

/** Annotation that names the seccomp profile of the whole Pod. */
export const seccompAnnotation = subLabel("seccomp.security.alpha/pod");
/** Prefix of the annotation with the seccomp profile of a container. The container's name follows. */
export const seccompPrefix = subLabel("container.seccomp.security.alpha/");
/** Prefix of the annotation with the AppArmor profile of a container. The container's name follows. */
export const appArmorPrefix = subLabel("container.apparmor.security.beta/");

/** Prefix of annotation values that name a profile file on the node. The file's name follows. */
export const localProfilePrefix = "localhost/";
