import type { Pod } from "../../../../api/index.ts";
import { secretNames } from "../../../../authz/node/index.ts";
import type { DeepReadonly } from "../../../../base/deep-readonly.ts";

/**
 * Returns why a mirror Pod is rejected. It shows a Pod that its node runs without the API server, so it has no access to
 * objects.
 */
export function mirrorPodFault(pod: DeepReadonly<Pod>): string | undefined {
  const { serviceAccountName, volumes = [] } = pod.spec ?? {};
  if (serviceAccountName) return "a mirror pod may not reference service accounts";
  if (secretNames(pod).size > 0) return "a mirror pod may not reference secrets";
  const hasToken = volumes.some(({ projected }) => projected?.sources?.some((one) => one.serviceAccountToken));
  return hasToken ? "a mirror pod may not use ServiceAccountToken volume projections" : undefined;
}
