/** Rules of a Service's load balancer class. */
import type { ServiceSpec } from "../../../api/index.ts";
import type { DeepReadonly } from "../../../base/deep-readonly.ts";
import { type FieldError, forbiddenField, invalidField } from "../../../meta/field-error.ts";
import { checkFormat } from "../../../meta/formats.ts";

const path = "spec.loadBalancerClass";

/** Message for fields that only load balancers can have. */
export const onlyForBalancers = "may only be used when `type` is 'LoadBalancer'";

/** Returns the errors of the class alone, without regard to its old value. */
export function balancerClassErrors({ type, loadBalancerClass }: ServiceSpec): FieldError[] {
  if (loadBalancerClass === undefined) return [];
  if (type !== "LoadBalancer") return [forbiddenField(path, onlyForBalancers)];
  return checkFormat("qualifiedName", loadBalancerClass).map((why) => invalidField(path, loadBalancerClass, why));
}

/** Returns the errors of the class on an update. The class is immutable. */
export function balancerClassChangeErrors(spec: ServiceSpec, old: DeepReadonly<ServiceSpec>): FieldError[] {
  const isBalancer = spec.type === "LoadBalancer" && old.type === "LoadBalancer";
  const isChanged = isBalancer && spec.loadBalancerClass !== old.loadBalancerClass;
  const changeErrors = isChanged ? [invalidField(path, spec.loadBalancerClass, "may not change once set")] : [];
  return [...changeErrors, ...balancerClassErrors(spec)];
}
