/** The parts of objects that describe Pods. */
import {
  cronJob,
  daemonSet,
  deployment,
  job,
  podTemplate,
  replicaSet,
  replicationController,
  statefulSet,
} from "../../api/index.ts";
import type { SharedObject } from "../../meta/object-meta.ts";
import type { Vocabulary } from "../../meta/vocabulary.ts";
import type { KindDeclaration } from "../../schema/index.ts";
import type { PodParts } from "./standards/checked-pod.ts";

/** An object with a template, as far as its shape is known. */
interface TemplateHolder {
  readonly template?: PodParts;
  readonly spec?: { readonly template?: PodParts; readonly jobTemplate?: TemplateHolder };
}

/** Returns the template in an object. Undefined if it has none. */
export type TemplateOf = (object: SharedObject) => PodParts | undefined;

const specTemplate: TemplateOf = (object) => (object as TemplateHolder).spec?.template;

const holders: readonly (readonly [KindDeclaration, TemplateOf])[] = [
  [podTemplate, (object) => (object as TemplateHolder).template],
  [cronJob, (object) => (object as TemplateHolder).spec?.jobTemplate?.spec?.template],
  ...[replicationController, replicaSet, deployment, statefulSet, daemonSet, job].map(
    (kind): readonly [KindDeclaration, TemplateOf] => [kind, specTemplate],
  ),
];

/** Returns the function for each resource with templates, by `resourceKey`. */
export function templateReaders(vocabulary: Vocabulary): ReadonlyMap<string, TemplateOf> {
  return new Map(
    holders.map(([{ group, plural }, templateOf]) => [
      resourceKey({ group: vocabulary.bind(group), resource: plural }),
      templateOf,
    ]),
  );
}

/** Returns the name of a resource with its group: `deployments.apps`. */
export function resourceKey({ group, resource }: { readonly group: string; readonly resource: string }): string {
  return `${resource}.${group}`;
}
