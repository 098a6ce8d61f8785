import { describe, expect, test } from "vitest";
import { pod } from "../../../api/index.ts";
import { KindWrites } from "../../testing/kind-writes.ts";

const writes = new KindWrites(pod);

function errorsOf({ spec = {}, container = {} }: { spec?: object; container?: object }): readonly string[] {
  return writes.create({
    metadata: { name: "web", namespace: "shop" },
    spec: { containers: [{ name: "app", image: "app", ...container }], ...spec },
  }).errors;
}

describe("the security context of a Pod", () => {
  const podErrors = (securityContext: object, more: object = {}) => errorsOf({ spec: { securityContext, ...more } });

  test.each<[string, object, object, string[]]>([
    ["with users and groups is accepted", { runAsUser: 1000, fsGroup: 2000, supplementalGroups: [1] }, {}, []],
    [
      "with a negative runAsUser is rejected",
      { runAsUser: -1 },
      {},
      ["spec.securityContext.runAsUser: Invalid value: -1: must be between 0 and 2147483647, inclusive"],
    ],
    [
      "that sets a kernel parameter twice is rejected",
      {
        sysctls: [
          { name: "net.core.somaxconn", value: "1" },
          { name: "net.core.somaxconn", value: "2" },
        ],
      },
      {},
      ['spec.securityContext.sysctls[1].name: Duplicate value: "net.core.somaxconn"'],
    ],
    [
      "that sets a network parameter is rejected with hostNetwork",
      { sysctls: [{ name: "net/core.somaxconn", value: "1" }] },
      { hostNetwork: true },
      [
        'spec.securityContext.sysctls[0].name: Invalid value: "net/core.somaxconn": may not be specified when ' +
          "'hostNetwork' is true",
      ],
    ],
    [
      "with a seccomp profile of type Localhost is rejected without localhostProfile",
      { seccompProfile: { type: "Localhost" } },
      {},
      [
        "spec.securityContext.seccompProfile.localhostProfile: Required value: must be set when seccomp type is Localhost",
      ],
    ],
    [
      "with a localhostProfile is rejected for another seccomp type",
      { seccompProfile: { type: "RuntimeDefault", localhostProfile: "a" } },
      {},
      [
        'spec.securityContext.seccompProfile.localhostProfile: Invalid value: core.SeccompProfile{Type:"RuntimeDefault", LocalhostProfile:(*string)(0xc000000000)}: can only be set when seccomp type is ' +
          "Localhost",
      ],
    ],
    [
      "with spaces around the name of an AppArmor profile is rejected",
      { appArmorProfile: { type: "Localhost", localhostProfile: " a" } },
      {},
      [
        'spec.securityContext.appArmorProfile.localhostProfile: Invalid value: " a": must not be padded with whitespace',
      ],
    ],
    [
      "with an AppArmor profile is rejected for type Unconfined",
      { appArmorProfile: { type: "Unconfined", localhostProfile: "a" } },
      {},
      [
        'spec.securityContext.appArmorProfile.localhostProfile: Invalid value: "a": can only be set when AppArmor type is Localhost',
      ],
    ],
    [
      "with an unknown AppArmor type is rejected",
      { appArmorProfile: { type: " ", localhostProfile: "a" } },
      {},
      [
        'spec.securityContext.appArmorProfile.type: Unsupported value: " ": supported values: "Localhost", "RuntimeDefault", "Unconfined"',
      ],
    ],
    [
      "that shares process namespaces among containers and with the node is rejected",
      {},
      { shareProcessNamespace: true, hostPID: true },
      [
        "spec.securityContext.shareProcessNamespace: Invalid value: true: ShareProcessNamespace and HostPID cannot both " +
          "be enabled",
      ],
    ],
  ])("a security context of a Pod %s", (_, securityContext, more, errors) => {
    expect(podErrors(securityContext, more)).toEqual(errors);
  });
});

describe("the security context of a container", () => {
  test("a privileged container that forbids privilege escalation is rejected", () => {
    const securityContext = { privileged: true, allowPrivilegeEscalation: false };
    expect(errorsOf({ container: { securityContext } })).toEqual([
      'spec.containers[0].securityContext: Invalid value: map[string]interface {}{"allowPrivilegeEscalation":false, ' +
        '"privileged":true}: cannot set `allowPrivilegeEscalation` to false and `privileged` to true',
    ]);
  });

  test("an empty runAsUserName of a container is rejected", () => {
    const windowsOptions = { runAsUserName: "" };
    expect(errorsOf({ container: { securityContext: { windowsOptions } } })).toEqual([
      'spec.containers[0].securityContext.windowsOptions.runAsUserName: Invalid value: "": runAsUserName cannot be an ' +
        "empty string",
    ]);
  });
});
