/** Conversion of metric specs and metric statuses between autoscaling/v2 and the older form in annotations of v1. */
import { omitUndefined } from "../../base/omit-undefined.ts";

/** A metric spec or metric status in either form. `type` names the member that is set. */
export interface Metric<Object, Pods, Resource, External> {
  readonly type: string;
  readonly object?: Object;
  readonly pods?: Pods;
  readonly resource?: Resource;
  readonly containerResource?: Resource & { readonly container: string };
  readonly external?: External;
}

/** Returns the metric in the other form. `convert.resource` converts `containerResource` too, except its container. */
export function convertMetric<O1, P1, R1, E1, O2, P2, R2, E2>(
  { type, object, pods, resource, containerResource, external }: Metric<O1, P1, R1, E1>,
  convert: {
    readonly object: (source: O1) => O2;
    readonly pods: (source: P1) => P2;
    readonly resource: (source: R1) => R2;
    readonly external: (source: E1) => E2;
  },
): Metric<O2, P2, R2, E2> {
  return omitUndefined({
    type,
    object: object && convert.object(object),
    pods: pods && convert.pods(pods),
    resource: resource && convert.resource(resource),
    containerResource: containerResource && {
      ...convert.resource(containerResource),
      container: containerResource.container,
    },
    external: external && convert.external(external),
  });
}
