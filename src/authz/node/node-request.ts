/** A request of a node's agent, and the decisions that its rules share. */
import type { Decision, ResourceAction } from "../../meta/access/access-control.ts";
import { allowed } from "../authorizer.ts";
import type { ObjectPlace, RelatedResource } from "./node-graph.ts";

/** An action of the agent of a node. */
export interface NodeRequest {
  readonly nodeName: string;
  readonly action: ResourceAction;
  /** Whether an object is related to the node. A promise only while the relations are being loaded. */
  readonly isRelated: (resource: RelatedResource, place: ObjectPlace) => boolean | Promise<boolean>;
}

/** Decides about the actions of nodes on one resource. */
export type NodeAccessRule = (request: NodeRequest) => Decision | Promise<Decision>;

/** Returns the decision not to allow an action. Another authorizer may still allow it. */
export function notAllowed(reason: string): Decision {
  return { decision: "no opinion", reason };
}

/** Allows the action if its object is related to the node. */
export function allowRelated(request: NodeRequest, resource: RelatedResource): Decision | Promise<Decision> {
  if (request.action.name === "") return notAllowed("No Object name found");
  return allowIfRelated(request, resource);
}

/** As `allowRelated`, for an action that has a name. */
export function allowIfRelated(
  { nodeName, action, isRelated }: NodeRequest,
  resource: RelatedResource,
): Decision | Promise<Decision> {
  const decide = (related: boolean): Decision =>
    related ? allowed : notAllowed(`no relationship found between node '${nodeName}' and this object`);
  const related = isRelated(resource, action);
  return related instanceof Promise ? related.then(decide) : decide(related);
}

/** Whether the field selector of a list or watch requires this value. A selector that cannot be parsed requires none. */
export function requiresFieldValue({ selectors }: ResourceAction, field: string, value: string): boolean {
  const requirements = selectors?.().field.requirements ?? [];
  return requirements.some((one) => one.field === field && one.operator === "=" && one.value === value);
}
