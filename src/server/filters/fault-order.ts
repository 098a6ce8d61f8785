/** The orders with which tests inject faults, and the checks of such an order. */
import type { RequestVerb, ResourceRequestInfo } from "../requests/request-info.ts";

const verbs: ReadonlySet<string> = new Set<RequestVerb | "*">([
  "get",
  "list",
  "watch",
  "create",
  "update",
  "patch",
  "delete",
  "deletecollection",
  "*",
]);
/** Verbs whose paths contain no object name. */
const namelessVerbs: ReadonlySet<string> = new Set<RequestVerb>(["list", "create", "deletecollection"]);

/** Statuses with which an injected fault can fail a request. */
const faultCodes = [401, 403, 404, 409, 410, 429, 500, 503, 504] as const;
/** Status of an injected error. */
export type FaultCode = (typeof faultCodes)[number];

/** Which requests a fault affects. */
interface FaultMatch {
  /** `*` means any verb. */
  readonly verb: RequestVerb | "*";
  /** Plural in any group, such as `configmaps`, or a subresource, such as `pods/status`. `*` means any resource. */
  readonly resource: string;
  /** Default: any namespace, and requests without one. */
  readonly namespace?: string;
  /** Name in the path. Default: any name, and requests without one. */
  readonly name?: string;
  /**
   * Whether the fault affects only the cluster's own controllers. Otherwise it affects all other clients. Default:
   * false.
   */
  readonly controllers?: boolean;
  /** Number of requests that the fault affects before it is removed. Default: no limit. */
  readonly times?: number;
}

/** The effect of a fault. Exactly one of the three members is present. */
type FaultEffect =
  /** The requests fail with this status and change nothing. */
  | { readonly error: FaultCode; readonly delayMs?: never; readonly dropWatch?: never }
  /** The requests wait for this time, by the server's clock, and continue. */
  | { readonly delayMs: number; readonly error?: never; readonly dropWatch?: never }
  /** Watches lose their connection. Open watches lose it at once, and new watches before the response. */
  | { readonly dropWatch: true; readonly error?: never; readonly delayMs?: never };

/** An order for a fault: the requests that it affects, and its effect. */
export type FaultOrder = FaultMatch & FaultEffect;

const members: ReadonlySet<string> = new Set<keyof FaultMatch | "error" | "delayMs" | "dropWatch">([
  "verb",
  "resource",
  "namespace",
  "name",
  "controllers",
  "times",
  "error",
  "delayMs",
  "dropWatch",
]);
const effects = ["error", "delayMs", "dropWatch"] as const;

/**
 * Checks an order, which may come from plain JavaScript.
 * @throws TypeError that names an unknown, missing, invalid or contradictory member
 */
export function checkFaultOrder(order: FaultOrder): void {
  const unknown = Object.keys(order).find((member) => !members.has(member));
  if (unknown !== undefined) throw orderError(`has no member ${JSON.stringify(unknown)}`);
  checkMatch(order);
  const chosen = effects.filter((effect) => order[effect] !== undefined);
  if (chosen.length !== 1) {
    const present = chosen.length === 0 ? "none" : chosen.join(" and ");
    throw orderError(`needs exactly one of ${effects.join(", ")}, and has ${present}`);
  }
  checkEffect(order);
}

/** Whether a fault with this order affects the request. Does not look at its `controllers` and `times`. */
export function affectsRequest(order: FaultOrder, info: ResourceRequestInfo): boolean {
  const { verb, resource, namespace = info.namespace, name = info.name } = order;
  const requestedResource = info.subresource === "" ? info.resource : `${info.resource}/${info.subresource}`;
  return (
    (verb === "*" || verb === info.verb) &&
    (resource === "*" || resource === requestedResource) &&
    namespace === info.namespace &&
    name === info.name
  );
}

function checkMatch({ verb, resource, namespace, name, times }: FaultOrder): void {
  if (!verbs.has(verb))
    throw orderError(`cannot have the verb ${formatValue(verb)}; use one of ${[...verbs].join(", ")}`);
  checkText("resource", resource);
  if (namespace !== undefined) checkText("namespace", namespace);
  if (name !== undefined) checkText("name", name);
  if (name !== undefined && namelessVerbs.has(verb)) throw orderError(`with the verb ${verb} cannot have a name`);
  if (times !== undefined && !(Number.isSafeInteger(times) && times > 0)) {
    throw orderError(`needs a positive integer as times, not ${formatValue(times)}`);
  }
}

function checkEffect({ verb, error, delayMs, ...rest }: FaultOrder): void {
  if (error !== undefined && !faultCodes.includes(error)) {
    throw orderError(`cannot have the error ${formatValue(error)}; use one of ${faultCodes.join(", ")}`);
  }
  if (delayMs !== undefined && !(Number.isFinite(delayMs) && delayMs >= 0)) {
    throw orderError(`needs a delayMs of 0 or more, not ${formatValue(delayMs)}`);
  }
  const dropWatch: unknown = rest.dropWatch;
  if (dropWatch === undefined) return;
  if (dropWatch !== true) throw orderError(`needs dropWatch to be true, not ${formatValue(dropWatch)}`);
  if (verb !== "watch") throw orderError(`with dropWatch needs the verb watch, not ${formatValue(verb)}`);
}

function checkText(member: string, text: unknown): void {
  if (typeof text !== "string" || text === "")
    throw orderError(`needs a non-empty string as ${member}, not ${formatValue(text)}`);
}

/** Returns the value as JSON or, if it has no JSON form, as text. */
function formatValue(value: unknown): string {
  return JSON.stringify(value) ?? String(value);
}

function orderError(why: string): TypeError {
  return new TypeError(`a fault ${why}`);
}
