/** IPAddress objects, each of which records the owner of an address. */
import type { IPAddress } from "../../api/index.ts";
import type { IPAddressSpec } from "../../api/networking/v1beta1/ip-address.ts";
import { group, subLabel, type Vocabulary } from "../../meta/vocabulary.ts";
import type { ClaimRecords } from "../../schema/index.ts";
import { ipFamilyOf } from "../core/service/ip-families.ts";

const familyLabel = subLabel("ipaddress/ip-family");
const keeperLabel = subLabel("ipaddress/managed-by");
/** Value of the label for IPAddresses of this server. Other controllers use other values. */
const keeper = group("ipallocator");

/** Conversion between claims on addresses and IPAddresses. */
export const addressRecords: ClaimRecords<IPAddress> = {
  record: (address, { group: ownerGroup, resource, namespace, name }, vocabulary) => {
    const spec: IPAddressSpec = { parentRef: { group: ownerGroup, resource, namespace, name } };
    return { metadata: { name: address, labels: labelsOf(address, vocabulary) }, spec };
  },
  ownerOf: ({ spec }) => {
    if (!spec?.parentRef) return undefined;
    const { group: ownerGroup = "", resource, namespace = "", name } = spec.parentRef;
    return { group: ownerGroup, resource, namespace, name };
  },
  isServerRecord: ({ metadata: { name = "", labels = {} } }, vocabulary) =>
    Object.entries(labelsOf(name, vocabulary)).every(([key, value]) => labels[key] === value),
};

function labelsOf(address: string, vocabulary: Vocabulary): Record<string, string> {
  return {
    [vocabulary.bind(familyLabel)]: ipFamilyOf(address) ?? "",
    [vocabulary.bind(keeperLabel)]: vocabulary.bind(keeper),
  };
}
