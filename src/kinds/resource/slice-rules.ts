/** Rules of ResourceSlices: their devices with attributes, and the nodes that can use them. */
import type { BasicDevice, DeviceAttribute } from "../../api/resource/v1beta1/basic-device.ts";
import type { Device, ResourcePool, ResourceSliceSpec } from "../../api/resource/v1beta1/resource-slice.ts";
import type { DeepReadonly } from "../../base/deep-readonly.ts";
import { type FieldError, invalidField, requiredField } from "../../meta/field-error.ts";
import { GoText } from "../../meta/go-quote.ts";
import { parseSemanticVersion } from "../../meta/semantic-version.ts";
import type { ValidationContext } from "../../schema/index.ts";
import { goNodeSelectorTerms } from "../core/scheduling/go-node-selector.ts";
import { reportNodeSelector } from "../core/scheduling/scheduling-rules.ts";
import { immutableField } from "../meta/immutable-field.ts";
import { at, collect, reportFieldFormat, reportFormat, within } from "../reporting.ts";
import {
  qualifiedNameBytesMax,
  reportBytes,
  reportCount,
  reportPoolName,
  reportQualifiedName,
  reportRepeats,
} from "./list-rules.ts";

const devicesMax = 128;
const attributesAndCapacitiesMax = 32;
const attributeBytesMax = 64;

/**
 * Returns the errors of a spec.
 * @param old undefined on create
 */
export function sliceErrors(spec: ResourceSliceSpec, old: DeepReadonly<ResourceSliceSpec> | undefined): FieldError[] {
  return [
    ...collect((context) => reportPlace(spec, context), "spec"),
    ...(old ? changeErrors(spec, old) : []),
    ...collect((context) => {
      reportNodes(spec, context);
      reportDevices(spec.devices ?? [], context);
    }, "spec"),
  ];
}

function reportPlace({ driver, pool }: ResourceSliceSpec, context: ValidationContext): void {
  reportFieldFormat(context, "driver", "csiDriverName", driver);
  reportPool(pool, within(context, "pool"));
}

function reportPool({ name, generation, resourceSliceCount }: ResourcePool, context: ValidationContext): void {
  reportPoolName(context, "name", name);
  if (resourceSliceCount <= 0) {
    context.report(invalidField(at(context, "resourceSliceCount"), resourceSliceCount, "must be greater than zero"));
  }
  if (generation < 0) {
    context.report(invalidField(at(context, "generation"), generation, "must be greater than or equal to zero"));
  }
}

function changeErrors(spec: ResourceSliceSpec, old: DeepReadonly<ResourceSliceSpec>): FieldError[] {
  return [
    ...immutableField({ path: "spec.pool.name", value: spec.pool.name, old: old.pool.name }),
    ...immutableField({ path: "spec.driver", value: spec.driver, old: old.driver }),
    ...immutableField({ path: "spec.nodeName", value: spec.nodeName ?? "", old: old.nodeName ?? "" }),
  ];
}

function reportNodes({ nodeName = "", nodeSelector, allNodes }: ResourceSliceSpec, context: ValidationContext): void {
  if (nodeName !== "") reportFormat(context, "nodeName", "dns1123Subdomain", nodeName);
  const terms = nodeSelector?.nodeSelectorTerms ?? [];
  if (nodeSelector) reportNodeSelector(nodeSelector, within(context, "nodeSelector"), { checksValues: true });
  if (nodeSelector && terms.length !== 1) {
    const path = at(context, "nodeSelector.nodeSelectorTerms");
    context.report(invalidField(path, goNodeSelectorTerms(terms), "must have exactly one node selector term"));
  }
  const count = [nodeName !== "", nodeSelector !== undefined, allNodes === true].filter(Boolean).length;
  const rule = "exactly one of `nodeName`, `nodeSelector`, or `allNodes` is required";
  if (count === 0) context.report(requiredField(context.path(), rule));
  if (count > 1) context.report(invalidField(context.path(), null, rule));
}

function reportDevices(devices: readonly Device[], context: ValidationContext): void {
  devices.forEach(({ name, basic }, index) => {
    const item = within(context, `devices[${index}]`);
    reportFormat(item, "name", "dns1123Label", name);
    if (basic) reportBasicDevice(basic, within(item, "basic"));
    else item.report(requiredField(at(item, "basic")));
  });
  reportCount(context, "devices", devices, devicesMax);
  reportRepeats(context, "devices", devices, { keyOf: ({ name }) => name, member: "name" });
}

function reportBasicDevice({ attributes = {}, capacity = {} }: BasicDevice, context: ValidationContext): void {
  for (const [name, attribute] of Object.entries(attributes)) {
    const part = `attributes[${shortened(name)}]`;
    reportQualifiedName(context, part, name);
    reportAttribute(attribute, within(context, part));
  }
  for (const name of Object.keys(capacity)) reportQualifiedName(context, `capacity[${shortened(name)}]`, name);
  const count = Object.keys(attributes).length + Object.keys(capacity).length;
  if (count <= attributesAndCapacitiesMax) return;
  const why = `the total number of attributes and capacities must not exceed ${attributesAndCapacitiesMax}`;
  context.report(invalidField(context.path(), count, why));
}

function reportAttribute(attribute: DeviceAttribute, context: ValidationContext): void {
  const { int, bool, string, version } = attribute;
  if (string !== undefined) reportBytes(context, "string", string, attributeBytesMax);
  if (version !== undefined) {
    if (!parseSemanticVersion(version)) {
      const why = "must be a string compatible with semver.org spec 2.0.0";
      context.report(invalidField(at(context, "version"), version, why));
    }
    reportBytes(context, "version", version, attributeBytesMax);
  }
  const count = [int, bool, string, version].filter((value) => value !== undefined).length;
  const rule = "exactly one value must be specified";
  if (count === 0) context.report(requiredField(context.path(), rule));
  if (count > 1) context.report(invalidField(context.path(), goAttribute(attribute), rule));
}

function goAttribute({ int, bool, string, version }: DeviceAttribute): GoText {
  const pointer = (name: string, type: string, value: unknown): string =>
    `${name}:(*${type})(${value === undefined ? "nil" : "0xc000000000"})`;
  const members = [
    pointer("IntValue", "int64", int),
    pointer("BoolValue", "bool", bool),
    pointer("StringValue", "string", string),
    pointer("VersionValue", "string", version),
  ];
  return new GoText(`resource.DeviceAttribute{${members.join(", ")}}`);
}

/** Returns the key for a path. A key that is longer than any valid name is shortened in the middle. */
function shortened(key: string): string {
  const bytes = Buffer.from(key);
  if (bytes.length <= qualifiedNameBytesMax) return key;
  const left = qualifiedNameBytesMax - 3;
  const [start, end] = [Math.floor((left + 1) / 2), Math.floor(left / 2)];
  return `${bytes.subarray(0, start).toString()}...${bytes.subarray(bytes.length - end).toString()}`;
}
