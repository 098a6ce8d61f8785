/** Volumes in containers: mounts and block devices, and whether the Pod has the volumes that they name. */
import type { Container, EphemeralContainer, PodSpec, Volume, VolumeDevice, VolumeMount } from "../../api/index.ts";
import { forbiddenField, invalidField, notFoundField, notSupportedField } from "../../meta/field-error.ts";
import { checkFormat } from "../../meta/formats.ts";
import type { ValidationContext } from "../../schema/index.ts";
import { at, reportFormat, reportUnsupported } from "../reporting.ts";
import { placedContainers } from "./containers.ts";

type VolumeUser = Container | EphemeralContainer;

/** What the container alone can tell. Some errors stand at the list instead of the item, as clients know them. */
export function reportVolumeUses(container: VolumeUser, context: ValidationContext): void {
  const { volumeMounts = [], volumeDevices = [] } = container;
  reportMountOverlaps(container, context);
  volumeMounts.forEach((mount, index) => reportMount(mount, container, { context, part: `volumeMounts[${index}]` }));
  if (volumeDevices.length > 0) reportDevices(container, context);
}

function reportMountOverlaps({ volumeMounts = [], volumeDevices = [] }: VolumeUser, context: ValidationContext): void {
  const paths = new Set<string>();
  const deviceNames = new Set(volumeDevices.map(({ name }) => name));
  const devicePaths = new Set(volumeDevices.map(({ devicePath }) => devicePath));
  const refuse = (index: number, field: "name" | "mountPath", why: string): void => {
    const path = at(context, `volumeMounts[${index}].${field}`);
    context.report(invalidField(path, volumeMounts[index]?.[field], why));
  };
  volumeMounts.forEach(({ name, mountPath }, index) => {
    if (paths.has(mountPath)) refuse(index, "mountPath", "must be unique");
    paths.add(mountPath);
    if (deviceNames.has(name)) refuse(index, "name", "must not already exist in volumeDevices");
    if (devicePaths.has(mountPath)) refuse(index, "mountPath", "must not already exist as a path in volumeDevices");
  });
}

const propagations = ["Bidirectional", "HostToContainer", "None"];

function reportMount(mount: VolumeMount, container: VolumeUser, { context, part }: Place): void {
  const { subPath = "", subPathExpr = "", mountPropagation } = mount;
  if (subPath !== "") reportFormat(context, "volumeMounts.subPath", "localDescendingPath", subPath);
  if (subPathExpr !== "") {
    if (subPath !== "") {
      const why = "subPathExpr and subPath are mutually exclusive";
      context.report(invalidField(at(context, `${part}.subPathExpr`), subPathExpr, why));
    }
    reportFormat(context, "volumeMounts.subPathExpr", "localDescendingPath", subPathExpr);
  }
  if (mountPropagation !== undefined) {
    reportUnsupported(context, "volumeMounts.mountPropagation", mountPropagation, propagations);
  }
  if (mountPropagation === "Bidirectional" && container.securityContext?.privileged !== true) {
    const why = "Bidirectional mount propagation is available only to privileged containers";
    context.report(forbiddenField(at(context, "volumeMounts.mountPropagation"), why));
  }
  reportRecursiveReadOnly(mount, context);
}

function reportRecursiveReadOnly(mount: VolumeMount, context: ValidationContext): void {
  const { recursiveReadOnly, readOnly = false, mountPropagation = "None" } = mount;
  const part = "volumeMounts.recursiveReadOnly";
  switch (recursiveReadOnly) {
    case undefined:
    case "Disabled":
      return;
    case "Enabled":
    case "IfPossible":
      if (!readOnly) context.report(forbiddenField(at(context, part), "may only be specified when readOnly is true"));
      if (mountPropagation !== "None") {
        const why = "may only be specified when mountPropagation is None or not specified";
        context.report(forbiddenField(at(context, part), why));
      }
      return;
    default:
      context.report(notSupportedField(at(context, part), recursiveReadOnly, ["Disabled", "Enabled", "IfPossible"]));
  }
}

function reportDevices({ volumeMounts = [], volumeDevices = [] }: VolumeUser, context: ValidationContext): void {
  const names = new Set<string>();
  const paths = new Set<string>();
  const mountNames = new Set(volumeMounts.map(({ name }) => name));
  const mountPaths = new Set(volumeMounts.map(({ mountPath }) => mountPath));
  volumeDevices.forEach((device, index) => {
    const { name, devicePath } = device;
    const refuse = (field: keyof VolumeDevice, why: string): void => {
      context.report(invalidField(at(context, `volumeDevices[${index}].${field}`), device[field], why));
    };
    if (names.has(name)) refuse("name", "must be unique");
    if (paths.has(devicePath)) refuse("devicePath", "must be unique");
    if (checkFormat("pathNoBacksteps", devicePath).length > 0) refuse("devicePath", "can not contain backsteps ('..')");
    if (mountNames.has(name)) refuse("name", "must not already exist in volumeMounts");
    if (mountPaths.has(devicePath)) refuse("devicePath", "must not already exist as a path in volumeMounts");
    names.add(name);
    paths.add(devicePath);
  });
}

/**
 * Mounts and devices that name no volume of the Pod, or one of the wrong sort. A volume with an error does not count, so
 * this runs after the volumes are validated.
 */
export function reportVolumeReferences(spec: PodSpec, context: ValidationContext): void {
  const sound = (spec.volumes ?? []).filter((_, index) => !context.isFaulty(at(context, `volumes[${index}]`)));
  const volumes = new Map(sound.map((volume) => [volume.name, volume]));
  for (const { container, part } of placedContainers(spec)) {
    (container.volumeMounts ?? []).forEach((mount, index) => {
      reportMountReference(volumes.get(mount.name), mount, { context, part: `${part}.volumeMounts[${index}]` });
    });
    (container.volumeDevices ?? []).forEach(({ name }, index) => {
      reportDeviceReference(volumes.get(name), name, { context, part: `${part}.volumeDevices[${index}]` });
    });
  }
}

interface Place {
  readonly context: ValidationContext;
  readonly part: string;
}

function reportMountReference(volume: Volume | undefined, mount: VolumeMount, { context, part }: Place): void {
  if (!volume) context.report(notFoundField(at(context, `${part}.name`), mount.name));
  if (!volume?.image) return;
  for (const field of ["subPath", "subPathExpr"] as const) {
    if (!mount[field]) continue;
    const path = at(context, `${part}.${field}`);
    context.report(invalidField(path, mount[field], "not allowed in image volume sources"));
  }
}

function reportDeviceReference(volume: Volume | undefined, name: string, { context, part }: Place): void {
  const path = (): string => at(context, `${part}.name`);
  if (!volume) {
    context.report(notFoundField(path(), name));
  } else if (!volume.persistentVolumeClaim && !volume.ephemeral) {
    const why = "can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode";
    context.report(invalidField(path(), name, why));
  }
}
