/** The table of decisions: which verbs each default role allows on which target. */

import type { PlainAction, PlainRole } from "../../../src/authz/rbac/testing/slow-evaluator.ts";
import type { Attributes } from "../../../src/meta/access/access-control.ts";

/** Decisions of the reference about each default role, and the roles with which it decided. */
export interface DecisionTable {
  readonly verbs: readonly string[];
  /** Texts that `targetOf` parses. */
  readonly targets: readonly string[];
  readonly roles: readonly PlainRole[];
  /**
   * For each role, the position of each target that it allows, and the sum of `2 ** position` of the allowed verbs: `[0, 3]`
   * allows the first two verbs on the first target. Two numbers follow each other for each target.
   */
  readonly allowed: readonly (readonly number[])[];
}

/** Object of an action: a path, or a resource. */
export type Target = Pick<PlainAction, "path" | "group" | "resource" | "subresource" | "name">;

/** Returns the target of a text: `/healthz`, `apps:deployments`, `:pods/log` or `:configmaps#name`. */
export function targetOf(text: string): Target {
  if (text.startsWith("/")) return { path: text };
  const [kind = "", name = ""] = text.split("#");
  const end = kind.indexOf(":");
  const [resource = "", subresource = ""] = kind.slice(end + 1).split("/");
  return { group: kind.slice(0, end), resource, subresource, name };
}

/** Returns the attributes of an action in a namespace. */
export function attributesOf(
  { path, group = "", resource = "", subresource = "", name = "" }: Target,
  { verb, namespace }: { readonly verb: string; readonly namespace: string },
): Attributes {
  if (path !== undefined) return { isResource: false, verb, path };
  return { isResource: true, verb, group, version: "v1", resource, subresource, namespace, name };
}

/** Returns the row of a role: two numbers for each target with an allowed verb. */
export function rowOf(
  table: Pick<DecisionTable, "verbs" | "targets">,
  isAllowed: (target: Target, verb: string) => boolean,
): number[] {
  return table.targets.flatMap((text, position) => {
    const target = targetOf(text);
    const mask = table.verbs.reduce((sum, verb, bit) => sum + (isAllowed(target, verb) ? 2 ** bit : 0), 0);
    return mask === 0 ? [] : [position, mask];
  });
}
