import type { KindDeclaration } from "../../schema/index.ts";
import { controllerRevision } from "./v1/controller-revision.ts";
import { daemonSet } from "./v1/daemon-set.ts";
import { deployment } from "./v1/deployment.ts";
import { replicaSet } from "./v1/replica-set.ts";
import { statefulSet } from "./v1/stateful-set.ts";

/** Kinds of this group that are served as resources, in the order in which discovery lists them. */
export const appsKinds: readonly KindDeclaration[] = [
  controllerRevision,
  daemonSet,
  deployment,
  replicaSet,
  statefulSet,
];
