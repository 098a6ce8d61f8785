import type { DiscoveryEndpointPort, Endpoint, EndpointSlice } from "../../api/index.ts";
import { endpointSlice } from "../../api/index.ts";
import type { DeepReadonly } from "../../base/deep-readonly.ts";
import { duplicateField, tooManyField } from "../../meta/field-error.ts";
import { type RuleEntry, rulesFor, type ValidationContext } from "../../schema/index.ts";
import { repeatIndexes } from "../repeats.ts";
import { at, reportFormat, reportUnsupported, within } from "../reporting.ts";
import { reportEndpoint } from "./endpoint-rules.ts";

const endpointsMax = 1000;
const portsMax = 20_000;

const endpointOrder = ["addresses", "nodeName", "deprecatedTopology", "hostname", "hints"];

/** Validation of EndpointSlices. The items of a list that is too long are not validated. */
export const endpointSliceRules: readonly RuleEntry[] = [
  rulesFor(endpointSlice.schema, {
    validate: reportSlice,
    order: ["addressType", { list: "endpoints", order: endpointOrder }, { list: "ports", order: [] }],
    skipped: (slice) => (endpointsOf(slice).length > endpointsMax ? ["endpoints", "ports"] : ["ports"]),
  }),
];

interface WithEndpoints {
  readonly endpoints: Endpoint[] | null;
}

/** Returns the endpoints. The list is null if the client did not send it. */
export function endpointsOf(slice: WithEndpoints): Endpoint[];
export function endpointsOf(slice: DeepReadonly<WithEndpoints>): DeepReadonly<Endpoint[]>;
export function endpointsOf({ endpoints }: DeepReadonly<WithEndpoints>): DeepReadonly<Endpoint[]> {
  return endpoints ?? [];
}

function reportSlice(slice: EndpointSlice, context: ValidationContext): void {
  const endpoints = endpointsOf(slice);
  const ports = (slice.ports as DiscoveryEndpointPort[] | null | undefined) ?? [];
  if (isShort(endpoints, { context, part: "endpoints", max: endpointsMax })) {
    endpoints.forEach((one, index) => reportEndpoint(one, slice.addressType, within(context, `endpoints[${index}]`)));
  }
  if (isShort(ports, { context, part: "ports", max: portsMax })) reportPorts(ports, context);
}

interface Limited {
  readonly context: ValidationContext;
  readonly part: string;
  readonly max: number;
}

/** Reports a list that is too long. Returns whether it is short enough. */
function isShort({ length: count }: readonly unknown[], { context, part, max }: Limited): boolean {
  if (count > max) context.report(tooManyField(at(context, part), { count, max }));
  return count <= max;
}

const protocols = ["SCTP", "TCP", "UDP"];

function reportPorts(ports: readonly DiscoveryEndpointPort[], context: ValidationContext): void {
  const repeats = repeatIndexes(ports.map(({ name = "" }) => name));
  ports.forEach(({ name = "", protocol = "", appProtocol }, index) => {
    const part = `ports[${index}]`;
    if (name !== "") reportFormat(context, `${part}.name`, "dns1123Label", name);
    if (repeats.has(index)) context.report(duplicateField(at(context, `${part}.name`), name));
    reportUnsupported(context, `${part}.protocol`, protocol, protocols);
    if (appProtocol !== undefined) reportFormat(context, `${part}.appProtocol`, "qualifiedName", appProtocol);
  });
}
