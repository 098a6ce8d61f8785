/** The resources whose writes the PodSecurity plugin sees. */
import { daemonSet, deployment, replicaSet, statefulSet } from "../../../api/apps/index.ts";
import { cronJob, job } from "../../../api/batch/index.ts";
import { namespace } from "../../../api/core/v1/namespace.ts";
import { pod } from "../../../api/core/v1/pod.ts";
import { podTemplate } from "../../../api/core/v1/pod-template.ts";
import { replicationController } from "../../../api/core/v1/replication-controller.ts";
import type { PluginSubject } from "../plugin-subject.ts";

/** Namespaces, Pods with the subresources that change containers, and objects with templates of Pods. */
export const podSecuritySubjects: readonly PluginSubject[] = [
  namespace,
  pod,
  { kind: pod, subresource: "ephemeralcontainers" },
  { kind: pod, subresource: "resize" },
  podTemplate,
  replicationController,
  replicaSet,
  deployment,
  statefulSet,
  daemonSet,
  job,
  cronJob,
];
