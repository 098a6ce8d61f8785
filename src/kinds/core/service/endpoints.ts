import {
  type EndpointAddress,
  type EndpointPort,
  type EndpointSubset,
  type Endpoints,
  endpointAddress,
  endpointPort,
  endpointSubset,
} from "../../../api/core/v1/endpoints.ts";
import { requiredField } from "../../../meta/field-error.ts";
import { type KindHooks, type RuleEntry, rulesFor, type ValidationContext } from "../../../schema/index.ts";
import { at, reportFormat } from "../../reporting.ts";
import { endpointsColumns } from "./endpoints-columns.ts";

/** Hooks of Endpoints: name format, columns. */
export const endpointsHooks: KindHooks<Endpoints> = { nameFormat: "dns1123Subdomain", columns: endpointsColumns };

/** Validation of Endpoints: addresses and ports. */
export const endpointsRules: readonly RuleEntry[] = [
  rulesFor(endpointSubset, {
    validate: reportSubset,
    order: [
      "",
      { list: "addresses", order: [] },
      { list: "notReadyAddresses", order: [] },
      { list: "ports", order: ["name", "port", "protocol", "appProtocol"] },
    ],
  }),
  rulesFor(endpointAddress, { validate: reportIp, validateLast: reportNodeAndRange }),
  rulesFor(endpointPort, { validate: reportPort }),
];

function reportSubset(subset: EndpointSubset, context: ValidationContext): void {
  const { addresses = [], notReadyAddresses = [], ports = [] } = subset;
  if (addresses.length + notReadyAddresses.length === 0) {
    context.report(requiredField(at(context, ""), "must specify `addresses` or `notReadyAddresses`"));
  }
  if (ports.length <= 1) return;
  ports.forEach(({ name = "" }, index) => {
    if (name === "") context.report(requiredField(at(context, `ports[${index}].name`)));
  });
}

function reportIp({ ip }: EndpointAddress, context: ValidationContext): void {
  reportFormat(context, "ip", "ip", ip);
}

function reportNodeAndRange({ ip, nodeName }: EndpointAddress, context: ValidationContext): void {
  if (nodeName !== undefined) reportFormat(context, "nodeName", "dns1123Subdomain", nodeName);
  reportFormat(context, "ip", "nonSpecialIP", ip);
}

function reportPort({ appProtocol }: EndpointPort, context: ValidationContext): void {
  if (appProtocol !== undefined) reportFormat(context, "appProtocol", "qualifiedName", appProtocol);
}
