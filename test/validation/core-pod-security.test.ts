import { describe } from "vitest";
import { notId } from "../support/format-messages.ts";
import { featuresOn, PodRefusals, withContainer, withSpec } from "../support/pod-refusals.ts";
import { ruleServer } from "../support/refusals.ts";

const server = ruleServer(
  featuresOn("ProcMountType", "SELinuxChangePolicy", "SupplementalGroupsPolicy", "UserNamespacesSupport"),
);
const refused = new PodRefusals(server);
const { pods, templates } = refused;

const settings = (securityContext: object): object => ({ securityContext });

describe("the security settings of a container", () => {
  refused.container("[SecurityContext#2] name a user", settings({ runAsUser: -1 }), [
    `securityContext.runAsUser: Invalid value: -1: ${notId}`,
  ]);
  pods.accepts("may name the last user", withContainer(settings({ runAsUser: 2_147_483_647 })));
  refused.container("[SecurityContext#3] name a group", settings({ runAsGroup: 2_147_483_648 }), [
    `securityContext.runAsGroup: Invalid value: 2147483648: ${notId}`,
  ]);
  refused.container("[SecurityContext#4] mount processes in a way that there is", settings({ procMount: "Masked" }), [
    'securityContext.procMount: Unsupported value: "Masked": supported values: "Default", "Unmasked"',
  ]);
  refused.container("mount processes in some way", settings({ procMount: "" }), [
    'securityContext.procMount: Unsupported value: "": supported values: "Default", "Unmasked"',
  ]);
  const unmasked = settings({ procMount: "Unmasked" });
  refused.container("[SecurityContext#5] mask processes but for users of the Pod's own", unmasked, [
    'securityContext.procMount: Invalid value: "Unmasked": `hostUsers` must be false to use `Unmasked`',
  ]);
  pods.accepts(
    "need not mask processes from users of the Pod's own",
    withSpec({ hostUsers: false, containers: [{ name: "app", image: "app:1", ...unmasked }] }),
  );
  pods.create(
    "[SecurityContext#6] do not give all rights and keep them from rising",
    withContainer(settings({ allowPrivilegeEscalation: false, privileged: true })),
    [
      /^spec.containers\[0\].securityContext: Invalid value: .*: cannot set `allowPrivilegeEscalation` to false and `privileged` to true$/,
    ],
  );
  pods.create(
    "[SecurityContext#7] do not give the rights of administration and keep them from rising",
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
    refused.spec(`[${id}] have ids that there can be: ${field}`, settings({ [field]: value }), [
      `spec.securityContext.${shown}: Invalid value: -1: ${notId}`,
    ]);
  }
  refused.spec(
    "[PodSecurityContext#5] share processes among containers, or with the node",
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
      refused.spec(`[${id}] have a ${field} that there is, and not "${value}"`, settings({ [field]: value }), [
        `spec.securityContext.${field}: Unsupported value: "${value}": supported values: ${supported}`,
      ]);
    }
  }
  const policy = (seLinuxChangePolicy: string) => withSpec(settings({ seLinuxChangePolicy }));
  templates.update("[PodSecurityContext#14] have a seLinuxChangePolicy that there is, where there was one", {
    before: policy("Recursive"),
    change: policy("Sometimes"),
    causes: [
      'template.spec.securityContext.seLinuxChangePolicy: Unsupported value: "Sometimes": supported values: "MountOption", "Recursive"',
    ],
  });
});

describe("the kernel parameters of a Pod", () => {
  const setting = (...names: string[]): object => settings({ sysctls: names.map((name) => ({ name, value: "1" })) });
  const path = "spec.securityContext.sysctls";

  refused.spec("[PodSecurityContext#6] have names", setting(""), [`${path}[0].name: Required value`]);
  refused.spec("[PodSecurityContext#7] have names that there can be", setting("net..a"), [
    `${path}[0].name: Invalid value: "net..a": must have at most 253 characters and match regex ` +
      "^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$",
  ]);
  refused.spec("[PodSecurityContext#8] are set once", setting("kernel.a", "kernel.a"), [
    `${path}[1].name: Duplicate value: "kernel.a"`,
  ]);
  for (const name of ["net.core.somaxconn", "net/core/somaxconn"]) {
    refused.spec(
      `[PodSecurityContext#9] are not those of the node's network: ${name}`,
      { ...setting(name), hostNetwork: true },
      [`${path}[0].name: Invalid value: "${name}": may not be specified when 'hostNetwork' is true`],
    );
  }
  for (const name of ["kernel.shm_rmid_forced", "kernel.msgmax", "kernel.sem", "fs.mqueue.msg_max"]) {
    refused.spec(
      `[PodSecurityContext#10] are not those of the node's memory: ${name}`,
      { ...setting(name), hostIPC: true },
      [`${path}[0].name: Invalid value: "${name}": may not be specified when 'hostIPC' is true`],
    );
  }
  pods.accepts("may be those of the Pod", withSpec(setting("net.core.somaxconn", "kernel.sem")));
});

describe("a profile of system calls", () => {
  const profile = (seccompProfile: object): object => settings({ seccompProfile });
  const path = "spec.securityContext.seccompProfile";

  refused.spec("[SeccompProfile#1] has a type", profile({ type: "" }), [
    `${path}.type: Required value: type is required when seccompProfile is set`,
  ]);
  refused.spec("[SeccompProfile#2] has a type that there is", profile({ type: "Strict" }), [
    `${path}.type: Unsupported value: "Strict": supported values: "Localhost", "RuntimeDefault", "Unconfined"`,
  ]);
  refused.spec("[SeccompProfile#3] of the node has a file", profile({ type: "Localhost" }), [
    `${path}.localhostProfile: Required value: must be set when seccomp type is Localhost`,
  ]);
  refused.spec(
    "[SeccompProfile#4] of the node is below its folder",
    profile({ type: "Localhost", localhostProfile: "/a" }),
    [`${path}.localhostProfile: Invalid value: "/a": must be a relative path`],
  );
  pods.create(
    "[SeccompProfile#5] of another type has no file",
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

  refused.spec("[AppArmorProfile#1] of the node has a name", profile({ type: "Localhost" }), [missing]);
  refused.spec("[AppArmorProfile#1] of the node has a name with letters", local(""), [missing]);
  refused.spec("[AppArmorProfile#2] of the node has a name without spaces around", local("a "), [
    `${path}.localhostProfile: Invalid value: "a ": must not be padded with whitespace`,
  ]);
  refused.spec("[AppArmorProfile#3] of the node has a name of 4095 bytes at most", local("a".repeat(4096)), [
    `${path}.localhostProfile: Too long: may not be more than 4095 bytes`,
  ]);
  pods.accepts("of the node may have a name of 4095 bytes", withSpec(local("a".repeat(4095))));
  refused.spec(
    "[AppArmorProfile#4] of another type has no name",
    profile({ type: "Unconfined", localhostProfile: "a" }),
    [`${path}.localhostProfile: Invalid value: "a": can only be set when AppArmor type is Localhost`],
  );
  refused.spec("[AppArmorProfile#5] has a type", profile({ type: "" }), [
    `${path}.type: Required value: type is required when appArmorProfile is set`,
  ]);
  refused.spec("[AppArmorProfile#6] has a type that there is", profile({ type: "Strict" }), [
    `${path}.type: Unsupported value: "Strict": supported values: "Localhost", "RuntimeDefault", "Unconfined"`,
  ]);
});
