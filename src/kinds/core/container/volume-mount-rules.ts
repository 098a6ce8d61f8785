/** Rules of volume mounts and block devices in containers, and of the volumes that they refer to. */
import type { Container, EphemeralContainer, PodSpec, Volume, VolumeDevice, VolumeMount } from "../../../api/index.ts";
import {
  forbiddenField,
  invalidField,
  notFoundField,
  notSupportedField,
  requiredField,
} from "../../../meta/field-error.ts";
import { checkFormat } from "../../../meta/formats.ts";
import type { ValidationContext } from "../../../schema/index.ts";
import { repeatIndexes } from "../../repeats.ts";
import { at, reportFormat, reportUnsupported } from "../../reporting.ts";
import { placedContainers } from "./containers.ts";

type VolumeUser = Container | EphemeralContainer;

interface Place {
  readonly context: ValidationContext;
  /** Path of the container from the Pod's spec. */
  readonly part: string;
}

type Volumes = ReadonlyMap<string, Volume>;

/**
 * Reports invalid mounts and devices of all containers. Runs after the volumes are validated, because a volume with an
 * error counts as missing. Some errors have the path of the list instead of the item, as in the reference.
 */
export function reportVolumeUses(spec: PodSpec, context: ValidationContext): void {
  const sound = (spec.volumes ?? []).filter((_, index) => !context.isFaulty(() => at(context, `volumes[${index}]`)));
  const volumes = new Map(sound.map((volume) => [volume.name, volume]));
  for (const { container, part } of placedContainers(spec)) {
    reportMounts(container, volumes, { context, part });
    reportDevices(container, volumes, { context, part });
  }
}

/**
 * Reports invalid mounts. Their paths must differ from device paths. If several devices have the same name,
 * only the last one counts.
 */
function reportMounts(container: VolumeUser, volumes: Volumes, { context, part }: Place): void {
  const { volumeMounts = [], volumeDevices = [] } = container;
  const pathRepeats = repeatIndexes(volumeMounts.map(({ mountPath }) => mountPath));
  const devices = new Map(volumeDevices.map(({ name, devicePath }) => [name, devicePath]));
  const devicePaths = new Set(devices.values());
  volumeMounts.forEach((mount, index) => {
    const { name, mountPath } = mount;
    const pathOf = (field: keyof VolumeMount): string => at(context, `${part}.volumeMounts[${index}].${field}`);
    const reject = (field: "name" | "mountPath", why: string): void =>
      context.report(invalidField(pathOf(field), mount[field], why));
    if (name === "") context.report(requiredField(pathOf("name")));
    if (!volumes.has(name)) context.report(notFoundField(pathOf("name"), name));
    if (mountPath === "") context.report(requiredField(pathOf("mountPath")));
    if (pathRepeats.has(index)) reject("mountPath", "must be unique");
    if (devices.has(name)) reject("name", "must not already exist in volumeDevices");
    if (devicePaths.has(mountPath)) reject("mountPath", "must not already exist as a path in volumeDevices");
    reportSubPaths(mount, pathOf, { context, part });
    reportImageMount(volumes.get(name), mount, pathOf, context);
    reportPropagation(mount, container, { context, part });
    reportRecursiveReadOnly(mount, { context, part });
  });
}

type PathOf = (field: keyof VolumeMount) => string;

function reportSubPaths({ subPath = "", subPathExpr = "" }: VolumeMount, pathOf: PathOf, place: Place): void {
  const { context, part } = place;
  if (subPath !== "") reportFormat(context, `${part}.volumeMounts.subPath`, "localDescendingPath", subPath);
  if (subPathExpr === "") return;
  if (subPath !== "") {
    const why = "subPathExpr and subPath are mutually exclusive";
    context.report(invalidField(pathOf("subPathExpr"), subPathExpr, why));
  }
  reportFormat(context, `${part}.volumeMounts.subPathExpr`, "localDescendingPath", subPathExpr);
}

function reportImageMount(
  volume: Volume | undefined,
  mount: VolumeMount,
  pathOf: PathOf,
  context: ValidationContext,
): void {
  if (!volume?.image) return;
  for (const field of ["subPath", "subPathExpr"] as const) {
    if (!mount[field]) continue;
    context.report(invalidField(pathOf(field), mount[field], "not allowed in image volume sources"));
  }
}

const propagations = ["Bidirectional", "HostToContainer", "None"];

function reportPropagation(
  { mountPropagation }: VolumeMount,
  { securityContext }: VolumeUser,
  { context, part }: Place,
): void {
  if (mountPropagation === undefined) return;
  const place = `${part}.volumeMounts.mountPropagation`;
  reportUnsupported(context, place, mountPropagation, propagations);
  if (mountPropagation === "Bidirectional" && securityContext?.privileged !== true) {
    const why = "Bidirectional mount propagation is available only to privileged containers";
    context.report(forbiddenField(at(context, place), why));
  }
}

function reportRecursiveReadOnly(mount: VolumeMount, { context, part }: Place): void {
  const { recursiveReadOnly, readOnly = false, mountPropagation = "None" } = mount;
  const path = (): string => at(context, `${part}.volumeMounts.recursiveReadOnly`);
  switch (recursiveReadOnly) {
    case undefined:
    case "Disabled":
      return;
    case "Enabled":
    case "IfPossible":
      if (!readOnly) context.report(forbiddenField(path(), "may only be specified when readOnly is true"));
      if (mountPropagation !== "None") {
        const why = "may only be specified when mountPropagation is None or not specified";
        context.report(forbiddenField(path(), why));
      }
      return;
    default:
      context.report(notSupportedField(path(), recursiveReadOnly, ["Disabled", "Enabled", "IfPossible"]));
  }
}

/**
 * Reports invalid devices. Their paths must differ from mount paths. If several mounts have the same name,
 * only the last one counts.
 */
function reportDevices(
  { volumeMounts = [], volumeDevices = [] }: VolumeUser,
  volumes: Volumes,
  { context, part }: Place,
): void {
  const names = new Set<string>();
  const paths = new Set<string>();
  const mounts = new Map(volumeMounts.map(({ name, mountPath }) => [name, mountPath]));
  const mountPaths = new Set(mounts.values());
  volumeDevices.forEach((device, index) => {
    const { name, devicePath } = device;
    const pathOf = (field: keyof VolumeDevice): string => at(context, `${part}.volumeDevices[${index}].${field}`);
    const reject = (field: keyof VolumeDevice, why: string): void =>
      context.report(invalidField(pathOf(field), device[field], why));
    if (name === "") context.report(requiredField(pathOf("name")));
    if (names.has(name)) reject("name", "must be unique");
    reportDeviceVolume(volumes.get(name), name, pathOf("name"), context);
    if (devicePath === "") context.report(requiredField(pathOf("devicePath")));
    if (paths.has(devicePath)) reject("devicePath", "must be unique");
    if (checkFormat("pathNoBacksteps", devicePath).length > 0) reject("devicePath", "can not contain backsteps ('..')");
    else paths.add(devicePath);
    if (mounts.has(name)) reject("name", "must not already exist in volumeMounts");
    if (mountPaths.has(devicePath)) reject("devicePath", "must not already exist as a path in volumeMounts");
    if (name !== "") names.add(name);
  });
}

function reportDeviceVolume(volume: Volume | undefined, name: string, path: string, context: ValidationContext): void {
  if (!volume) {
    context.report(notFoundField(path, name));
  } else if (!volume.persistentVolumeClaim && !volume.ephemeral) {
    const why = "can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode";
    context.report(invalidField(path, name, why));
  }
}
