/** Rules of the drivers in a CSINode. */
import { type CSINodeDriver, type CSINodeSpec, csiNodeSpec } from "../../api/storage/v1/csi-node.ts";
import type { DeepReadonly } from "../../base/deep-readonly.ts";
import { duplicateField, invalidField, requiredField } from "../../meta/field-error.ts";
import { GoText, goQuote } from "../../meta/go-quote.ts";
import { type ErrorOrderEntry, type RuleEntry, rulesFor, type ValidationContext } from "../../schema/index.ts";
import { goPointer, goTextList } from "../meta/go-values.ts";
import { repeatIndexes } from "../repeats.ts";
import { at, reportFieldFormat, reportFormat, within } from "../reporting.ts";

const driverOrder: readonly ErrorOrderEntry[] = [
  "name",
  "nodeID",
  "allocatable",
  { path: "name", type: "Duplicate" },
  "",
];

/** Rules of CSINodes. */
export const csiNodeRules: readonly RuleEntry[] = [
  rulesFor(csiNodeSpec, { validate: reportDrivers, order: [{ list: "drivers", order: driverOrder }] }),
];

/** Returns the drivers. The list is null if the client did not send it. */
export function driversIn({
  drivers,
}: {
  readonly drivers: DeepReadonly<CSINodeDriver[]> | null;
}): DeepReadonly<CSINodeDriver[]> {
  return drivers ?? [];
}

function reportDrivers(spec: CSINodeSpec, context: ValidationContext): void {
  const drivers = driversIn(spec);
  const repeats = repeatIndexes(drivers.map(({ name }) => name));
  drivers.forEach((driver, index) => {
    const inside = within(context, `drivers[${index}]`);
    reportNames(driver, inside);
    if (repeats.has(index)) inside.report(duplicateField(at(inside, "name"), driver.name));
    reportKeys(driver, inside);
  });
}

const nodeIdBytesMax = 256;

function reportNames({ name, nodeID }: DeepReadonly<CSINodeDriver>, context: ValidationContext): void {
  reportFieldFormat(context, "name", "csiDriverName", name);
  if (nodeID === "") context.report(requiredField(at(context, "nodeID")));
  if (Buffer.byteLength(nodeID) > nodeIdBytesMax) {
    context.report(invalidField(at(context, "nodeID"), nodeID, `must be ${nodeIdBytesMax} characters or less`));
  }
}

/** Reports invalid topology keys. The reference reports them with the path of the driver. */
function reportKeys({ topologyKeys }: DeepReadonly<CSINodeDriver>, context: ValidationContext): void {
  const keys = topologyKeys ?? [];
  const repeats = repeatIndexes(keys);
  keys.forEach((key, index) => {
    if (key === "") context.report(requiredField(context.path()));
    if (repeats.has(index)) context.report(duplicateField(context.path(), key));
    reportFormat(context, "", "qualifiedName", key);
  });
}

/** Returns a driver in Go syntax. */
export function goDriver({ name, nodeID, topologyKeys, allocatable }: DeepReadonly<CSINodeDriver>): GoText {
  const keys = goTextList(topologyKeys ?? []).text;
  const limits = goPointer("storage.VolumeNodeResources", allocatable !== undefined);
  const members = `Name:${goQuote(name)}, NodeID:${goQuote(nodeID)}, TopologyKeys:${keys}, Allocatable:${limits}`;
  return new GoText(`storage.CSINodeDriver{${members}}`);
}
