/** Decides whether a Pod uses a claim. */
import type { PersistentVolumeClaim, Pod } from "../../api/index.ts";

/**
 * Whether the Pod uses the claim. A Pod that is not bound to a node does not, because no node starts a Pod whose claim is being
 * deleted. The claim of an ephemeral volume is named after the Pod and the volume, and belongs to the Pod.
 */
export function usesClaim({ metadata, spec }: Readonly<Pod>, claim: Readonly<PersistentVolumeClaim>): boolean {
  if (!spec?.nodeName) return false;
  const { name, ownerReferences = [] } = claim.metadata;
  const isOwned = ownerReferences.some(({ uid, controller }) => controller === true && uid === metadata.uid);
  return (spec.volumes ?? []).some(
    (volume) =>
      volume.persistentVolumeClaim?.claimName === name ||
      (volume.ephemeral !== undefined && isOwned && `${metadata.name}-${volume.name}` === name),
  );
}
