/** The output of `orch crd diff`. */
import { exactJson } from "../../exact-json.ts";
import { printableLine } from "../../screen/printable.ts";
import { count } from "../../terminal.ts";
import type { ChangeClass, DefinitionChange } from "./change.ts";
import type { ObjectFinding, UncheckedObject } from "./compare-objects.ts";

/** The result of a comparison. */
export interface DefinitionDifferences {
  /** The changes by the name of the definition. */
  readonly changes: readonly (DefinitionChange & { readonly definition: string })[];
  /** The objects that become invalid or lose data. */
  readonly objects: readonly ObjectFinding[];
  /** The objects that could not be checked. */
  readonly uncheckedObjects: readonly UncheckedObject[];
  /** Number of objects that were checked. Undefined if none were requested. */
  readonly checkedObjects: number | undefined;
}

/** Whether a client or an object notices a change in a bad way. */
export function isBreaking({ changes, objects }: DefinitionDifferences): boolean {
  return changes.some((change) => change.class !== "warning") || objects.length > 0;
}

const classTexts: Readonly<Record<ChangeClass, string>> = {
  "breaks-clients": "breaks clients",
  "breaks-stored-objects": "breaks stored objects",
  "loses-data": "loses data",
  warning: "warning",
};

/** The most serious changes are printed first. */
const classOrder = ["loses-data", "breaks-stored-objects", "breaks-clients", "warning"] as const;

/** Returns the lines for a person. */
export function differenceLines(differences: DefinitionDifferences): readonly string[] {
  const { changes, objects, uncheckedObjects } = differences;
  const ordered = classOrder.flatMap((name) => changes.filter((change) => change.class === name));
  return [
    ...ordered.map(changeLine),
    ...objects.flatMap(({ title, errors, lost }) => [
      ...errors.map((error) => `${title}: becomes invalid: ${printableLine(error)}`),
      ...lost.map((field) => `${title}: loses data: ${printableLine(field)}`),
    ]),
    ...uncheckedObjects.map(({ title, reason }) => `${title}: not checked: ${printableLine(reason)}`),
    summary(differences),
  ];
}

function changeLine(change: DefinitionChange & { readonly definition: string }): string {
  const { definition, version, path, text } = change;
  const place = version === undefined ? definition : `${definition} ${version}`;
  const subject = path === "" ? "the object" : path;
  return printableLine(`${place}: ${classTexts[change.class]}: ${subject} ${text}${valuesText(change)}`);
}

function valuesText({ before, after }: DefinitionChange): string {
  if (before === undefined && after === undefined) return "";
  return before === undefined ? `: ${valueText(after)}` : `: ${valueText(before)} -> ${valueText(after)}`;
}

const valueLengthMax = 120;

function valueText(value: unknown): string {
  if (value === undefined) return "none";
  const text = typeof value === "string" ? value : exactJson.stringify(value);
  return text.length <= valueLengthMax ? text : `${text.slice(0, valueLengthMax)}...`;
}

function summary({ changes, objects, uncheckedObjects, checkedObjects }: DefinitionDifferences): string {
  const counts = classOrder.map((name) => [name, changes.filter((change) => change.class === name).length] as const);
  const parts = counts.filter(([, number]) => number > 0).map(([name, number]) => `${number} ${classTexts[name]}`);
  const text = parts.length === 0 ? noChange(objects) : `${count(changes.length, "change")}: ${parts.join(", ")}`;
  if (checkedObjects === undefined) return text;
  const unchecked = uncheckedObjects.length > 0 ? `, ${uncheckedObjects.length} not checked` : "";
  return `${text}; ${objects.length} of ${count(checkedObjects, "object")} would become invalid or lose data${unchecked}`;
}

/** Objects can show changes that a comparison of schemas does not find, such as another meaning of a rule. */
function noChange(objects: readonly ObjectFinding[]): string {
  if (objects.length === 0) return "no change that clients or objects notice";
  return "the comparison of the definitions finds no change, but objects notice one";
}

/** Returns the differences as one JSON value. */
export function differencesJson(differences: DefinitionDifferences): string {
  const { changes, objects, uncheckedObjects, checkedObjects } = differences;
  const value = {
    isBreaking: isBreaking(differences),
    changes: changes.map(({ definition, ...change }) => ({ definition, ...change })),
    ...(checkedObjects === undefined ? {} : { checkedObjects, objects, uncheckedObjects }),
  };
  return exactJson.stringify(value);
}
