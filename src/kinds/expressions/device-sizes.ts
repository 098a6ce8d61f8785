/** Largest sizes of the parts of a device, from which the cost of an expression is estimated. */
import type { SizeEstimator } from "../../cel/index.ts";

/** A part of a device. */
interface SizedPart {
  /** Largest number of entries of a map, or bytes of a text. 0 for parts without a size. */
  readonly sizeMax: bigint;
  readonly keys?: SizedPart;
  readonly values?: SizedPart;
  readonly fields?: ReadonlyMap<string, SizedPart>;
  /** Whether an entry has the same size if its key is written like a field. */
  readonly hasOpenFields?: boolean;
}

/** Number of attributes and capacities of a device. */
const entriesMax = 32n;
const domain: SizedPart = { sizeMax: 63n };
const identifier: SizedPart = { sizeMax: 32n };
const attribute: SizedPart = { sizeMax: 64n };
const capacity: SizedPart = { sizeMax: 0n };

function byDomain(values: SizedPart): SizedPart {
  return { sizeMax: entriesMax, keys: domain, values };
}

const device: SizedPart = {
  sizeMax: 0n,
  fields: new Map([
    ["driver", { sizeMax: 63n }],
    ["attributes", byDomain({ sizeMax: entriesMax, keys: identifier, values: attribute, hasOpenFields: true })],
    ["capacity", byDomain({ sizeMax: entriesMax, keys: identifier, values: capacity })],
  ]),
};

/** Returns the size of a part of the variable `device`. */
export const deviceSizes: SizeEstimator = ({ path: [variable, ...steps] }) => {
  let part = variable === "device" ? device : undefined;
  for (const step of steps) part = part && partAt(part, step);
  return part && { min: 0n, max: part.sizeMax };
};

function partAt({ keys, values, fields, hasOpenFields }: SizedPart, step: string): SizedPart | undefined {
  switch (step) {
    case "@items":
    case "@values":
      return values;
    case "@keys":
      return keys;
    default:
      return fields?.get(step) ?? (hasOpenFields ? values : undefined);
  }
}
