/** Rules of the endpoints in an EndpointSlice. Their addresses must have the slice's address type. */

import { type EndpointHints, endpointHints } from "../../api/discovery/v1/endpoint.ts";
import type { Endpoint } from "../../api/index.ts";
import { duplicateField, requiredField, tooManyField } from "../../meta/field-error.ts";
import type { FieldFormat } from "../../meta/field-formats.ts";
import { type RuleEntry, rulesFor, type ValidationContext } from "../../schema/index.ts";
import { repeatIndexes } from "../repeats.ts";
import { at, reportFieldFormat, reportFormat } from "../reporting.ts";

const addressesMax = 100;
const zonesMax = 8;

/** Rules of endpoint hints. */
export const endpointRules: readonly RuleEntry[] = [rulesFor(endpointHints, { validate: reportHints })];

/** Formats by address type. Addresses of unknown types are not checked. */
const addressFormats: ReadonlyMap<string, readonly FieldFormat[]> = new Map([
  ["IPv4", ["ipv4", "nonSpecialIP"]],
  ["IPv6", ["ipv6", "nonSpecialIP"]],
  ["FQDN", ["fullyQualifiedDomainName"]],
]);

/**
 * Reports an invalid endpoint.
 * @param context at the endpoint
 */
export function reportEndpoint(endpoint: Endpoint, addressType: string, context: ValidationContext): void {
  const { hostname, nodeName } = endpoint;
  reportAddresses(endpoint, addressFormats.get(addressType) ?? [], context);
  if (nodeName !== undefined) reportFormat(context, "nodeName", "dns1123Subdomain", nodeName);
  if (hostname !== undefined) reportFormat(context, "hostname", "dns1123Label", hostname);
}

function reportAddresses(endpoint: Endpoint, formats: readonly FieldFormat[], context: ValidationContext): void {
  // The list is null if the client did not send it.
  const addresses = (endpoint.addresses as string[] | null) ?? [];
  const count = addresses.length;
  if (count === 0) context.report(requiredField(at(context, "addresses"), "must contain at least 1 address"));
  if (count > addressesMax) context.report(tooManyField(at(context, "addresses"), { count, max: addressesMax }));
  addresses.forEach((address, index) => {
    for (const format of formats) reportFieldFormat(context, `addresses[${index}]`, format, address);
  });
}

function reportHints({ forZones = [] }: EndpointHints, context: ValidationContext): void {
  const count = forZones.length;
  if (count > zonesMax) {
    context.report(tooManyField(at(context, "forZones"), { count, max: zonesMax }));
    return;
  }
  const names = forZones.map(({ name }) => name);
  const repeats = repeatIndexes(names);
  names.forEach((name, index) => {
    const part = `forZones[${index}].name`;
    if (repeats.has(index)) context.report(duplicateField(at(context, part), name));
    reportFormat(context, part, "labelValue", name);
  });
}
