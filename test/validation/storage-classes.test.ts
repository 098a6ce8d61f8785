import { describe } from "vitest";
import { type Manifest, Refusals, ruleServer } from "../support/refusals.ts";

const server = ruleServer(["--runtime-config=storage.orch.io/v1beta1=true"]);
const qualified =
  "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";

/** Parameters of this number. */
function parameters(count: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, ""]));
}

/** A parameter that takes this many bytes with its name. */
function sized(bytes: number): Record<string, string> {
  return { p: "v".repeat(bytes - 1) };
}

function having(members: object) {
  return (object: Manifest): void => {
    Object.assign(object, members);
  };
}

describe("a StorageClass", () => {
  const classes = new Refusals(server, "/apis/storage.orch.io/v1/storageclasses", {
    provisioner: "csi.example.com",
    parameters: { tier: "fast" },
  });

  classes.create("[StorageClass#1] says who makes its volumes", having({ provisioner: "" }), [
    "provisioner: Required value",
  ]);
  classes.create("[StorageClass#2] says who in a qualified name, whatever its case", having({ provisioner: "A/B_" }), [
    `provisioner: Invalid value: "a/b_": ${qualified}`,
  ]);
  classes.accepts("a provisioner may have capital letters", having({ provisioner: "Example.com/CSI" }));
  classes.create("[StorageClass#3] has 512 parameters at most", having({ parameters: parameters(513) }), [
    "parameters: Too long: may not be more than 512 bytes",
  ]);
  classes.accepts("a StorageClass may have 512 parameters", having({ parameters: parameters(512) }));
  classes.create("[StorageClass#4] has parameters with names", having({ parameters: { "": "x" } }), [
    'parameters: Invalid value: "": field can not be empty.',
  ]);
  classes.create("[StorageClass#5] has parameters of 256 kB at most", having({ parameters: sized(262_145) }), [
    "parameters: Too long: may not be more than 262144 bytes",
  ]);
  classes.accepts("a StorageClass may have parameters of 256 kB", having({ parameters: sized(262_144) }));
  classes.create("[StorageClass#6] keeps or deletes volumes", having({ reclaimPolicy: "Recycle" }), [
    'reclaimPolicy: Unsupported value: "Recycle": supported values: "Delete", "Retain"',
  ]);
  classes.create("[StorageClass#8] binds in a way that there is", having({ volumeBindingMode: "Later" }), [
    'volumeBindingMode: Unsupported value: "Later": supported values: "Immediate", "WaitForFirstConsumer"',
  ]);

  const allowing = (...terms: object[][]) =>
    having({ allowedTopologies: terms.map((matchLabelExpressions) => ({ matchLabelExpressions })) });
  const zone = { key: "zone", values: ["north"] };
  const first = "allowedTopologies[0].matchLabelExpressions[0]";
  classes.accepts("a StorageClass may allow several places", allowing([zone], [{ ...zone, values: ["south"] }]));
  classes.create("[StorageClass#9] allows something", allowing([{ ...zone, values: [] }]), [
    `${first}.values: Required value`,
  ]);
  classes.create("[StorageClass#10] allows a value once", allowing([{ ...zone, values: ["a", "b", "a"] }]), [
    `${first}.values[2]: Duplicate value: "a"`,
  ]);
  classes.create("[StorageClass#11] asks for labels with qualified names", allowing([{ ...zone, key: "a_" }]), [
    `${first}.key: Invalid value: "a_": ${qualified}`,
  ]);
  classes.create("[StorageClass#12] asks for a label once in a term", allowing([zone, zone]), [
    'allowedTopologies[0].matchLabelExpressions[1].key: Duplicate value: "zone"',
  ]);
  classes.create(
    "[StorageClass#13] says a term once, in whatever order",
    allowing([{ key: "zone", values: ["a", "b"] }], [{ key: "zone", values: ["b", "a"] }]),
    ['allowedTopologies[1].matchLabelExpressions: Duplicate value: ""'],
  );
  classes.create("a StorageClass asks for something in a term", allowing([]), [
    'allowedTopologies[0].matchLabelExpressions: Duplicate value: ""',
  ]);

  classes.update("[StorageClass#14] keeps its parameters", {
    change: having({ parameters: { tier: "slow" } }),
    causes: ["parameters: Forbidden: updates to parameters are forbidden."],
  });
  classes.update("[StorageClass#15] keeps who makes its volumes", {
    change: having({ provisioner: "other.example.com" }),
    causes: ["provisioner: Forbidden: updates to provisioner are forbidden."],
  });
  classes.update("[StorageClass#16] keeps what becomes of its volumes", {
    change: having({ reclaimPolicy: "Retain" }),
    causes: ["reclaimPolicy: Forbidden: updates to reclaimPolicy are forbidden."],
  });
  classes.update("[StorageClass#17] keeps when it binds", {
    change: having({ volumeBindingMode: "WaitForFirstConsumer" }),
    causes: ['volumeBindingMode: Invalid value: "WaitForFirstConsumer": field is immutable'],
  });
});

describe("a VolumeAttributesClass", () => {
  const classes = new Refusals(server, "/apis/storage.orch.io/v1beta1/volumeattributesclasses", {
    driverName: "csi.example.com",
    parameters: { iops: "1" },
  });

  classes.create("[VolumeAttributesClass#1] names a driver", having({ driverName: "" }), [
    "driverName: Required value",
  ]);
  classes.create("[VolumeAttributesClass#2] names it in a qualified name", having({ driverName: "A_" }), [
    `driverName: Invalid value: "a_": ${qualified}`,
  ]);
  classes.create("[VolumeAttributesClass#3] has 512 parameters at most", having({ parameters: parameters(513) }), [
    "parameters: Too long: may not be more than 512 bytes",
  ]);
  classes.create("[VolumeAttributesClass#4] has parameters with names", having({ parameters: { "": "x" } }), [
    'parameters: Invalid value: "": field can not be empty.',
  ]);
  classes.create("[VolumeAttributesClass#5] has parameters of 256 kB at most", having({ parameters: sized(262_145) }), [
    "parameters: Too long: may not be more than 262144 bytes",
  ]);
  classes.create("[VolumeAttributesClass#6] has parameters", having({ parameters: {} }), [
    "parameters: Required value: must contain at least one key/value pair",
  ]);
  classes.update("[VolumeAttributesClass#7] keeps its driver", {
    change: having({ driverName: "other.example.com" }),
    causes: ["driverName: Forbidden: updates to driverName are forbidden."],
  });
  classes.update("[VolumeAttributesClass#8] keeps its parameters", {
    change: having({ parameters: { iops: "2" } }),
    causes: ["parameters: Forbidden: updates to parameters are forbidden."],
  });
  classes.update("updates of a VolumeAttributesClass are told twice what a class must say", {
    change: having({ driverName: "" }),
    causes: [
      "driverName: Required value",
      "driverName: Forbidden: updates to driverName are forbidden.",
      "driverName: Required value",
    ],
  });
});
