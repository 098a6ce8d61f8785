/** Audiences of tokens that a Pod asks for: in its volumes, or through the drivers of its volumes. */
import type { Pod, Volume } from "../../api/index.ts";
import type { DeepReadonly } from "../../base/deep-readonly.ts";
import { aggregateErrors } from "../../meta/aggregate-errors.ts";
import { goQuote } from "../../meta/go-quote.ts";
import type { GroupResource } from "../../meta/group-version.ts";
import { notFound } from "../../meta/status-error.ts";
import { group } from "../../meta/vocabulary.ts";
import type { NodeRestrictionServices } from "./node-write.ts";

/** Returns why a token of these audiences is not for a Pod. */
export async function audienceFault(
  audiences: readonly string[],
  pod: DeepReadonly<Pod>,
  services: NodeRestrictionServices,
): Promise<string | undefined> {
  const [audience = "", ...others] = audiences;
  if (others.length > 0) return "node may only request 0 or 1 audiences";
  const faults: string[] = [];
  for (const volume of pod.spec?.volumes ?? []) {
    const found = await volumeAudiences(volume, pod, services);
    if ("fault" in found) faults.push(found.fault);
    else if (found.audiences.includes(audience)) return undefined;
  }
  if (faults.length === 0) return `audience ${goQuote(audience)} not found in pod spec volume`;
  return `error validating audience ${goQuote(audience)}: ${aggregateErrors(faults)}`;
}

type FoundAudiences = { readonly audiences: readonly string[] } | { readonly fault: string };

async function volumeAudiences(
  volume: DeepReadonly<Volume>,
  pod: DeepReadonly<Pod>,
  services: NodeRestrictionServices,
): Promise<FoundAudiences> {
  const { projected, csi, ephemeral, persistentVolumeClaim } = volume;
  if (projected) {
    const tokens = (projected.sources ?? []).flatMap(({ serviceAccountToken }) => serviceAccountToken ?? []);
    return { audiences: tokens.map((token) => token.audience ?? "") };
  }
  if (csi) return await driverAudiences(csi.driver, services);
  const claimName = ephemeral?.volumeClaimTemplate
    ? `${pod.metadata.name}-${volume.name}`
    : persistentVolumeClaim?.claimName;
  return claimName === undefined
    ? { audiences: [] }
    : await claimAudiences(pod.metadata.namespace ?? "", claimName, services);
}

async function claimAudiences(
  namespace: string,
  name: string,
  services: NodeRestrictionServices,
): Promise<FoundAudiences> {
  const claim = await services.claims.get(namespace, name);
  if (!claim) return missing({ group: "", resource: "persistentvolumeclaim" }, name);
  const volumeName = claim.spec?.volumeName ?? "";
  const volume = await services.volumes.get("", volumeName);
  if (!volume) return missing({ group: "", resource: "persistentvolume" }, volumeName);
  return volume.spec?.csi ? await driverAudiences(volume.spec.csi.driver, services) : { audiences: [] };
}

async function driverAudiences(name: string, services: NodeRestrictionServices): Promise<FoundAudiences> {
  const driver = await services.drivers.get("", name);
  if (!driver) return missing({ group: services.vocabulary.bind(group("storage")), resource: "csidriver" }, name);
  return { audiences: (driver.spec.tokenRequests ?? []).map(({ audience }) => audience) };
}

function missing(kind: GroupResource, name: string): FoundAudiences {
  return { fault: notFound(kind, name).message };
}
