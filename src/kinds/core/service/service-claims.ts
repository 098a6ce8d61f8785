/** Values that Services claim from the cluster's ranges: addresses and node ports. */
import type { Service, ServiceSpec } from "../../../api/index.ts";
import type { DeepReadonly } from "../../../base/deep-readonly.ts";
import { type FieldError, invalidField } from "../../../meta/field-error.ts";
import { internalError } from "../../../meta/status-error.ts";
import type { Claim, ClaimHooks, ClaimTaker, HookContext, ValueRange } from "../../../schema/index.ts";
import { goTextList } from "../../meta/go-values.ts";
import { collect } from "../../reporting.ts";
import { isIpFamily } from "./ip-families.ts";
import { reportClusterIps } from "./service-address-rules.ts";
import { chooseFamilies, keepsPreference } from "./service-families.ts";
import { nodePortsOf, takeNodePorts } from "./service-node-ports.ts";
import { addressClaim, addressSpace, multiCidrServiceAllocator, nodePortClaim } from "./service-ranges.ts";
import { isHeadless, needsClusterIp, specOf } from "./service-type.ts";

/** Claims of a Service on its cluster IPs and node ports. */
export const serviceClaims: ClaimHooks<Service> = {
  held: (service) => heldBy(specOf(service)),
  take: (service, old, taker, context) => {
    const [spec, oldSpec] = [specOf(service), old && specOf(old)];
    const errors = needsClusterIp(spec) ? takeAddresses(spec, oldSpec, { taker, context }) : [];
    return errors.length > 0 ? errors : takeNodePorts(spec, oldSpec, taker, context.dryRun);
  },
};

function heldBy(spec: DeepReadonly<ServiceSpec>): Claim[] {
  const addresses = needsClusterIp(spec) ? (spec.clusterIPs ?? []) : [];
  return [...addresses.flatMap((ip) => addressClaim(ip) ?? []), ...nodePortsOf(spec).map(nodePortClaim)];
}

/**
 * Takes the addresses that the Service lacks.
 * @throws StatusError 500 if the range is full
 */
function takeAddresses(
  spec: ServiceSpec,
  old: DeepReadonly<ServiceSpec> | undefined,
  { taker, context }: { readonly taker: ClaimTaker; readonly context: HookContext },
): FieldError[] {
  if (old && keepsPreference(spec, old)) return [];
  const malformed = collect((report) => reportClusterIps(spec, report), "spec");
  if (malformed.length > 0) return malformed;
  const ranges = taker.ranges.filter(({ space }) => space === addressSpace);
  const from = { taker: context.dryRun ? dryRunAddresses : taker, ranges, context };
  const families = taker.rangeNames.filter(isIpFamily);
  const errors = chooseFamilies(spec, old, families);
  const kept = old && needsClusterIp(old) ? (old.clusterIPs ?? []) : [];
  const losesAddress = kept.length > 0 && !isHeadless({ clusterIPs: kept });
  // As in the reference, a Service that loses its first address still takes a second one. Validation then rejects both
  // changes.
  const takesAddresses =
    !isHeadless(spec) || (losesAddress && families.some((family) => family === spec.ipFamilies?.[1]));
  return errors.length > 0 || !takesAddresses ? errors : takeByFamily(spec, kept.length, from);
}

type AddressTaker = Pick<ClaimTaker, "take" | "takeNext">;

/**
 * Address taker of dry runs. As in the reference, it allows any address of a range, and chooses the range's own
 * address.
 */
const dryRunAddresses: AddressTaker = {
  take: (range, value) => (range.includes(value) ? undefined : "outside"),
  takeNext: ({ text }) => text.split("/", 1)[0],
};

interface Addresses {
  readonly taker: AddressTaker;
  readonly ranges: readonly ValueRange[];
  readonly context: HookContext;
}

/**
 * Takes the missing addresses, one for each family.
 * @param kept number of addresses that the Service already has and that cannot change
 */
function takeByFamily(spec: ServiceSpec, kept: number, from: Addresses): FieldError[] {
  const families = spec.ipFamilies ?? [];
  const ips = families.map((_, index) => spec.clusterIPs?.[index] ?? "");
  const missing: [number, ValueRange[]][] = families.flatMap((family, index) =>
    index < kept ? [] : [[index, from.ranges.filter(({ name }) => name === family)]],
  );
  // Takes the requested addresses first, so that the server does not choose one of them for another family.
  for (const [index, candidates] of missing) {
    const why = ips[index] ? rejectionOf(ips[index], { ...from, ranges: candidates }) : undefined;
    if (why !== undefined) {
      return [invalidField("spec.clusterIPs", goTextList(ips), `failed to allocate IP ${ips[index]}: ${why}`)];
    }
  }
  for (const [index, candidates] of missing) ips[index] ||= nextAddress({ ...from, ranges: candidates });
  if (missing.length > 0) Object.assign(spec, { clusterIPs: ips, clusterIP: ips[0] });
  return [];
}

function nextAddress({ taker, ranges }: Addresses): string {
  for (const range of ranges) {
    const ip = taker.takeNext(range);
    if (ip !== undefined) return ip;
  }
  throw internalError("failed to allocate a serviceIP: range is full");
}

/**
 * Takes an address. Ranges may overlap, so each range that contains the address is tried. Returns the reason if none
 * has it free.
 */
function rejectionOf(ip: string, { taker, ranges, context }: Addresses): string | undefined {
  const value = addressClaim(ip)?.value ?? ip;
  for (const range of ranges) {
    const rejected = taker.take(range, value);
    if (rejected === undefined) return undefined;
    if (rejected === "taken") return "provided IP is already allocated";
  }
  if (context.isEnabled(multiCidrServiceAllocator)) return "the provided network does not match the current range";
  const valid = ranges.map(({ text }) => text).join(", ");
  return `the provided IP (${value}) is not in the valid range. The range of valid IPs is ${valid}`;
}
