/** Accepted writes of each object of a scenario. Rules about first updates depend on them. */
import type { Exchange } from "./recorder.ts";
import { bodyTextOf, isDryRun, objectPathOf } from "./request-facts.ts";

export class EarlierWrites {
  /** Writes by the path of the object, in any version. */
  readonly #lines = new Map<string, string[]>();

  /** Returns the writes of the object that a target names, one line for each: the method, the target and the body. */
  of(target: string): string {
    return (this.#lines.get(objectPathOf(target)) ?? []).join("\n");
  }

  /** Adds an accepted exchange. A deletion removes the earlier writes of its object. */
  add(exchange: Exchange): void {
    const { method, target } = exchange;
    if (isDryRun(exchange)) return;
    const path = method === "POST" ? createdPath(exchange) : objectPathOf(target);
    if (method === "DELETE") this.#lines.delete(path);
    if (!["POST", "PUT", "PATCH"].includes(method)) return;
    const lines = this.#lines.get(path) ?? [];
    lines.push(`${method} ${target} ${bodyTextOf(exchange).replaceAll("\n", " ")}`);
    this.#lines.set(path, lines);
  }
}

/**
 * Returns the path of the object that a request has created. If the response has no name, returns the path of the
 * collection.
 */
function createdPath({ target, answer }: Exchange): string {
  const [, name] = /"metadata":\{"name":"([^"]+)"/.exec(answer.text) ?? [];
  return name === undefined ? objectPathOf(target) : `${objectPathOf(target)}/${name}`;
}
