/**
 * IP families of a Service. Values that the client leaves out follow from the addresses in the spec, from the stored
 * Service, and from the families that the cluster serves.
 */
import type { ServiceSpec } from "../../../api/index.ts";
import type { DeepReadonly } from "../../../base/deep-readonly.ts";
import { equalJson } from "../../../base/json-tree.ts";
import { type FieldError, invalidField } from "../../../meta/field-error.ts";
import { goTextList } from "../../meta/go-values.ts";
import { type IpFamily, ipFamilyOf } from "./ip-families.ts";
import { noAddress } from "./service-type.ts";

const policyPath = "spec.ipFamilyPolicy";

/**
 * Fills in the policy and the families, and removes second ones if the policy is `SingleStack`. Requires well-formed
 * addresses and another type than ExternalName.
 * @param families served by the cluster, the main one first
 * @returns the errors of families and policy
 */
export function chooseFamilies(
  spec: ServiceSpec,
  old: DeepReadonly<ServiceSpec> | undefined,
  families: readonly IpFamily[],
): FieldError[] {
  spec.ipFamilyPolicy ??= old?.ipFamilyPolicy ?? (isFreeHeadless(spec) ? "RequireDualStack" : "SingleStack");
  const errors = [
    ...(old ? removeSecondFamily(spec, old) : []),
    ...singleStackErrors(spec),
    ...inferFamilies(spec, families),
  ];
  if (errors.length > 0) return errors;
  if (isFreeHeadless(spec)) {
    // Clients write its endpoints, which may be of any family, even one that the cluster does not serve.
    completeFamilies(spec, families[0] ?? "IPv4", bothFamilies);
    return [];
  }
  const rejected = unservedErrors(spec, families);
  if (rejected.length === 0) completeFamilies(spec, families[0] ?? "IPv4", families);
  return rejected;
}

const bothFamilies: readonly IpFamily[] = ["IPv4", "IPv6"];

/** Whether the Service is headless and has no selector. */
function isFreeHeadless({ clusterIP, selector = {} }: ServiceSpec): boolean {
  return clusterIP === noAddress && Object.keys(selector).length === 0;
}

/**
 * Whether the Service prefers two families and keeps its addresses. It is not changed if the cluster has meanwhile got
 * a second family.
 */
export function keepsPreference(spec: ServiceSpec, old: DeepReadonly<ServiceSpec>): boolean {
  return (
    spec.ipFamilyPolicy === "PreferDualStack" &&
    old.ipFamilyPolicy === "PreferDualStack" &&
    isSame(spec, old, "clusterIPs") &&
    isSame(spec, old, "ipFamilies")
  );
}

type FamilyList = "clusterIPs" | "ipFamilies";

function isSame(spec: ServiceSpec, old: DeepReadonly<ServiceSpec>, field: FamilyList): boolean {
  return equalJson(spec[field] ?? [], old[field] ?? []);
}

const secondNames: readonly [FamilyList, string][] = [
  ["clusterIPs", "cluster IP"],
  ["ipFamilies", "IP family"],
];

/**
 * Removes the second address and family if the policy is `SingleStack`. With other policies a shorter list is an error.
 */
function removeSecondFamily(spec: ServiceSpec, old: DeepReadonly<ServiceSpec>): FieldError[] {
  if (spec.ipFamilyPolicy === "SingleStack") {
    if (isSame(spec, old, "clusterIPs") && spec.clusterIPs) spec.clusterIPs = spec.clusterIPs.slice(0, 1);
    if (isSame(spec, old, "ipFamilies") && spec.ipFamilies) spec.ipFamilies = spec.ipFamilies.slice(0, 1);
    return [];
  }
  return secondNames.flatMap(([field, name]) => {
    const [now, before] = [spec[field] ?? [], old[field] ?? []];
    // A changed first address is a separate error, because it is immutable. The first family may change.
    if (now.length !== 1 || before.length !== 2) return [];
    if (field === "clusterIPs" && now[0] !== before[0]) return [];
    return [invalidField(policyPath, spec.ipFamilyPolicy, `must be 'SingleStack' to release the secondary ${name}`)];
  });
}

function singleStackErrors({ ipFamilyPolicy, clusterIPs = [], ipFamilies = [] }: ServiceSpec): FieldError[] {
  if (ipFamilyPolicy !== "SingleStack") return [];
  const reject = (what: string): FieldError => {
    const why = `must be 'RequireDualStack' or 'PreferDualStack' when multiple ${what} are specified`;
    return invalidField(policyPath, ipFamilyPolicy, why);
  };
  return [
    ...(clusterIPs.length === 2 ? [reject("cluster IPs")] : []),
    ...(ipFamilies.length === 2 ? [reject("IP families")] : []),
  ];
}

/**
 * Adds the family of each cluster IP that has no `ipFamilies` entry. Returns an error if the cluster does not serve
 * that family.
 */
function inferFamilies(spec: ServiceSpec, families: readonly IpFamily[]): FieldError[] {
  const { clusterIPs = [] } = spec;
  const errors: FieldError[] = [];
  for (const [index, ip] of clusterIPs.entries()) {
    const family = ipFamilyOf(ip);
    if (family === undefined || index < (spec.ipFamilies ?? []).length) continue;
    if (families.includes(family)) spec.ipFamilies = [...(spec.ipFamilies ?? []), family];
    else {
      const why = `${family} is not configured on this cluster`;
      errors.push(invalidField(`spec.clusterIPs[${index}]`, goTextList(clusterIPs), why));
    }
  }
  return errors;
}

function unservedErrors({ ipFamilyPolicy, ipFamilies = [] }: ServiceSpec, families: readonly string[]): FieldError[] {
  const isTooMuch = ipFamilyPolicy === "RequireDualStack" && families.length < 2;
  return [
    ...(isTooMuch
      ? [invalidField(policyPath, ipFamilyPolicy, "this cluster is not configured for dual-stack services")]
      : []),
    ...ipFamilies.flatMap((family, index) =>
      families.includes(family)
        ? []
        : [invalidField(`spec.ipFamilies[${index}]`, family, "not configured on this cluster")],
    ),
  ];
}

/** Fills in the main family, and the second one if the policy allows it and the cluster serves it. */
function completeFamilies(spec: ServiceSpec, main: IpFamily, available: readonly IpFamily[]): void {
  const requestedFamilies = spec.ipFamilies ?? [];
  const first = requestedFamilies[0] || main;
  const second = available.find((family) => family !== first);
  if (requestedFamilies.length === 0) spec.ipFamilies = [first];
  if (requestedFamilies.length < 2 && second && spec.ipFamilyPolicy !== "SingleStack")
    spec.ipFamilies = [first, second];
}
