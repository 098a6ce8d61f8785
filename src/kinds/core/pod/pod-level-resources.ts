/** Rules and defaults of the resources of a whole Pod. They must cover the resources of its containers. */
import type { PodSpec, ResourceRequirements } from "../../../api/index.ts";
import { getOwn } from "../../../base/own-property.ts";
import { forbiddenField, invalidField } from "../../../meta/field-error.ts";
import { parseQuantity, Quantity } from "../../../meta/quantity.ts";
import type { ValidationContext } from "../../../schema/index.ts";
import { at } from "../../reporting.ts";
import { isRestartable, mainContainers } from "../container/containers.ts";
import type { ResourceList } from "../resources/resource-lists.ts";
import { isPodResource } from "../resources/resource-names.ts";

type Amounts = ReadonlyMap<string, Quantity>;

/** Fills in the Pod's requests: the sum of its containers' requests, or else the Pod's limit. */
export function fillPodRequests(spec: PodSpec): void {
  const { resources } = spec;
  if (!resources?.limits || Object.keys(resources.limits).length === 0) return;
  const ofContainers = [...requestsOfContainers(spec)].map(([name, amount]) => [name, amount.toString()] as const);
  const known = Object.fromEntries(ofContainers.filter(([name]) => isPodResource(name)));
  const limits = Object.entries(resources.limits).filter(([name]) => isPodResource(name));
  const requests = { ...Object.fromEntries(limits), ...known, ...resources.requests };
  if (Object.keys(requests).length > 0) resources.requests = requests;
}

/**
 * Reports claims in Pod-level resources, which cannot have any.
 * @param context at the Pod's spec
 */
export function reportPodLevelClaims({ claims }: ResourceRequirements, context: ValidationContext): void {
  if (claims === undefined) return;
  const why = "claims cannot be set for Resources at pod-level";
  context.report(forbiddenField(at(context, "resources.claims"), why));
}

/**
 * Reports Pod-level resources that do not cover those of the containers.
 * @param context at the Pod's spec
 */
export function reportUncoveredResources(
  spec: PodSpec,
  resources: ResourceRequirements,
  context: ValidationContext,
): void {
  reportSum(spec, resources, context);
  reportLimits(spec, resources, context);
}

function reportSum(spec: PodSpec, { requests = {} }: ResourceRequirements, context: ValidationContext): void {
  for (const [name, sum] of requestsOfContainers(spec)) {
    const request = parseQuantity(getOwn(requests, name) ?? "0");
    if (sum.compare(request) <= 0) continue;
    const why = `must be greater than or equal to aggregate container requests of ${sum.toString()}`;
    context.report(invalidField(at(context, `resources.requests[${name}]`), request.toString(), why));
  }
}

function reportLimits(spec: PodSpec, { limits = {} }: ResourceRequirements, context: ValidationContext): void {
  mainContainers(spec).forEach(({ resources }, index) => {
    for (const [name, limit] of Object.entries(resources?.limits ?? {})) {
      const ofPod = getOwn(limits, name);
      if (ofPod === undefined || parseQuantity(limit).compare(parseQuantity(ofPod)) <= 0) continue;
      const path = at(context, `resources.containers[${index}][${name}].limits`);
      context.report(invalidField(path, limit, `must be less than or equal to pod limits of ${ofPod}`));
    }
  });
}

/**
 * Returns the largest sum of requests that run at one time. Init containers run one after the other, before the main
 * containers. Restartable init containers keep running beside them.
 */
export function requestsOfContainers(spec: PodSpec): Amounts {
  let running: Amounts = new Map();
  let preparing: Amounts = new Map();
  let besides: Amounts = new Map();
  for (const { resources } of mainContainers(spec)) running = sumOf(running, resources?.requests);
  for (const container of spec.initContainers ?? []) {
    const requests = container.resources?.requests;
    const needed = sumOf(besides, requests);
    if (isRestartable(container)) {
      running = sumOf(running, requests);
      besides = needed;
    }
    preparing = largest(preparing, needed);
  }
  return largest(running, preparing);
}

function sumOf(amounts: Amounts, list: ResourceList = {}): Amounts {
  const sums = new Map(amounts);
  for (const [name, text] of Object.entries(list)) {
    sums.set(name, (sums.get(name) ?? Quantity.zero).add(parseQuantity(text)));
  }
  return sums;
}

function largest(left: Amounts, right: Amounts): Amounts {
  const most = new Map(left);
  for (const [name, amount] of right) {
    const known = most.get(name);
    if (known === undefined || amount.compare(known) > 0) most.set(name, amount);
  }
  return most;
}
