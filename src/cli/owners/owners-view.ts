/** Formats an object as YAML, with the owners of each field as a comment, and a list of all owners at the end. */
import { humanAge } from "../../meta/human-duration.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import { typeFirst, withoutManagedFields } from "../output/objects.ts";
import type { Colour, Paint } from "../screen/paint.ts";
import { printable, printableLine } from "../screen/printable.ts";
import { cutTo, padTo, textWidth } from "../screen/text-width.ts";
import { type AnnotatedLine, annotatedLines } from "./annotated-lines.ts";
import { type Owner, ownedFields, ownerOf } from "./field-owners.ts";

/** Current time, colours and line width of the view. */
export interface OwnersViewOptions {
  readonly nowMs: number;
  readonly paint: Paint;
  /** Width of the terminal. Undefined: lines are never truncated. */
  readonly columns: number | undefined;
}

/** Maximum column of the comments. Those of longer lines are not aligned. */
const notesColumnMax = 60;
const colours: readonly Colour[] = ["cyan", "green", "yellow", "magenta", "blue", "red"];

/** Returns the lines of the view. */
export function ownersView(object: ApiObject, options: OwnersViewOptions): readonly string[] {
  const { managedFields: entries = [] } = object.metadata;
  const lines = annotatedLines(typeFirst(withoutManagedFields(object)), ownedFields(entries));
  const names = [...new Set(entries.map((entry) => ownerOf(entry).name))];
  const painted = (name: string, text: string): string =>
    options.paint(colours[names.indexOf(name) % colours.length] ?? "dim", text);
  return [...bodyLines(lines, painted, options), ...legend(lines, entries.map(ownerOf), { painted, ...options })];
}

type Painted = (name: string, text: string) => string;

function bodyLines(lines: readonly AnnotatedLine[], painted: Painted, options: OwnersViewOptions): readonly string[] {
  const widths = lines.filter(({ owners }) => owners.length > 0).map(({ text }) => textWidth(text));
  const column = Math.max(0, ...widths.filter((width) => width <= notesColumnMax));
  return lines.map(({ text, owners }) => {
    if (owners.length === 0) return printable(text);
    const notes = owners.map((owner) => ({ owner, text: ownerText(owner, options.nowMs) }));
    const shared = owners.length > 1 ? "shared: " : "";
    const padded = padTo(printable(text), column);
    const room = options.columns === undefined ? undefined : options.columns - textWidth(padded) - "  # ".length;
    const whole = shared + notes.map((note) => note.text).join("; ");
    // A truncated comment is not coloured, because truncation could cut off the colour codes.
    if (room !== undefined && textWidth(whole) > room) return `${padded}  # ${cutTo(whole, Math.max(12, room))}`;
    const shown = notes.map((note) => painted(note.owner.name, note.text)).join("; ");
    return `${padded}  # ${options.paint("bold", shared)}${shown}`;
  });
}

/** Returns `ci, apply, 3d4h` or `scaler, update of scale, 5m`. */
function ownerText({ name, operation, subresource, time }: Owner, nowMs: number): string {
  const how = operation.toLowerCase() + (subresource === "" ? "" : ` of ${subresource}`);
  return [printableLine(name), how, ...(time === undefined ? [] : [ageOf(time, nowMs)])].join(", ");
}

/** Returns the age of a time. A text that is not a time is returned unchanged. */
function ageOf(time: string, nowMs: number): string {
  return Number.isNaN(Date.parse(time)) ? printableLine(time) : humanAge(time)(nowMs);
}

interface LegendOptions extends OwnersViewOptions {
  readonly painted: Painted;
}

function legend(
  lines: readonly AnnotatedLine[],
  owners: readonly Owner[],
  { painted, paint, nowMs }: LegendOptions,
): readonly string[] {
  if (owners.length === 0) return ["#", "# Nobody owns fields of this object."];
  const count = (owner: Owner): number => lines.filter((line) => line.owners.some((one) => isSame(one, owner))).length;
  const rows = owners.map(
    (owner) => [owner, ownerText(owner, nowMs), `${count(owner)} ${count(owner) === 1 ? "field" : "fields"}`] as const,
  );
  const width = Math.max(...rows.map(([, text]) => textWidth(text)));
  const shared = lines.filter((line) => line.owners.length > 1).length;
  const notes = [
    ...rows.map(
      ([owner, text, fields]) =>
        `# ${painted(owner.name, padTo(text, width))}   ${fields}, in ${printableLine(owner.apiVersion)}`,
    ),
    `# ${shared === 0 ? "No field is shared." : `${shared} ${shared === 1 ? "field is" : "fields are"} shared.`}`,
  ];
  return ["#", `# ${paint("bold", "Owners")}, by how they write and when they last did:`, ...notes];
}

function isSame(one: Owner, other: Owner): boolean {
  return (
    one.name === other.name &&
    one.operation === other.operation &&
    one.subresource === other.subresource &&
    one.apiVersion === other.apiVersion
  );
}
