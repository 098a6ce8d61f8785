/**
 * Named formats of strings and small numbers in objects, in one table from the format's name to its check. A check
 * returns the messages of all faults in a fixed order. Clients compare these messages.
 */
import { unreachable } from "../base/assert.ts";
import { checkApiVersion, checkCelIdentifier, checkKindName } from "./api-name-formats.ts";
import { parseCronSchedule } from "./cron-schedule.ts";
import { parseFaults } from "./format-faults.ts";
import {
  checkCanonicalCidr,
  checkCidr,
  checkIp,
  checkIpAddressName,
  checkIpv4,
  checkIpv6,
  checkNonSpecialIp,
} from "./ip/ip-formats.ts";
import {
  checkAnnotationKey,
  checkCIdentifier,
  checkConditionReason,
  checkConfigMapKey,
  checkDns1035Label,
  checkDns1123Label,
  checkDns1123Subdomain,
  checkDns1123SubdomainWithUnderscore,
  checkEnvVarName,
  checkFinalizerName,
  checkHttpHeaderName,
  checkIscsiName,
  checkLabelValue,
  checkPercent,
  checkPortName,
  checkQualifiedName,
  checkRelaxedEnvVarName,
  checkStorageVersionName,
  checkSysctlName,
  checkWildcardDns1123Subdomain,
  type TextCheck,
} from "./name-formats.ts";
import {
  checkLocalDescendingPath,
  checkLocalNonReservedPath,
  checkNonResourceUrlPath,
  checkPathNoBacksteps,
  checkPathSegmentName,
  checkPathSegmentPrefix,
  checkSeccompAnnotation,
  checkWebhookServicePath,
} from "./path-formats.ts";
import { parseQuantity } from "./quantity.ts";
import { checkTimeZone } from "./time-zone.ts";
import { checkWindowsRunAsUserName } from "./windows-user-name.ts";

const textFormats = {
  dns1123Label: checkDns1123Label,
  dns1123Subdomain: checkDns1123Subdomain,
  dns1123SubdomainWithUnderscore: checkDns1123SubdomainWithUnderscore,
  dns1035Label: checkDns1035Label,
  wildcardDNS1123Subdomain: checkWildcardDns1123Subdomain,
  qualifiedName: checkQualifiedName,
  labelKey: checkQualifiedName,
  annotationKey: checkAnnotationKey,
  labelValue: checkLabelValue,
  cIdentifier: checkCIdentifier,
  kubeFinalizerName: checkFinalizerName,
  portName: checkPortName,
  percent: checkPercent,
  httpHeaderName: checkHttpHeaderName,
  envVarName: checkEnvVarName,
  relaxedEnvVarName: checkRelaxedEnvVarName,
  configMapKey: checkConfigMapKey,
  conditionReason: checkConditionReason,
  sysctlName: checkSysctlName,
  iscsiName: checkIscsiName,
  windowsRunAsUserName: checkWindowsRunAsUserName,
  pathSegmentName: checkPathSegmentName,
  rbacName: checkPathSegmentName,
  anyName: () => [],
  pathNoBacksteps: checkPathNoBacksteps,
  localDescendingPath: checkLocalDescendingPath,
  localNonReservedPath: checkLocalNonReservedPath,
  seccompAnnotation: checkSeccompAnnotation,
  nonResourceURLPath: checkNonResourceUrlPath,
  webhookServicePath: checkWebhookServicePath,
  ip: checkIp,
  ipv4: checkIpv4,
  ipv6: checkIpv6,
  cidr: checkCidr,
  nonSpecialIP: checkNonSpecialIp,
  ipAddressName: checkIpAddressName,
  storageVersionName: checkStorageVersionName,
  cidrCanonical: checkCanonicalCidr,
  quantity: (text) => parseFaults(() => parseQuantity(text)),
  cron: (text) => parseFaults(() => parseCronSchedule(text)),
  timeZone: checkTimeZone,
  apiVersionString: checkApiVersion,
  kindName: checkKindName,
  celIdentifier: checkCelIdentifier,
} as const satisfies Record<string, TextCheck>;

const idMax = 2_147_483_647;

const numberFormats = {
  portNumber: { min: 1, max: 65_535 },
  userID: { min: 0, max: idMax },
  groupID: { min: 0, max: idMax },
  fileMode: { min: 0, max: 0o777, message: "must be a number between 0 and 0777 (octal), both inclusive" },
} as const satisfies Record<string, NumberRange>;

interface NumberRange {
  readonly min: number;
  readonly max: number;
  readonly message?: string;
}

/** Name of a format of strings. */
export type TextFormat = keyof typeof textFormats;
/** Name of a format of numbers. */
export type NumberFormat = keyof typeof numberFormats;
/** Name of any format that `checkFormat()` knows. */
export type FormatName = TextFormat | NumberFormat | "portNumberOrName";

/** The names of all formats. */
export const formatNames: readonly FormatName[] = [
  ...(Object.keys(textFormats) as TextFormat[]),
  ...(Object.keys(numberFormats) as NumberFormat[]),
  "portNumberOrName",
];

/**
 * Returns the faults of `value`; empty if it has the format.
 * @param value a number for number formats, a number or a text for `portNumberOrName`, otherwise a text
 */
export function checkFormat(format: FormatName, value: string | number): string[] {
  if (format === "portNumberOrName") return checkFormat(typeof value === "number" ? "portNumber" : "portName", value);
  if (isNumberFormat(format)) return checkRange(numberFormats[format], Number(value));
  return textFormats[format](String(value));
}

function isNumberFormat(format: TextFormat | NumberFormat): format is NumberFormat {
  return Object.hasOwn(numberFormats, format);
}

function checkRange({ min, max, message }: NumberRange, value: number): string[] {
  if (value >= min && value <= max) return [];
  return [message ?? `must be between ${min} and ${max}, inclusive`];
}

/** Formats that names of objects may have. */
export type NameFormat = (typeof nameFormats)[number];

const nameFormats = [
  "dns1123Label",
  "dns1123Subdomain",
  "dns1035Label",
  "pathSegmentName",
  "rbacName",
  "anyName",
  "ipAddressName",
  "configMapKey",
  "storageVersionName",
] as const satisfies readonly TextFormat[];

/** Returns the faults of `prefix` as a `generateName`. The server appends letters and digits to it. */
export function checkFormatPrefix(format: NameFormat, prefix: string): string[] {
  switch (format) {
    case "dns1123Label":
    case "dns1123Subdomain":
    case "dns1035Label":
      return checkFormat(format, maskTrailingDash(prefix));
    case "pathSegmentName":
      return checkPathSegmentPrefix(prefix);
    case "rbacName":
    case "anyName":
    case "ipAddressName":
    case "configMapKey":
    case "storageVersionName":
      return checkFormat(format, prefix);
    default:
      return unreachable(format);
  }
}

/**
 * Replaces a final dash and the character before it with `a`, as the reference does. The character before it is
 * therefore not checked.
 */
export function maskTrailingDash(prefix: string): string {
  return prefix.length > 1 && prefix.endsWith("-") ? `${prefix.slice(0, -2)}a` : prefix;
}
