/** The accepted writes of each object of a scenario. A rule that is about first updates asks for them. */
import type { Exchange } from "./recorder.ts";
import { bodyTextOf, isDryRun, objectPathOf } from "./request-facts.ts";

export class EarlierWrites {
  /** By the path of the object in any version. */
  readonly #lines = new Map<string, string[]>();

  /** Returns the writes of the object that a target names, a line each: the method, the target, and the body. */
  of(target: string): string {
    return (this.#lines.get(objectPathOf(target)) ?? []).join("\n");
  }

  /** Adds an accepted exchange. A deletion begins anew. */
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

/** Returns the path of the object that a request has created; that of the collection if the response names none. */
function createdPath({ target, answer }: Exchange): string {
  const [, name] = /"metadata":\{"name":"([^"]+)"/.exec(answer.text) ?? [];
  return name === undefined ? objectPathOf(target) : `${objectPathOf(target)}/${name}`;
}
