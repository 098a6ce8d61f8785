/** Formats the changes of an object as diffs. */
import type { HistoryItem } from "../../client/index.ts";
import { humanAge } from "../../meta/human-duration.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import { unifiedDiff } from "../diff/unified-diff.ts";
import { toYaml } from "../output/objects.ts";
import { ownerOf } from "../owners/field-owners.ts";
import type { Paint } from "../screen/paint.ts";
import { printable, printableLine } from "../screen/printable.ts";
import { withoutVersions } from "../writes/has-changed.ts";

/** Name of the object, current time and colours. */
export interface ChangeViewOptions {
  readonly title: string;
  readonly nowMs: number;
  readonly paint: Paint;
}

/**
 * Returns the lines about one change: its version, time and field managers, and what it changed.
 * @param before the state before the change. Undefined if there was none, or if it is not known
 */
export function changeView(
  change: HistoryItem,
  before: ApiObject | undefined,
  { title, nowMs, paint }: ChangeViewOptions,
): readonly string[] {
  const { object, type, resourceVersion } = change;
  const managers = object ? changingManagers(before, object) : [];
  const by = managers.length === 0 ? "" : ` by ${managers.map(printableLine).join(", ")}`;
  const action = type === "unknown" ? "changed" : type;
  const time = timeOf(change, before);
  const when = time === undefined ? "" : `, ${printableLine(time)} (${humanAge(time)(nowMs)} ago)`;
  const heading = paint("bold", `${title} ${action}${by} at ${printableLine(resourceVersion)}${when}`);
  if (type === "unknown") return [heading, "  the state before is no longer kept"];
  if (!object || !before) return [heading];
  const diff = diffOf(before, object, { titles: [`${title} (before)`, `${title} (after)`], paint });
  return [heading, ...(diff.length > 0 ? diff.slice(2) : ["  only metadata.managedFields changed"])];
}

/** Returns the time of the change. If the store does not know it, uses that of the newest field manager. */
function timeOf({ time, object }: HistoryItem, before: ApiObject | undefined): string | undefined {
  if (time !== undefined || !object) return time;
  const times = changedEntries(before, object).flatMap((entry) => entry.time ?? []);
  return times.sort().at(-1) ?? (before ? undefined : (object.metadata.creationTimestamp ?? undefined));
}

/** Returns the diff of two states, without versions. Empty if they are equal. */
export function diffOf(
  before: ApiObject | undefined,
  after: ApiObject,
  { titles: [beforeTitle, afterTitle], paint }: { readonly titles: readonly [string, string]; readonly paint: Paint },
): readonly string[] {
  return unifiedDiff(
    { title: beforeTitle, lines: before ? yamlLines(before) : [] },
    { title: afterTitle, lines: yamlLines(after) },
    paint,
  );
}

function yamlLines(object: ApiObject): readonly string[] {
  return printable(toYaml(withoutVersions(object)))
    .trimEnd()
    .split("\n");
}

/** Returns the managers whose entries a change has added or changed: `ci (apply)`, `kubelet (update of status)`. */
function changingManagers(before: ApiObject | undefined, after: ApiObject): readonly string[] {
  const names = changedEntries(before, after).map((entry) => {
    const { name, operation, subresource } = ownerOf(entry);
    return `${name} (${operation.toLowerCase()}${subresource === "" ? "" : ` of ${subresource}`})`;
  });
  return [...new Set(names)];
}

type Entries = NonNullable<ApiObject["metadata"]["managedFields"]>;

/** An entry that only lost fields keeps its time. It then belongs to another manager than the one that made the change. */
function changedEntries(before: ApiObject | undefined, after: ApiObject): Entries {
  const [known, entries] = [before, after].map((object) => object?.metadata.managedFields ?? []) as [Entries, Entries];
  const differing = (text: (entry: Entries[number]) => string): Entries => {
    const texts = new Set(known.map(text));
    return entries.filter((entry) => !texts.has(text(entry)));
  };
  const newer = differing((entry) => JSON.stringify({ ...entry, fieldsV1: undefined }));
  return newer.length > 0 ? newer : differing((entry) => JSON.stringify(entry));
}
