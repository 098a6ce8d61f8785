/** Rules of the status that a load balancer reports. */
import type { LoadBalancerIngress, Service } from "../../../api/index.ts";
import {
  type FieldError,
  forbiddenField,
  invalidField,
  notSupportedField,
  requiredField,
} from "../../../meta/field-error.ts";
import { checkFormat } from "../../../meta/formats.ts";
import { specOf } from "./service-type.ts";

const ipModes = ["Proxy", "VIP"];

/** Returns the errors in the load balancer status of a Service. */
export function loadBalancerStatusErrors(service: Service): FieldError[] {
  const ingress = service.status?.loadBalancer?.ingress ?? [];
  const path = "status.loadBalancer.ingress";
  if (specOf(service).type !== "LoadBalancer" && ingress.length > 0) {
    return [forbiddenField(path, "may only be used when `spec.type` is 'LoadBalancer'")];
  }
  return ingress.flatMap((one, index) => ingressErrors(one, `${path}[${index}]`));
}

function ingressErrors({ ip = "", ipMode, hostname = "" }: LoadBalancerIngress, path: string): FieldError[] {
  const ipFaults = ip === "" ? [] : checkFormat("ip", ip);
  const nameFaults = hostname === "" ? [] : checkFormat("dns1123Subdomain", hostname);
  if (hostname !== "" && checkFormat("ip", hostname).length === 0) {
    nameFaults.push("must be a DNS name, not an IP address");
  }
  return [
    ...ipFaults.map((message) => invalidField(`${path}.ip`, ip, message)),
    ...ipModeErrors(ip, ipMode, `${path}.ipMode`),
    ...nameFaults.map((message) => invalidField(`${path}.hostname`, hostname, message)),
  ];
}

function ipModeErrors(ip: string, ipMode: string | undefined, path: string): FieldError[] {
  if (ipMode === undefined) return ip === "" ? [] : [requiredField(path, "must be specified when `ip` is set")];
  if (ip === "") return [forbiddenField(path, "may not be specified when `ip` is not set")];
  return ipModes.includes(ipMode) ? [] : [notSupportedField(path, ipMode, ipModes)];
}
