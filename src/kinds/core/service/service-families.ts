/**
 * Address families of a Service: what the client leaves open follows from the addresses that it names, from the stored
 * Service, and from the families that the cluster has.
 */
import type { ServiceSpec } from "../../../api/index.ts";
import { equalJson } from "../../../base/json-tree.ts";
import { type FieldError, invalidField } from "../../../meta/field-error.ts";
import { goTextList } from "../../meta/go-values.ts";
import { type IpFamily, ipFamilyOf } from "./ip-families.ts";
import { noAddress } from "./service-type.ts";

const policyPath = "spec.ipFamilyPolicy";

/**
 * Fills in the policy and the families; gives up second ones. Of a Service that is no alias, whose addresses are well
 * formed.
 * @param families of the cluster, the main one first
 */
export function settleFamilies(
  spec: ServiceSpec,
  old: ServiceSpec | undefined,
  families: readonly IpFamily[],
): FieldError[] {
  spec.ipFamilyPolicy ??= old?.ipFamilyPolicy ?? (isFreeHeadless(spec) ? "RequireDualStack" : "SingleStack");
  const errors = [
    ...(old ? giveUpSecond(spec, old) : []),
    ...singleStackErrors(spec),
    ...inferFamilies(spec, families),
  ];
  if (errors.length > 0) return errors;
  if (isFreeHeadless(spec)) {
    // Its endpoints are written by hand: they may be of any family, whatever the cluster has.
    completeFamilies(spec, families[0] ?? "IPv4", bothFamilies);
    return [];
  }
  const refused = unservedErrors(spec, families);
  if (refused.length === 0) completeFamilies(spec, families[0] ?? "IPv4", families);
  return refused;
}

const bothFamilies: readonly IpFamily[] = ["IPv4", "IPv6"];

/** Headless and without selector. */
function isFreeHeadless({ clusterIP, selector = {} }: ServiceSpec): boolean {
  return clusterIP === noAddress && Object.keys(selector).length === 0;
}

/** A Service that takes a second family where it can get one is not changed by what the cluster has got meanwhile. */
export function keepsPreference(spec: ServiceSpec, old: ServiceSpec): boolean {
  return (
    spec.ipFamilyPolicy === "PreferDualStack" &&
    old.ipFamilyPolicy === "PreferDualStack" &&
    isSame(spec, old, "clusterIPs") &&
    isSame(spec, old, "ipFamilies")
  );
}

type FamilyList = "clusterIPs" | "ipFamilies";

function isSame(spec: ServiceSpec, old: ServiceSpec, field: FamilyList): boolean {
  return equalJson(spec[field] ?? [], old[field] ?? []);
}

const secondNames: readonly [FamilyList, string][] = [
  ["clusterIPs", "cluster IP"],
  ["ipFamilies", "IP family"],
];

/** Asking for a single family says enough; otherwise a list that got shorter is a mistake. */
function giveUpSecond(spec: ServiceSpec, old: ServiceSpec): FieldError[] {
  if (spec.ipFamilyPolicy === "SingleStack") {
    if (isSame(spec, old, "clusterIPs") && spec.clusterIPs) spec.clusterIPs = spec.clusterIPs.slice(0, 1);
    if (isSame(spec, old, "ipFamilies") && spec.ipFamilies) spec.ipFamilies = spec.ipFamilies.slice(0, 1);
    return [];
  }
  return secondNames.flatMap(([field, name]) => {
    const [now, before] = [spec[field] ?? [], old[field] ?? []];
    // The first address cannot change, so another one is an error of its own. The first family may change.
    if (now.length !== 1 || before.length !== 2) return [];
    if (field === "clusterIPs" && now[0] !== before[0]) return [];
    return [invalidField(policyPath, spec.ipFamilyPolicy, `must be 'SingleStack' to release the secondary ${name}`)];
  });
}

function singleStackErrors({ ipFamilyPolicy, clusterIPs = [], ipFamilies = [] }: ServiceSpec): FieldError[] {
  if (ipFamilyPolicy !== "SingleStack") return [];
  const refuse = (what: string): FieldError => {
    const why = `must be 'RequireDualStack' or 'PreferDualStack' when multiple ${what} are specified`;
    return invalidField(policyPath, ipFamilyPolicy, why);
  };
  return [
    ...(clusterIPs.length === 2 ? [refuse("cluster IPs")] : []),
    ...(ipFamilies.length === 2 ? [refuse("IP families")] : []),
  ];
}

/** Addresses that are named tell their families. */
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

/** The main family, and the other one where it is wanted and to be had. */
function completeFamilies(spec: ServiceSpec, main: IpFamily, available: readonly IpFamily[]): void {
  const given = spec.ipFamilies ?? [];
  const first = given[0] || main;
  const second = available.find((family) => family !== first);
  if (given.length === 0) spec.ipFamilies = [first];
  if (given.length < 2 && second && spec.ipFamilyPolicy !== "SingleStack") spec.ipFamilies = [first, second];
}
