/** Rules of the addresses in a Pod's status: its own and those of its node. */
import type { PodStatus } from "../../../api/index.ts";
import { duplicateField, type FieldError, internalField, invalidField } from "../../../meta/field-error.ts";
import { checkFormat } from "../../../meta/formats.ts";
import { GoText, goQuote } from "../../../meta/go-quote.ts";
import { repeatIndexes } from "../../repeats.ts";
import { areDualStack, ipFamilyOf } from "../service/ip-families.ts";

/** Returns the errors in `status.podIPs`. */
export function podAddressErrors({ podIPs = [] }: PodStatus): FieldError[] {
  const list = { path: "status.podIPs", type: "core.PodIP", addresses: podIPs };
  return [...formatErrors(list), ...familyErrors(list), ...repeatErrors(list)];
}

/** Returns the errors in `status.hostIPs`. Empty if the list is empty, even if `hostIP` is invalid. */
export function hostAddressErrors({ hostIP = "", hostIPs = [] }: PodStatus): FieldError[] {
  const first = hostIPs[0]?.ip;
  if (first === undefined) return [];
  const list = { path: "status.hostIPs", type: "core.HostIP", addresses: hostIPs };
  return [
    ...(first === hostIP ? [] : [invalidField(`${list.path}[0].ip`, first, "must be equal to `hostIP`")]),
    ...formatErrors(list),
    ...repeatErrors(list),
    ...familyErrors(list),
  ];
}

interface AddressList {
  readonly path: string;
  /** Go type of the items, which error messages show. */
  readonly type: string;
  readonly addresses: readonly { readonly ip: string }[];
}

function formatErrors({ path, addresses }: AddressList): FieldError[] {
  return addresses.flatMap(({ ip }, index) =>
    checkFormat("ip", ip).map((message) => invalidField(`${path}[${index}]`, ip, message)),
  );
}

const addressesMax = 2;

/** Allows at most one address of each family. If an address is malformed, the families cannot be compared. */
function familyErrors({ path, type, addresses }: AddressList): FieldError[] {
  const texts = addresses.map(({ ip }) => ip);
  if (texts.length <= 1) return [];
  const wrong = texts.findIndex((ip) => ipFamilyOf(ip) === undefined);
  const shown = new GoText(`[]${type}{${texts.map((ip) => goAddress(type, ip)).join(", ")}}`);
  const areFine = wrong < 0 && areDualStack(texts) && texts.length <= addressesMax;
  return [
    ...(wrong < 0
      ? []
      : [internalField(path, `failed to check for dual stack with error:invalid IP[${wrong}]: ${texts[wrong]}`)]),
    ...(areFine ? [] : [invalidField(path, shown, "may specify no more than one IP for each IP family")]),
  ];
}

function repeatErrors({ path, type, addresses }: AddressList): FieldError[] {
  const texts = addresses.map(({ ip }) => ip);
  return [...repeatIndexes(texts)].map((index) =>
    duplicateField(`${path}[${index}]`, new GoText(goAddress(type, texts[index] ?? ""))),
  );
}

function goAddress(type: string, ip: string): string {
  return `${type}{IP:${goQuote(ip)}}`;
}
