/** The flags of the addresses that the server publishes. The texts of problems are those of the reference. */
import { isIP } from "node:net";
import type { ExplicitValues, FlagSpec, FlagValues } from "../flags/flag-spec.ts";
import { advertisedAddress } from "./advertised-address.ts";

const group = "Serving";

/** Flags of the published addresses. */
export const addressFlags = [
  {
    name: "advertise-address",
    type: "string",
    placeholder: "IP",
    group,
    doc:
      "Address at which the members of the cluster reach this server. The Service of the API server has it as an endpoint, " +
      "and discovery shows it. Default: --bind-address, or an address of this machine if that is 0.0.0.0 or ::. A server that " +
      "only this machine can reach is no endpoint.",
  },
  {
    name: "external-hostname",
    type: "string",
    placeholder: "HOST[:PORT]",
    group,
    doc:
      "Name in the addresses that discovery and the documents about the issuer of tokens show. The generated serving " +
      "certificate has it, too. Default: the address of --advertise-address.",
  },
  {
    name: "endpoint-reconciler-type",
    type: "enum",
    values: ["lease", "master-count", "none"],
    default: "lease",
    group,
    doc:
      "How the endpoints of the Service of the API server are maintained. lease: each server has a key in the store that " +
      "expires 15 seconds after it has stopped. master-count: the last server that has started is the only endpoint. none: not at all.",
  },
] as const satisfies readonly FlagSpec[];

/** A flag of the published addresses. */
export type AddressFlag = (typeof addressFlags)[number];

/** How the endpoints of the Service of the API server are maintained. */
export type EndpointReconcilerType = "lease" | "master-count" | "none";

/** Addresses that the server publishes. */
export interface AddressConfig {
  /** IP address at which other machines reach the server. Undefined if only this machine can reach it. */
  readonly advertised: string | undefined;
  /** Host, with or without a port. Undefined: the advertised address. */
  readonly externalHostname: string | undefined;
  readonly endpointReconciler: EndpointReconcilerType;
}

/**
 * Returns the configuration that the flags describe.
 * @param bindAddress address on which the server listens
 * @param serviceRange first range of addresses of Services
 */
export function addressConfig(
  values: FlagValues<AddressFlag>,
  bindAddress: string,
  serviceRange: string,
): AddressConfig {
  const advertiseAddress = values["advertise-address"] || undefined;
  return {
    advertised: advertisedAddress({ advertiseAddress, bindAddress, serviceRange }),
    externalHostname: values["external-hostname"] || undefined,
    endpointReconciler: values["endpoint-reconciler-type"],
  };
}

/** Returns the problems of the flags. @param serviceRange first range of addresses of Services */
export function addressProblems(values: ExplicitValues<AddressFlag>, serviceRange: string): readonly string[] {
  const address = values["advertise-address"];
  if (address === undefined || address === "") return [];
  if (isIP(address) === 0) {
    const quoted = JSON.stringify(address);
    return [`invalid argument ${quoted} for "--advertise-address" flag: failed to parse IP: ${quoted}`];
  }
  if ((isIP(address) === 6) === serviceRange.includes(":")) return [];
  return [
    `service IP family ${JSON.stringify(serviceRange)} must match public address family ${JSON.stringify(address)}`,
  ];
}
