/** A Pod, or the template of Pods, as checks see it. */
import type { Container, PodSpec } from "../../../api/index.ts";
import type { DeepReadonly } from "../../../base/deep-readonly.ts";
import type { Violation } from "./violation.ts";

/** The parts of a Pod or of a template that checks read. */
export interface PodParts {
  readonly metadata?: { readonly annotations?: Readonly<Record<string, string>> };
  readonly spec?: DeepReadonly<PodSpec>;
}

/** The parts of a container that checks read. Containers of every kind have them. */
export type CheckedContainer = Pick<DeepReadonly<Container>, "name" | "securityContext" | "ports">;

/** Names of the annotations that checks read, as the cluster's vocabulary spells them. */
export interface AnnotationNames {
  readonly seccompOfPod: string;
  readonly seccompPrefix: string;
  readonly appArmorPrefix: string;
}

/** A Pod with everything that checks use. */
export interface CheckedPod {
  readonly spec: DeepReadonly<PodSpec>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly names: AnnotationNames;
  /** All containers: init containers, then the usual ones, then ephemeral ones. */
  readonly containers: readonly CheckedContainer[];
  /** Whether checks of users and of `procMount` do not apply, because the Pod has a separate user namespace. */
  readonly isUserNamespaceTrusted: boolean;
}

/** Returns the violation of one check. Undefined if the Pod passes it. */
export type PodCheck = (pod: CheckedPod) => Violation | undefined;

/** Whether the Pod says that it runs on Windows. */
export function isForWindows({ spec }: CheckedPod): boolean {
  return spec.os?.name === "windows";
}

/** Returns a check that Pods for Windows pass, because validation rejects Linux settings in them. */
export function exceptWindows(check: PodCheck): PodCheck {
  return (pod) => (isForWindows(pod) ? undefined : check(pod));
}
