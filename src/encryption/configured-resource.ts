/** Resources as a configuration names them: `secrets`, `deployments.apps`, `*.apps`, `*.` and `*.*`. */
import type { GroupResource } from "../meta/group-version.ts";

/** A resource, or several if a part is `*`. */
export interface ConfiguredResource {
  readonly group: string;
  readonly resource: string;
}

/** Returns the resource that a text names. The group begins after the first point. */
export function parseResource(text: string): ConfiguredResource {
  const point = text.indexOf(".");
  if (point < 0) return { group: "", resource: text };
  return { resource: text.slice(0, point), group: text.slice(point + 1) };
}

/** Whether it stands for all resources of all groups. */
export function isAnyResource({ group, resource }: ConfiguredResource): boolean {
  return group === "*" && resource === "*";
}

/** Whether an entry with `named` covers a resource. */
export function namesResource(named: ConfiguredResource, { group, resource }: GroupResource): boolean {
  if (isAnyResource(named)) return true;
  return named.group === group && (named.resource === "*" || named.resource === resource);
}

/** Returns the text of a resource in a file. */
export function formatResource({ group, resource }: ConfiguredResource): string {
  if (group === "" && resource === "*") return "*.";
  return group === "" ? resource : `${resource}.${group}`;
}
