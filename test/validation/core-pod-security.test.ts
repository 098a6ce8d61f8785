import { describe } from "vitest";
import { notId } from "../support/format-messages.ts";
import { featureGateFlag, PodRefusals, withContainer, withSpec } from "../support/pod-refusals.ts";
import { ruleServer } from "../support/refusals.ts";

const server = ruleServer(
  featureGateFlag("ProcMountType", "SELinuxChangePolicy", "SupplementalGroupsPolicy", "UserNamespacesSupport"),
);
const refused = new PodRefusals(server);
const { pods, templates } = refused;

const settings = (securityContext: object): object => ({ securityContext });

describe("the security settings of a container", () => {
  refused.container(
    "[SecurityContext#2] a negative runAsUser of a container is rejected",
    settings({ runAsUser: -1 }),
    [`securityContext.runAsUser: Invalid value: -1: ${notId}`],
  );
  pods.accepts("the highest runAsUser is accepted", withContainer(settings({ runAsUser: 2_147_483_647 })));
  refused.container(
    "[SecurityContext#3] a runAsGroup above 2147483647 is rejected",
    settings({ runAsGroup: 2_147_483_648 }),
    [`securityContext.runAsGroup: Invalid value: 2147483648: ${notId}`],
  );
  refused.container("[SecurityContext#4] an unknown procMount is rejected", settings({ procMount: "Masked" }), [
    'securityContext.procMount: Unsupported value: "Masked": supported values: "Default", "Unmasked"',
  ]);
  refused.container("an empty procMount is rejected", settings({ procMount: "" }), [
    'securityContext.procMount: Unsupported value: "": supported values: "Default", "Unmasked"',
  ]);
  const unmasked = settings({ procMount: "Unmasked" });
  refused.container("[SecurityContext#5] the procMount Unmasked is rejected unless hostUsers is false", unmasked, [
    'securityContext.procMount: Invalid value: "Unmasked": `hostUsers` must be false to use `Unmasked`',
  ]);
  pods.accepts(
    "the procMount Unmasked is accepted if hostUsers is false",
    withSpec({ hostUsers: false, containers: [{ name: "app", image: "app:1", ...unmasked }] }),
  );
  pods.create(
    "[SecurityContext#6] a privileged container without allowPrivilegeEscalation is rejected",
    withContainer(settings({ allowPrivilegeEscalation: false, privileged: true })),
    [
      /^spec.containers\[0\].securityContext: Invalid value: .*: cannot set `allowPrivilegeEscalation` to false and `privileged` to true$/,
    ],
  );
  pods.create(
    "[SecurityContext#7] a container with CAP_SYS_ADMIN and without allowPrivilegeEscalation is rejected",
    withContainer(settings({ allowPrivilegeEscalation: false, capabilities: { add: ["CAP_SYS_ADMIN"] } })),
    [
      /^spec.containers\[0\].securityContext: Invalid value: .*: cannot set `allowPrivilegeEscalation` to false and `capabilities.Add` CAP_SYS_ADMIN$/,
    ],
  );
});

describe("the security settings of a Pod", () => {
  const ids: readonly [id: string, field: string, shown: string, value: unknown][] = [
    ["PodSecurityContext#1", "fsGroup", "fsGroup", -1],
    ["PodSecurityContext#2", "runAsUser", "runAsUser", -1],
    ["PodSecurityContext#3", "runAsGroup", "runAsGroup", -1],
    ["PodSecurityContext#4", "supplementalGroups", "supplementalGroups[1]", [0, -1]],
  ];
  for (const [id, field, shown, value] of ids) {
    refused.spec(`[${id}] a negative ${field} of a Pod is rejected`, settings({ [field]: value }), [
      `spec.securityContext.${shown}: Invalid value: -1: ${notId}`,
    ]);
  }
  refused.spec(
    "[PodSecurityContext#5] shareProcessNamespace with hostPID is rejected",
    { shareProcessNamespace: true, hostPID: true },
    [
      "spec.securityContext.shareProcessNamespace: Invalid value: true: ShareProcessNamespace and HostPID cannot both be enabled",
    ],
  );

  const enums: readonly [id: string, field: string, supported: string][] = [
    ["PodSecurityContext#11", "fsGroupChangePolicy", '"Always", "OnRootMismatch"'],
    ["PodSecurityContext#12", "supplementalGroupsPolicy", '"Merge", "Strict"'],
    ["PodSecurityContext#13", "seLinuxChangePolicy", '"Recursive"'],
  ];
  for (const [id, field, supported] of enums) {
    for (const value of ["Sometimes", ""]) {
      refused.spec(`[${id}] the ${field} "${value}" is rejected`, settings({ [field]: value }), [
        `spec.securityContext.${field}: Unsupported value: "${value}": supported values: ${supported}`,
      ]);
    }
  }
  const policy = (seLinuxChangePolicy: string) => withSpec(settings({ seLinuxChangePolicy }));
  templates.update(
    "[PodSecurityContext#14] an update to an unknown seLinuxChangePolicy is rejected with the values of the enabled feature",
    {
      before: policy("Recursive"),
      change: policy("Sometimes"),
      causes: [
        'template.spec.securityContext.seLinuxChangePolicy: Unsupported value: "Sometimes": supported values: "MountOption", "Recursive"',
      ],
    },
  );
});

describe("the kernel parameters of a Pod", () => {
  const setting = (...names: string[]): object => settings({ sysctls: names.map((name) => ({ name, value: "1" })) });
  const path = "spec.securityContext.sysctls";

  refused.spec("[PodSecurityContext#6] a sysctl without a name is rejected", setting(""), [
    `${path}[0].name: Required value`,
  ]);
  refused.spec("[PodSecurityContext#7] a sysctl with a malformed name is rejected", setting("net..a"), [
    `${path}[0].name: Invalid value: "net..a": must have at most 253 characters and match regex ` +
      "^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$",
  ]);
  refused.spec("[PodSecurityContext#8] a repeated sysctl is rejected", setting("kernel.a", "kernel.a"), [
    `${path}[1].name: Duplicate value: "kernel.a"`,
  ]);
  for (const name of ["net.core.somaxconn", "net/core/somaxconn"]) {
    refused.spec(
      `[PodSecurityContext#9] a network sysctl with hostNetwork is rejected: ${name}`,
      { ...setting(name), hostNetwork: true },
      [`${path}[0].name: Invalid value: "${name}": may not be specified when 'hostNetwork' is true`],
    );
  }
  for (const name of ["kernel.shm_rmid_forced", "kernel.msgmax", "kernel.sem", "fs.mqueue.msg_max"]) {
    refused.spec(
      `[PodSecurityContext#10] an IPC sysctl with hostIPC is rejected: ${name}`,
      { ...setting(name), hostIPC: true },
      [`${path}[0].name: Invalid value: "${name}": may not be specified when 'hostIPC' is true`],
    );
  }
  pods.accepts(
    "network and IPC sysctls of the Pod are accepted",
    withSpec(setting("net.core.somaxconn", "kernel.sem")),
  );
});

describe("a profile of system calls", () => {
  const profile = (seccompProfile: object): object => settings({ seccompProfile });
  const path = "spec.securityContext.seccompProfile";

  refused.spec("[SeccompProfile#1] a seccompProfile without a type is rejected", profile({ type: "" }), [
    `${path}.type: Required value: type is required when seccompProfile is set`,
  ]);
  refused.spec("[SeccompProfile#2] a seccompProfile with an unknown type is rejected", profile({ type: "Strict" }), [
    `${path}.type: Unsupported value: "Strict": supported values: "Localhost", "RuntimeDefault", "Unconfined"`,
  ]);
  refused.spec(
    "[SeccompProfile#3] a seccompProfile of type Localhost without a file is rejected",
    profile({ type: "Localhost" }),
    [`${path}.localhostProfile: Required value: must be set when seccomp type is Localhost`],
  );
  refused.spec(
    "[SeccompProfile#4] a seccompProfile with an absolute path is rejected",
    profile({ type: "Localhost", localhostProfile: "/a" }),
    [`${path}.localhostProfile: Invalid value: "/a": must be a relative path`],
  );
  pods.create(
    "[SeccompProfile#5] a seccompProfile of type Unconfined with a file is rejected",
    withSpec(profile({ type: "Unconfined", localhostProfile: "a" })),
    [
      /^spec.securityContext.seccompProfile.localhostProfile: Invalid value: .*: can only be set when seccomp type is Localhost$/,
    ],
  );
});

describe("a profile of AppArmor", () => {
  const profile = (appArmorProfile: object): object => settings({ appArmorProfile });
  const local = (localhostProfile: string): object => profile({ type: "Localhost", localhostProfile });
  const path = "spec.securityContext.appArmorProfile";
  const missing = `${path}.localhostProfile: Required value: must be set when AppArmor type is Localhost`;

  refused.spec(
    "[AppArmorProfile#1] an appArmorProfile of type Localhost without a name is rejected",
    profile({ type: "Localhost" }),
    [missing],
  );
  refused.spec("[AppArmorProfile#1] an appArmorProfile of type Localhost with an empty name is rejected", local(""), [
    missing,
  ]);
  refused.spec("[AppArmorProfile#2] an appArmorProfile with a trailing space in its name is rejected", local("a "), [
    `${path}.localhostProfile: Invalid value: "a ": must not be padded with whitespace`,
  ]);
  refused.spec(
    "[AppArmorProfile#3] an appArmorProfile with a name of 4096 bytes is rejected",
    local("a".repeat(4096)),
    [`${path}.localhostProfile: Too long: may not be more than 4095 bytes`],
  );
  pods.accepts("an appArmorProfile with a name of 4095 bytes is accepted", withSpec(local("a".repeat(4095))));
  refused.spec(
    "[AppArmorProfile#4] an appArmorProfile of type Unconfined with a name is rejected",
    profile({ type: "Unconfined", localhostProfile: "a" }),
    [`${path}.localhostProfile: Invalid value: "a": can only be set when AppArmor type is Localhost`],
  );
  refused.spec("[AppArmorProfile#5] an appArmorProfile without a type is rejected", profile({ type: "" }), [
    `${path}.type: Required value: type is required when appArmorProfile is set`,
  ]);
  refused.spec("[AppArmorProfile#6] an appArmorProfile with an unknown type is rejected", profile({ type: "Strict" }), [
    `${path}.type: Unsupported value: "Strict": supported values: "Localhost", "RuntimeDefault", "Unconfined"`,
  ]);
});
