import { describe } from "vitest";
import { notQualifiedName } from "../support/format-messages.ts";
import { Refusals, ruleServer } from "../support/refusals.ts";

const server = ruleServer(["--vocabulary=kubernetes", "--feature-gates=VolumeAttributesClass=true"]);

const csi = { driver: "csi.example.com", volumeHandle: "vol-1" };

function affinityTo(key: string): object {
  return { required: { nodeSelectorTerms: [{ matchExpressions: [{ key, operator: "In", values: ["north"] }] }] } };
}

const emptyKey = 'spec.nodeAffinity.required.nodeSelectorTerms[0].matchExpressions[0].key: Invalid value: ""';
const noName = `${emptyKey}: name part must be non-empty`;
const badName = `${emptyKey}: ${notQualifiedName}`;

describe("a PersistentVolume", () => {
  const volumes = new Refusals(server, "/api/v1/persistentvolumes", {
    spec: { capacity: { storage: "1Gi" }, accessModes: ["ReadWriteOnce"], csi },
  });
  const spec = (change: object) => (volume: { spec: object }) => void Object.assign(volume.spec, change);

  const key = "volume.beta.kubernetes.io/mount-options";
  volumes.create(
    "[PersistentVolume#1] a csi volume with the mount options annotation is rejected",
    (volume) => {
      volume.metadata.annotations = { [key]: "ro" };
    },
    [`metadata.annotations.${key}: Forbidden: may not specify mount options for this volume type`],
  );
  volumes.accepts("an nfs volume with the mount options annotation is accepted", (volume) => {
    volume.metadata.annotations = { [key]: "ro" };
    delete volume.spec.csi;
    volume.spec.nfs = { server: "nfs.example.com", path: "/data" };
  });

  volumes.update("[PersistentVolume#2] an update that changes the source of a volume is rejected", {
    change: spec({ csi: { ...csi, volumeHandle: "vol-2" } }),
    causes: [
      /^spec\.persistentvolumesource: Forbidden: spec\.persistentvolumesource is immutable after creation\n[^]*vol-2/,
    ],
  });
  volumes.update("[PersistentVolume#3] an update that changes the volumeMode is rejected", {
    change: spec({ volumeMode: "Block" }),
    causes: ['volumeMode: Invalid value: "Block": field is immutable'],
  });
  volumes.update("[PersistentVolume#4] an update that changes the nodeAffinity is rejected", {
    before: spec({ nodeAffinity: affinityTo("topology.kubernetes.io/zone") }),
    change: spec({ nodeAffinity: affinityTo("topology.kubernetes.io/region") }),
    causes: [/^nodeAffinity: Invalid value: .*: field is immutable, except for updating from beta label to GA$/],
  });
  volumes.update("an update to an empty label key in the nodeAffinity reports that error twice instead of the change", {
    before: spec({ nodeAffinity: affinityTo("zone") }),
    change: spec({ nodeAffinity: affinityTo("") }),
    causes: [noName, badName, noName, badName],
  });
  volumes.update("[PersistentVolume#6] an update that removes the volumeAttributesClassName is rejected", {
    before: spec({ volumeAttributesClassName: "gold" }),
    change: ({ spec: changed }) => {
      delete changed.volumeAttributesClassName;
    },
    causes: ["spec.volumeAttributesClassName: Forbidden: update from non-nil value to nil is forbidden"],
  });

  volumes.update("an update reports an error of the spec twice", {
    change: spec({ accessModes: [] }),
    causes: ["spec.accessModes: Required value", "spec.accessModes: Required value"],
  });
});
