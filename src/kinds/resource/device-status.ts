/** What drivers report of the devices of a claim. */
import type { ResourceClaim } from "../../api/index.ts";

interface DeviceId {
  readonly driver: string;
  readonly pool: string;
  readonly device: string;
}

/** Reports on devices go with the devices that this write takes back. Changes `claim`. */
export function dropDeviceStatus({ status }: ResourceClaim, { status: old }: ResourceClaim): void {
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

function resultsOf(status: ResourceClaim["status"]): readonly DeviceId[] {
  return status?.allocation?.devices?.results ?? [];
}

/** None of the three names has a slash at its end, and only the pool's has any. */
function idOf({ driver, pool, device }: DeviceId): string {
  return `${driver}/${pool}/${device}`;
}
