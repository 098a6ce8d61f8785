/** State of the devices of a claim, which drivers report. */
import type { ResourceClaim } from "../../api/index.ts";
import type { DeepReadonly } from "../../base/deep-readonly.ts";

interface DeviceId {
  readonly driver: string;
  readonly pool: string;
  readonly device: string;
}

/** Removes the state of devices whose allocation this write removes. Changes `claim`. */
export function dropDeviceStatus({ status }: ResourceClaim, { status: old }: DeepReadonly<ResourceClaim>): void {
  if (!status?.devices) return;
  const kept = new Set(resultsOf(status).map(idOf));
  const gone = new Set(
    resultsOf(old)
      .map(idOf)
      .filter((id) => !kept.has(id)),
  );
  const left = status.devices.filter((one) => !gone.has(idOf(one)));
  if (left.length === 0) delete status.devices;
  else status.devices = left;
}

function resultsOf(status: DeepReadonly<ResourceClaim["status"]>): readonly DeviceId[] {
  return status?.allocation?.devices?.results ?? [];
}

/**
 * Returns a key. It is unique, because only the pool's name can contain slashes, and none of the names ends with one.
 */
function idOf({ driver, pool, device }: DeviceId): string {
  return `${driver}/${pool}/${device}`;
}
