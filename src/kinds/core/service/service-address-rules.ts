/** Rules of a Service's cluster IPs and of their families. */
import type { ServiceSpec } from "../../../api/index.ts";
import type { DeepReadonly } from "../../../base/deep-readonly.ts";
import {
  duplicateField,
  type FieldError,
  invalidField,
  notSupportedField,
  requiredField,
} from "../../../meta/field-error.ts";
import { checkFormat } from "../../../meta/formats.ts";
import { GoText, goQuote } from "../../../meta/go-quote.ts";
import type { ValidationContext } from "../../../schema/index.ts";
import { goTextList } from "../../meta/go-values.ts";
import { repeatIndexes } from "../../repeats.ts";
import { at, reportFormat } from "../../reporting.ts";
import { areDualStack, ipFamilyOf } from "./ip-families.ts";
import { isHeadless, noAddress } from "./service-type.ts";

const addressesMax = 2;

/**
 * Reports invalid cluster IPs and families. Skips Services of type ExternalName, which have their own rules.
 * @param context at the Service's spec
 */
export function reportClusterIps(spec: ServiceSpec, context: ValidationContext): void {
  if (spec.type === "ExternalName") return;
  reportFirst(spec, context);
  reportFamilyNames(spec, context);
  const areReadable = reportAddresses(spec, context);
  // The other rules require well-formed addresses.
  if (!areReadable) return;
  reportOneOfEach(spec, context);
  if (!isHeadless(spec)) reportFamilies(spec, context);
}

/** Reports a `clusterIP` that is not the first of `clusterIPs`. */
function reportFirst({ clusterIP = "", clusterIPs = [] }: ServiceSpec, context: ValidationContext): void {
  const path = at(context, "clusterIPs");
  const reject = (why: string): void => context.report(invalidField(path, goTextList(clusterIPs), why));
  if (clusterIP === "") {
    if (clusterIPs.length > 0) reject("must be empty when `clusterIP` is not specified");
  } else if (clusterIPs.length === 0) context.report(requiredField(path));
  else if (clusterIP !== clusterIPs[0]) reject("first value must match `clusterIP`");
}

/** Reports malformed addresses. Returns whether all are addresses or the single value `None`. */
function reportAddresses({ clusterIPs = [] }: ServiceSpec, context: ValidationContext): boolean {
  const reject = (why: string): void => {
    context.report(invalidField(at(context, "clusterIPs"), goTextList(clusterIPs), why));
  };
  const misplaced = clusterIPs[0] === noAddress && clusterIPs.length > 1;
  if (misplaced) reject("'None' must be the first and only value");
  const addresses = clusterIPs.map((ip, index) => (index === 0 && ip === noAddress ? undefined : ip));
  addresses.forEach((ip, index) => {
    if (ip !== undefined) reportFormat(context, `clusterIPs[${index}]`, "ip", ip);
  });
  if (clusterIPs.length > addressesMax) reject("may only hold up to 2 values");
  return !misplaced && addresses.every((ip) => ip === undefined || isIp(ip));
}

function reportOneOfEach({ clusterIPs = [] }: ServiceSpec, context: ValidationContext): void {
  if (clusterIPs.length <= 1 || areDualStack(clusterIPs)) return;
  const why = "may specify no more than one IP for each IP family";
  context.report(invalidField(at(context, "clusterIPs"), goTextList(clusterIPs), why));
}

function isIp(text: string): boolean {
  return checkFormat("ip", text).length === 0;
}

const families = ["IPv4", "IPv6"];
const familyPolicies = ["PreferDualStack", "RequireDualStack", "SingleStack"];

function reportFamilyNames({ ipFamilies = [], ipFamilyPolicy }: ServiceSpec, context: ValidationContext): void {
  const repeats = repeatIndexes(ipFamilies);
  ipFamilies.forEach((family, index) => {
    const path = at(context, `ipFamilies[${index}]`);
    if (!families.includes(family)) context.report(notSupportedField(path, family, families));
    if (repeats.has(index)) context.report(duplicateField(path, family));
  });
  if (ipFamilyPolicy === undefined || familyPolicies.includes(ipFamilyPolicy)) return;
  context.report(notSupportedField(at(context, "ipFamilyPolicy"), ipFamilyPolicy, familyPolicies));
}

function reportFamilies({ clusterIPs = [], ipFamilies = [] }: ServiceSpec, context: ValidationContext): void {
  clusterIPs.forEach((ip, index) => {
    const family = ipFamilies[index];
    if (family === undefined || !families.includes(family) || family === ipFamilyOf(ip)) return;
    const why = `expected an ${family} value as indicated by \`ipFamilies[${index}]\``;
    context.report(invalidField(at(context, `clusterIPs[${index}]`), ip, why));
  });
}

/**
 * Returns the errors of changed addresses and families, which are immutable. A change from or to the type ExternalName
 * may change them.
 */
export function addressChangeErrors(spec: ServiceSpec, old: DeepReadonly<ServiceSpec>): FieldError[] {
  if (spec.type === "ExternalName" || old.type === "ExternalName") return [];
  return [...clusterIpChanges(spec, old), ...familyChanges(spec, old)];
}

const fixed = "may not change once set";

function clusterIpChanges(spec: ServiceSpec, old: DeepReadonly<ServiceSpec>): FieldError[] {
  if (isHeadless(spec) && isHeadless(old)) return [];
  const [now, before] = [spec.clusterIPs ?? [], old.clusterIPs ?? []];
  const reject = (index: number, why: string): FieldError =>
    invalidField(`spec.clusterIPs[${index}]`, goTextList(now), why);
  if (now.length === before.length) {
    return before.flatMap((ip, index) => (ip === now[index] ? [] : [reject(index, fixed)]));
  }
  const errors: FieldError[] = [];
  if (now.length === 0) errors.push(reject(0, "primary clusterIP can not be unset"));
  if (now.length > 0 && before.length > 0 && now[0] !== before[0]) errors.push(reject(0, fixed));
  if (before.length > now.length && now.length === 1) errors.push(...releaseErrors(spec, "clusterIP"));
  return errors;
}

function familyChanges(spec: ServiceSpec, old: DeepReadonly<ServiceSpec>): FieldError[] {
  if (isHeadless(spec) || isHeadless(old)) return [];
  const [now, before] = [spec.ipFamilies ?? [], old.ipFamilies ?? []];
  const path = "spec.ipFamilies[0]";
  if (now.length === before.length) {
    return before.flatMap((one, index) => (one === now[index] ? [] : [invalidField(path, goFamilies(now), fixed)]));
  }
  const errors: FieldError[] = [];
  const shrinks = before.length > now.length;
  if (shrinks && (spec.clusterIPs ?? []).length === 0) {
    errors.push(invalidField(path, goFamilies(now), "primary ipFamily can not be unset"));
  }
  if (now.length > 0 && before.length > 0 && now[0] !== before[0]) {
    errors.push(invalidField(path, goTextList(spec.clusterIPs), fixed));
  }
  if (shrinks && now.length === 1) errors.push(...releaseErrors(spec, "ipFamily"));
  return errors;
}

function releaseErrors({ ipFamilyPolicy }: ServiceSpec, what: "clusterIP" | "ipFamily"): FieldError[] {
  if (ipFamilyPolicy === "SingleStack") return [];
  const why = `must be set to 'SingleStack' when releasing the secondary ${what}`;
  return [invalidField("spec.ipFamilyPolicy", ipFamilyPolicy, why)];
}

function goFamilies(families: readonly string[]): GoText {
  if (families.length === 0) return new GoText("[]core.IPFamily(nil)");
  return new GoText(`[]core.IPFamily{${families.map(goQuote).join(", ")}}`);
}
