/** HorizontalPodAutoscalers for tests of versions and field managers. */

/** Returns the path of the collection in a version of the group `autoscaling`. */
export function autoscalersPath(version: string): string {
  return `/apis/autoscaling/${version}/namespaces/default/horizontalpodautoscalers`;
}

const scaleTargetRef = { apiVersion: "apps/v1", kind: "Deployment", name: "d" };

/** Returns the autoscaler `h` in a version of the group. `spec` adds fields to its spec. */
export function autoscaler(version: string, spec: object): object {
  return {
    apiVersion: `autoscaling/${version}`,
    kind: "HorizontalPodAutoscaler",
    metadata: { name: "h" },
    spec: { scaleTargetRef, maxReplicas: 3, ...spec },
  };
}
