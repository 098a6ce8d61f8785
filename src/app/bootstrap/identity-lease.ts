/**
 * The Lease with which an API server shows that it is running. Each server renews its own Lease. All servers delete
 * expired ones.
 */
import { createHash } from "node:crypto";
import { type Lease, lease } from "../../api/coordination/v1/lease.ts";
import { formatMicroTime, parseMicroInstant } from "../../meta/time.ts";
import { component, label, subLabel, systemNamespace } from "../../meta/vocabulary.ts";
import type { SystemObjects, SystemResource } from "./system-objects.ts";
import type { UpkeepTask } from "./upkeep.ts";

/** Identity of an API server process. */
export interface ServerIdentity {
  readonly hostName: string;
  /** Differs at each start. */
  readonly processId: string;
  /** Returns the server's address, which distinguishes it from other servers on the host. Absent if there is only one. */
  readonly address?: () => string;
}

/** How long a Lease is valid after a renewal, as in the reference. */
const leaseSeconds = 3600;
const renewMs = 10_000;
const removeMs = 3600_000;

/**
 * Returns the tasks that renew the Lease of this server and delete expired Leases. Empty if the server serves no
 * Leases.
 */
export function identityLeaseUpkeeps(identity: ServerIdentity, objects: SystemObjects): readonly UpkeepTask[] {
  const leases = objects.ofKind(lease);
  if (!leases) return [];
  const server = objects.options.vocabulary.bind(component("apiserver"));
  return [
    {
      name: `start-${server}-identity-lease-controller`,
      intervalMs: renewMs,
      ensure: () => renew(leases, identity, objects),
    },
    {
      name: `start-${server}-identity-lease-garbage-collector`,
      intervalMs: removeMs,
      ensure: () => removeExpired(leases, objects),
    },
  ];
}

async function renew(leases: SystemResource<Lease>, identity: ServerIdentity, objects: SystemObjects): Promise<void> {
  const { vocabulary, clock } = objects.options;
  const name = identityName(identity);
  const namespace = vocabulary.bind(systemNamespace("system"));
  const labels = {
    [vocabulary.bind(subLabel("apiserver/identity"))]: vocabulary.bind(component("apiserver")),
    [vocabulary.bind(label("hostname"))]: identity.hostName,
  };
  const spec = {
    holderIdentity: `${name}_${identity.processId}`,
    leaseDurationSeconds: leaseSeconds,
    renewTime: formatMicroTime(clock.nowMs()),
  };
  if (
    !(await leases.get({ namespace, name })) &&
    (await leases.create({ metadata: { namespace, name, labels }, spec }))
  )
    return;
  await leases.update({ namespace, name }, (old) => ({
    ...old,
    metadata: { ...old.metadata, labels: { ...old.metadata.labels, ...labels } },
    spec: { ...old.spec, ...spec },
  }));
}

/**
 * Returns the name of the Lease, which identifies the server. It depends only on the host, and on the address if there may be
 * several servers on it. So a restarted server continues with the same Lease.
 */
export function identityName({ hostName, address }: ServerIdentity): string {
  const server = address ? `${hostName} ${address()}` : hostName;
  return `apiserver-${base32(createHash("sha256").update(server).digest().subarray(0, 16))}`;
}

const base32Digits = "abcdefghijklmnopqrstuvwxyz234567";

/** Encodes bytes in base32 (RFC 4648), in lower case and without padding. */
function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  const digits = bits.match(/.{1,5}/g) ?? [];
  return digits.map((five) => base32Digits[Number.parseInt(five.padEnd(5, "0"), 2)]).join("");
}

async function removeExpired(leases: SystemResource<Lease>, { options }: SystemObjects): Promise<void> {
  const { vocabulary, clock } = options;
  const identityLabel = vocabulary.bind(subLabel("apiserver/identity"));
  const server = vocabulary.bind(component("apiserver"));
  for (const one of await leases.list(vocabulary.bind(systemNamespace("system")))) {
    if (one.metadata.labels?.[identityLabel] === server && isExpired(one, clock.nowMs())) await leases.delete(one);
  }
}

/** Whether the Lease has expired. A Lease without a renewal time or a holder counts as expired, as in the reference. */
function isExpired({ spec = {} }: Lease, nowMs: number): boolean {
  const { renewTime, leaseDurationSeconds, holderIdentity } = spec;
  if (!renewTime || !leaseDurationSeconds || !holderIdentity) return true;
  return (parseMicroInstant(renewTime).epochSeconds + leaseDurationSeconds) * 1000 < nowMs;
}
