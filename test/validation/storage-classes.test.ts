import { describe } from "vitest";
import { notQualifiedName } from "../support/format-messages.ts";
import { type Manifest, Refusals, ruleServer } from "../support/refusals.ts";

const server = ruleServer(["--runtime-config=storage.orch.io/v1beta1=true"]);

/** Returns this number of parameters with short names and empty values. */
function parameters(count: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, ""]));
}

/** Returns a parameter whose name and value have this number of bytes. */
function parameterOfBytes(bytes: number): Record<string, string> {
  return { p: "v".repeat(bytes - 1) };
}

function withMembers(members: object) {
  return (object: Manifest): void => {
    Object.assign(object, members);
  };
}

describe("a StorageClass", () => {
  const classes = new Refusals(server, "/apis/storage.orch.io/v1/storageclasses", {
    provisioner: "csi.example.com",
    parameters: { tier: "fast" },
  });

  classes.create(
    "[StorageClass#1] a StorageClass without a provisioner is rejected",
    withMembers({ provisioner: "" }),
    ["provisioner: Required value"],
  );
  classes.create(
    "[StorageClass#2] a provisioner that is no qualified name is rejected with its name in lower case",
    withMembers({ provisioner: "A/B_" }),
    [`provisioner: Invalid value: "a/b_": ${notQualifiedName}`],
  );
  classes.accepts("a provisioner with capital letters is accepted", withMembers({ provisioner: "Example.com/CSI" }));
  classes.create(
    "[StorageClass#3] a StorageClass with 513 parameters is rejected",
    withMembers({ parameters: parameters(513) }),
    ["parameters: Too long: may not be more than 512 bytes"],
  );
  classes.accepts("a StorageClass with 512 parameters is accepted", withMembers({ parameters: parameters(512) }));
  classes.create(
    "[StorageClass#4] a StorageClass with a parameter without a name is rejected",
    withMembers({ parameters: { "": "x" } }),
    ['parameters: Invalid value: "": field can not be empty.'],
  );
  classes.create(
    "[StorageClass#5] a StorageClass with parameters of more than 256 KiB is rejected",
    withMembers({ parameters: parameterOfBytes(262_145) }),
    ["parameters: Too long: may not be more than 262144 bytes"],
  );
  classes.accepts(
    "a StorageClass with parameters of 256 KiB is accepted",
    withMembers({ parameters: parameterOfBytes(262_144) }),
  );
  classes.create(
    "[StorageClass#6] a StorageClass with the reclaimPolicy Recycle is rejected",
    withMembers({ reclaimPolicy: "Recycle" }),
    ['reclaimPolicy: Unsupported value: "Recycle": supported values: "Delete", "Retain"'],
  );
  classes.create(
    "[StorageClass#8] a StorageClass with an unknown volumeBindingMode is rejected",
    withMembers({ volumeBindingMode: "Later" }),
    ['volumeBindingMode: Unsupported value: "Later": supported values: "Immediate", "WaitForFirstConsumer"'],
  );

  const allowing = (...terms: object[][]) =>
    withMembers({ allowedTopologies: terms.map((matchLabelExpressions) => ({ matchLabelExpressions })) });
  const zone = { key: "zone", values: ["north"] };
  const first = "allowedTopologies[0].matchLabelExpressions[0]";
  classes.accepts(
    "a StorageClass with two topology terms is accepted",
    allowing([zone], [{ ...zone, values: ["south"] }]),
  );
  classes.create(
    "[StorageClass#9] a topology expression without values is rejected",
    allowing([{ ...zone, values: [] }]),
    [`${first}.values: Required value`],
  );
  classes.create(
    "[StorageClass#10] a topology expression with a repeated value is rejected",
    allowing([{ ...zone, values: ["a", "b", "a"] }]),
    [`${first}.values[2]: Duplicate value: "a"`],
  );
  classes.create(
    "[StorageClass#11] a topology expression whose key is no qualified name is rejected",
    allowing([{ ...zone, key: "a_" }]),
    [`${first}.key: Invalid value: "a_": ${notQualifiedName}`],
  );
  classes.create("[StorageClass#12] a topology term with a repeated key is rejected", allowing([zone, zone]), [
    'allowedTopologies[0].matchLabelExpressions[1].key: Duplicate value: "zone"',
  ]);
  classes.create(
    "[StorageClass#13] two topology terms that differ only in the order of values are rejected",
    allowing([{ key: "zone", values: ["a", "b"] }], [{ key: "zone", values: ["b", "a"] }]),
    ['allowedTopologies[1].matchLabelExpressions: Duplicate value: ""'],
  );
  classes.create("an empty topology term is rejected as a duplicate", allowing([]), [
    'allowedTopologies[0].matchLabelExpressions: Duplicate value: ""',
  ]);

  classes.update("[StorageClass#14] an update that changes the parameters of a StorageClass is rejected", {
    change: withMembers({ parameters: { tier: "slow" } }),
    causes: ["parameters: Forbidden: updates to parameters are forbidden."],
  });
  classes.update("[StorageClass#15] an update that changes the provisioner is rejected", {
    change: withMembers({ provisioner: "other.example.com" }),
    causes: ["provisioner: Forbidden: updates to provisioner are forbidden."],
  });
  classes.update("[StorageClass#16] an update that changes the reclaimPolicy is rejected", {
    change: withMembers({ reclaimPolicy: "Retain" }),
    causes: ["reclaimPolicy: Forbidden: updates to reclaimPolicy are forbidden."],
  });
  classes.update("[StorageClass#17] an update that changes the volumeBindingMode is rejected", {
    change: withMembers({ volumeBindingMode: "WaitForFirstConsumer" }),
    causes: ['volumeBindingMode: Invalid value: "WaitForFirstConsumer": field is immutable'],
  });
});

describe("a VolumeAttributesClass", () => {
  const classes = new Refusals(server, "/apis/storage.orch.io/v1beta1/volumeattributesclasses", {
    driverName: "csi.example.com",
    parameters: { iops: "1" },
  });

  classes.create(
    "[VolumeAttributesClass#1] a VolumeAttributesClass without a driverName is rejected",
    withMembers({ driverName: "" }),
    ["driverName: Required value"],
  );
  classes.create(
    "[VolumeAttributesClass#2] a driverName that is no qualified name is rejected with its name in lower case",
    withMembers({ driverName: "A_" }),
    [`driverName: Invalid value: "a_": ${notQualifiedName}`],
  );
  classes.create(
    "[VolumeAttributesClass#3] a VolumeAttributesClass with 513 parameters is rejected",
    withMembers({ parameters: parameters(513) }),
    ["parameters: Too long: may not be more than 512 bytes"],
  );
  classes.create(
    "[VolumeAttributesClass#4] a VolumeAttributesClass with a parameter without a name is rejected",
    withMembers({ parameters: { "": "x" } }),
    ['parameters: Invalid value: "": field can not be empty.'],
  );
  classes.create(
    "[VolumeAttributesClass#5] a VolumeAttributesClass with parameters of more than 256 KiB is rejected",
    withMembers({ parameters: parameterOfBytes(262_145) }),
    ["parameters: Too long: may not be more than 262144 bytes"],
  );
  classes.create(
    "[VolumeAttributesClass#6] a VolumeAttributesClass without parameters is rejected",
    withMembers({ parameters: {} }),
    ["parameters: Required value: must contain at least one key/value pair"],
  );
  classes.update("[VolumeAttributesClass#7] an update that changes the driverName is rejected", {
    change: withMembers({ driverName: "other.example.com" }),
    causes: ["driverName: Forbidden: updates to driverName are forbidden."],
  });
  classes.update(
    "[VolumeAttributesClass#8] an update that changes the parameters of a VolumeAttributesClass is rejected",
    {
      change: withMembers({ parameters: { iops: "2" } }),
      causes: ["parameters: Forbidden: updates to parameters are forbidden."],
    },
  );
  classes.update("an update of a VolumeAttributesClass reports a missing driverName twice", {
    change: withMembers({ driverName: "" }),
    causes: [
      "driverName: Required value",
      "driverName: Forbidden: updates to driverName are forbidden.",
      "driverName: Required value",
    ],
  });
});
