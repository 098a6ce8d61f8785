/** The class of a Service's load balancer. */
import type { ServiceSpec } from "../../../api/index.ts";
import { type FieldError, forbiddenField, invalidField } from "../../../meta/field-error.ts";
import { checkFormat } from "../../../meta/formats.ts";

const path = "spec.loadBalancerClass";

/** Only load balancers have a class. */
export const onlyForBalancers = "may only be used when `type` is 'LoadBalancer'";

/** Returns what is wrong with the class as it is, whatever it was before. */
export function balancerClassErrors({ type, loadBalancerClass }: ServiceSpec): FieldError[] {
  if (loadBalancerClass === undefined) return [];
  if (type !== "LoadBalancer") return [forbiddenField(path, onlyForBalancers)];
  return checkFormat("qualifiedName", loadBalancerClass).map((why) => invalidField(path, loadBalancerClass, why));
}

/** The same for an update, which may not change the class either. */
export function balancerClassChangeErrors(spec: ServiceSpec, old: ServiceSpec): FieldError[] {
  const isBalancer = spec.type === "LoadBalancer" && old.type === "LoadBalancer";
  const isChanged = isBalancer && spec.loadBalancerClass !== old.loadBalancerClass;
  const changeErrors = isChanged ? [invalidField(path, spec.loadBalancerClass, "may not change once set")] : [];
  return [...changeErrors, ...balancerClassErrors(spec)];
}
