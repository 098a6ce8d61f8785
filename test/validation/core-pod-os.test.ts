import { describe } from "vitest";
import { notSubdomain } from "../support/format-messages.ts";
import { featuresOn, PodRefusals, withSpec } from "../support/pod-refusals.ts";
import { ruleServer } from "../support/refusals.ts";

const server = ruleServer(
  featuresOn("ProcMountType", "SELinuxChangePolicy", "SupplementalGroupsPolicy", "UserNamespacesSupport"),
);
const refused = new PodRefusals(server);
const { pods } = refused;

const onWindows = { os: { name: "windows" } };
const helper = { name: "helper", image: "app:1" };

describe("the operating system", () => {
  refused.spec("[PodSpec#34] has a name", { os: { name: "" } }, ["spec.os.name: Required value: cannot be empty"]);
  refused.spec("[PodSpec#35] is one of two", { os: { name: "plan9" } }, [
    'spec.os: Unsupported value: "plan9": supported values: "linux", "windows"',
  ]);
});

describe("a Pod on Linux", () => {
  const os = { name: "linux" };
  const windowsOptions = { runAsUserName: "me" };
  const why = "Forbidden: windows options cannot be set for a linux pod";
  refused.spec("[LinuxPod#1] has no settings for Windows", { os, securityContext: { windowsOptions } }, [
    `spec.securityContext.windowsOptions: ${why}`,
  ]);
  refused.spec(
    "[LinuxPod#2] has no settings for Windows in containers",
    { os, initContainers: [{ ...helper, securityContext: { windowsOptions } }] },
    [`spec.initContainers[0].securityContext.windowsOptions: ${why}`],
  );
  pods.accepts("one that does not name its system may have them", withSpec({ securityContext: { windowsOptions } }));
});

describe("a Pod on Windows", () => {
  const inPod: readonly [id: string, path: string, fields: object][] = [
    ["WindowsPod#1", "securityContext.appArmorProfile", { appArmorProfile: { type: "Unconfined" } }],
    ["WindowsPod#2", "securityContext.seLinuxOptions", { seLinuxOptions: { level: "s0" } }],
    ["WindowsPod#6", "securityContext.seccompProfile", { seccompProfile: { type: "Unconfined" } }],
    ["WindowsPod#7", "securityContext.fsGroup", { fsGroup: 1 }],
    ["WindowsPod#8", "securityContext.fsGroupChangePolicy", { fsGroupChangePolicy: "Always" }],
    ["WindowsPod#9", "securityContext.sysctls", { sysctls: [{ name: "kernel.shm_rmid_forced", value: "1" }] }],
    ["WindowsPod#11", "securityContext.runAsUser", { runAsUser: 1 }],
    ["WindowsPod#12", "securityContext.runAsGroup", { runAsGroup: 1 }],
    ["WindowsPod#13", "securityContext.supplementalGroups", { supplementalGroups: [1] }],
    ["WindowsPod#14", "securityContext.supplementalGroupsPolicy", { supplementalGroupsPolicy: "Merge" }],
    ["WindowsPod#15", "securityContext.seLinuxChangePolicy", { seLinuxChangePolicy: "Recursive" }],
  ];
  for (const [id, path, securityContext] of inPod) {
    refused.spec(`[${id}] has no ${path}`, { ...onWindows, securityContext }, [
      `spec.${path}: Forbidden: cannot be set for a windows pod`,
    ]);
  }

  const inSpec: readonly [id: string, field: string, value: boolean][] = [
    ["WindowsPod#3", "hostUsers", true],
    ["WindowsPod#4", "hostPID", true],
    ["WindowsPod#5", "hostIPC", true],
    ["WindowsPod#10", "shareProcessNamespace", false],
  ];
  for (const [id, field, value] of inSpec) {
    refused.spec(`[${id}] has no ${field}`, { ...onWindows, [field]: value }, [
      `spec.${field}: Forbidden: cannot be set for a windows pod`,
    ]);
  }
  pods.accepts(
    "may say that it does not share with its node",
    withSpec({ ...onWindows, hostPID: false, hostIPC: false }),
  );

  const inContainer: readonly [id: string, field: string, value: unknown][] = [
    ["WindowsPod#16", "appArmorProfile", { type: "Unconfined" }],
    ["WindowsPod#17", "seLinuxOptions", { level: "s0" }],
    ["WindowsPod#18", "seccompProfile", { type: "Unconfined" }],
    ["WindowsPod#19", "capabilities", { drop: ["ALL"] }],
    ["WindowsPod#20", "readOnlyRootFilesystem", true],
    ["WindowsPod#21", "privileged", false],
    ["WindowsPod#22", "allowPrivilegeEscalation", true],
    ["WindowsPod#23", "procMount", "Default"],
    ["WindowsPod#24", "runAsUser", 1],
    ["WindowsPod#25", "runAsGroup", 1],
  ];
  for (const [id, field, value] of inContainer) {
    refused.spec(
      `[${id}] has no ${field} in containers`,
      { ...onWindows, initContainers: [{ ...helper, securityContext: { [field]: value } }] },
      [`spec.initContainers[0].securityContext.${field}: Forbidden: cannot be set for a windows pod`],
    );
  }
});

describe("host processes of Windows", () => {
  const settings = (hostProcess: boolean): object => ({ securityContext: { windowsOptions: { hostProcess } } });
  const all = { ...onWindows, ...settings(true), hostNetwork: true };

  pods.accepts("are all containers of a Pod", withSpec(all));
  pods.create(
    "[WindowsHostProcess#1] are what the Pod says",
    ({ spec }) => {
      Object.assign(spec, all, settings(false));
      Object.assign(spec.containers[0], settings(true));
    },
    [
      "spec.containers[0].securityContext.windowsOptions.hostProcess: Invalid value: true: pod hostProcess value must be identical if both are specified, was false",
    ],
  );
  refused.spec(
    "[WindowsHostProcess#2] are not among other containers",
    { ...onWindows, hostNetwork: true, initContainers: [{ ...helper, ...settings(true) }] },
    [
      'spec: Invalid value: "": If pod contains any hostProcess containers then all containers must be HostProcess containers',
    ],
  );
  refused.spec("[WindowsHostProcess#3] are on the network of the node", { ...onWindows, ...settings(true) }, [
    "spec.hostNetwork: Invalid value: false: hostNetwork must be true if pod contains any hostProcess containers",
  ]);
});

describe("settings for Windows", () => {
  const options = (windowsOptions: object): object => ({ ...onWindows, securityContext: { windowsOptions } });
  const path = "spec.securityContext.windowsOptions";

  refused.spec("[WindowsOptions#1] name a specification", options({ gmsaCredentialSpecName: "A" }), [
    `${path}.gmsaCredentialSpecName: Invalid value: "A": ${notSubdomain}`,
  ]);
  refused.spec("[WindowsOptions#2] have a specification with content", options({ gmsaCredentialSpec: "" }), [
    `${path}.gmsaCredentialSpec: Invalid value: "": gmsaCredentialSpec cannot be an empty string`,
  ]);
  const long = "a".repeat(65_537);
  refused.spec("[WindowsOptions#3] have a specification of 64 KiB at most", options({ gmsaCredentialSpec: long }), [
    `${path}.gmsaCredentialSpec: Invalid value: "${long}": gmsaCredentialSpec size must be under 64 KiB`,
  ]);
  pods.accepts("may have a specification of 64 KiB", withSpec(options({ gmsaCredentialSpec: "a".repeat(65_536) })));

  const users: readonly [user: string, shown: string, message: string][] = [
    ["", '""', "runAsUserName cannot be an empty string"],
    ["a\tb", '"a\\tb"', "runAsUserName cannot contain control characters"],
    ["a\\b\\c", '"a\\\\b\\\\c"', "runAsUserName cannot contain more than one backslash"],
    [".a\\b", '".a\\\\b"', "runAsUserName's Domain doesn't match the NetBios nor the DNS format"],
    ["a\\", '"a\\\\"', "runAsUserName's User cannot be empty"],
    ["a".repeat(105), `"${"a".repeat(105)}"`, "runAsUserName's User length must not be longer than 104 characters"],
    ["..", '".."', "runAsUserName's User cannot contain only periods or spaces"],
    ["a*", '"a*"', "runAsUserName's User cannot contain the following characters: \"/\\:;|=,+*?<>@[]"],
  ];
  for (const [user, shown, message] of users) {
    refused.spec(`[WindowsOptions#4] name a user: ${message}`, options({ runAsUserName: user }), [
      `${path}.runAsUserName: Invalid value: ${shown}: ${message}`,
    ]);
  }
  pods.accepts("may name the user of a domain", withSpec(options({ runAsUserName: `SHOP\\${"a".repeat(104)}` })));
});
