import { describe } from "vitest";
import { notSubdomain } from "../support/format-messages.ts";
import { featureGateFlag, PodRefusals, withSpec } from "../support/pod-refusals.ts";
import { ruleServer } from "../support/refusals.ts";

const server = ruleServer(
  featureGateFlag("ProcMountType", "SELinuxChangePolicy", "SupplementalGroupsPolicy", "UserNamespacesSupport"),
);
const refused = new PodRefusals(server);
const { pods } = refused;

const onWindows = { os: { name: "windows" } };
const helper = { name: "helper", image: "app:1" };

describe("the operating system", () => {
  refused.spec("[PodSpec#34] an empty os.name is rejected", { os: { name: "" } }, [
    "spec.os.name: Required value: cannot be empty",
  ]);
  refused.spec("[PodSpec#35] an unknown os.name is rejected", { os: { name: "plan9" } }, [
    'spec.os: Unsupported value: "plan9": supported values: "linux", "windows"',
  ]);
});

describe("a Pod on Linux", () => {
  const os = { name: "linux" };
  const windowsOptions = { runAsUserName: "me" };
  const why = "Forbidden: windows options cannot be set for a linux pod";
  refused.spec(
    "[LinuxPod#1] a Linux Pod with windowsOptions is rejected",
    { os, securityContext: { windowsOptions } },
    [`spec.securityContext.windowsOptions: ${why}`],
  );
  refused.spec(
    "[LinuxPod#2] a Linux Pod with windowsOptions in an init container is rejected",
    { os, initContainers: [{ ...helper, securityContext: { windowsOptions } }] },
    [`spec.initContainers[0].securityContext.windowsOptions: ${why}`],
  );
  pods.accepts(
    "a Pod without os and with windowsOptions is accepted",
    withSpec({ securityContext: { windowsOptions } }),
  );
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
    refused.spec(`[${id}] a Windows Pod with ${path} is rejected`, { ...onWindows, securityContext }, [
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
    refused.spec(`[${id}] a Windows Pod with ${field} is rejected`, { ...onWindows, [field]: value }, [
      `spec.${field}: Forbidden: cannot be set for a windows pod`,
    ]);
  }
  pods.accepts(
    "a Windows Pod with hostPID and hostIPC false is accepted",
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
      `[${id}] a Windows Pod with ${field} in a container is rejected`,
      { ...onWindows, initContainers: [{ ...helper, securityContext: { [field]: value } }] },
      [`spec.initContainers[0].securityContext.${field}: Forbidden: cannot be set for a windows pod`],
    );
  }
});

describe("host processes of Windows", () => {
  const settings = (hostProcess: boolean): object => ({ securityContext: { windowsOptions: { hostProcess } } });
  const all = { ...onWindows, ...settings(true), hostNetwork: true };

  pods.accepts("a Windows Pod in which all containers are host processes is accepted", withSpec(all));
  pods.create(
    "[WindowsHostProcess#1] a container whose hostProcess differs from that of the Pod is rejected",
    ({ spec }) => {
      Object.assign(spec, all, settings(false));
      Object.assign(spec.containers[0], settings(true));
    },
    [
      "spec.containers[0].securityContext.windowsOptions.hostProcess: Invalid value: true: pod hostProcess value must be identical if both are specified, was false",
    ],
  );
  refused.spec(
    "[WindowsHostProcess#2] a host process container beside other containers is rejected",
    { ...onWindows, hostNetwork: true, initContainers: [{ ...helper, ...settings(true) }] },
    [
      'spec: Invalid value: "": If pod contains any hostProcess containers then all containers must be HostProcess containers',
    ],
  );
  refused.spec(
    "[WindowsHostProcess#3] host processes without hostNetwork are rejected",
    { ...onWindows, ...settings(true) },
    ["spec.hostNetwork: Invalid value: false: hostNetwork must be true if pod contains any hostProcess containers"],
  );
});

describe("settings for Windows", () => {
  const options = (windowsOptions: object): object => ({ ...onWindows, securityContext: { windowsOptions } });
  const path = "spec.securityContext.windowsOptions";

  refused.spec(
    "[WindowsOptions#1] a gmsaCredentialSpecName that is no DNS subdomain is rejected",
    options({ gmsaCredentialSpecName: "A" }),
    [`${path}.gmsaCredentialSpecName: Invalid value: "A": ${notSubdomain}`],
  );
  refused.spec("[WindowsOptions#2] an empty gmsaCredentialSpec is rejected", options({ gmsaCredentialSpec: "" }), [
    `${path}.gmsaCredentialSpec: Invalid value: "": gmsaCredentialSpec cannot be an empty string`,
  ]);
  const long = "a".repeat(65_537);
  refused.spec(
    "[WindowsOptions#3] a gmsaCredentialSpec of more than 64 KiB is rejected",
    options({ gmsaCredentialSpec: long }),
    [`${path}.gmsaCredentialSpec: Invalid value: "${long}": gmsaCredentialSpec size must be under 64 KiB`],
  );
  pods.accepts(
    "a gmsaCredentialSpec of 64 KiB is accepted",
    withSpec(options({ gmsaCredentialSpec: "a".repeat(65_536) })),
  );

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
    refused.spec(
      `[WindowsOptions#4] an invalid runAsUserName is rejected: ${message}`,
      options({ runAsUserName: user }),
      [`${path}.runAsUserName: Invalid value: ${shown}: ${message}`],
    );
  }
  pods.accepts(
    "a runAsUserName with a domain is accepted",
    withSpec(options({ runAsUserName: `SHOP\\${"a".repeat(104)}` })),
  );
});
