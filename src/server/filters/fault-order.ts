/** What a test orders to go wrong, and the check that the order can be carried out. */
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
/** Their paths name no object. */
const namelessVerbs: ReadonlySet<string> = new Set<RequestVerb>(["list", "create", "deletecollection"]);

/** The statuses that a request can be failed with. */
const faultCodes = [401, 403, 404, 409, 410, 429, 500, 503, 504] as const;
export type FaultCode = (typeof faultCodes)[number];

/** Which requests are meant. */
interface FaultMatch {
  /** `*`: any. */
  readonly verb: RequestVerb | "*";
  /** The plural, of any group: `configmaps`; a subresource by both names: `pods/status`. `*`: any. */
  readonly resource: string;
  /** Default: any, and none. */
  readonly namespace?: string;
  /** As in the path. Default: any, and none. */
  readonly name?: string;
  /** Whether the cluster's own controllers are met, and nobody else. Default: false; everybody else is met. */
  readonly controllers?: boolean;
  /** How many requests are met; after them the fault is gone. Default: all, until it is removed. */
  readonly times?: number;
}

/** What happens to them: one of three. */
type FaultEffect =
  /** They fail with this status, and change nothing. */
  | { readonly error: FaultCode; readonly delayMs?: never; readonly dropWatch?: never }
  /** They wait for so long on the server's clock, then go on. */
  | { readonly delayMs: number; readonly error?: never; readonly dropWatch?: never }
  /** The connection of the watch is broken off: at once for those under way, before the answer for those that come. */
  | { readonly dropWatch: true; readonly error?: never; readonly delayMs?: never };

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

/** @throws TypeError that names what is unknown, missing, out of range, or contradicts itself */
export function checkFaultOrder(order: FaultOrder): void {
  const unknown = Object.keys(order).find((member) => !members.has(member));
  if (unknown !== undefined) throw refused(`has no member ${JSON.stringify(unknown)}`);
  checkMatch(order);
  const chosen = effects.filter((effect) => order[effect] !== undefined);
  if (chosen.length !== 1) {
    const found = chosen.length === 0 ? "none" : chosen.join(" and ");
    throw refused(`needs exactly one of ${effects.join(", ")}, and has ${found}`);
  }
  checkEffect(order);
}

/** Whether the order is about this request. */
export function isAbout(order: FaultOrder, info: ResourceRequestInfo): boolean {
  const { verb, resource, namespace = info.namespace, name = info.name } = order;
  const asked = info.subresource === "" ? info.resource : `${info.resource}/${info.subresource}`;
  return (
    (verb === "*" || verb === info.verb) &&
    (resource === "*" || resource === asked) &&
    namespace === info.namespace &&
    name === info.name
  );
}

function checkMatch({ verb, resource, namespace, name, times }: FaultOrder): void {
  if (!verbs.has(verb)) throw refused(`knows no verb ${shown(verb)}; there are ${[...verbs].join(", ")}`);
  checkText("resource", resource);
  if (namespace !== undefined) checkText("namespace", namespace);
  if (name !== undefined) checkText("name", name);
  if (name !== undefined && namelessVerbs.has(verb)) throw refused(`with the verb ${verb} can have no name`);
  if (times !== undefined && !(Number.isSafeInteger(times) && times > 0)) {
    throw refused(`needs a positive whole number of times, not ${shown(times)}`);
  }
}

function checkEffect({ verb, error, delayMs, ...rest }: FaultOrder): void {
  if (error !== undefined && !faultCodes.includes(error)) {
    throw refused(`knows no error ${shown(error)}; there are ${faultCodes.join(", ")}`);
  }
  if (delayMs !== undefined && !(Number.isFinite(delayMs) && delayMs >= 0)) {
    throw refused(`needs a delayMs of 0 or more, not ${shown(delayMs)}`);
  }
  const dropWatch: unknown = rest.dropWatch;
  if (dropWatch === undefined) return;
  if (dropWatch !== true) throw refused(`can have dropWatch as true only, not ${shown(dropWatch)}`);
  if (verb !== "watch") throw refused(`with dropWatch needs the verb watch, not ${shown(verb)}`);
}

function checkText(member: string, text: unknown): void {
  if (typeof text !== "string" || text === "") throw refused(`needs a text as ${member}, not ${shown(text)}`);
}

/** As JSON, where there is such a thing. */
function shown(value: unknown): string {
  return JSON.stringify(value) ?? String(value);
}

function refused(why: string): TypeError {
  return new TypeError(`a fault ${why}`);
}
