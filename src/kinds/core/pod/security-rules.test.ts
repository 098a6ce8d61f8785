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

describe("the settings of a Pod", () => {
  const podErrors = (securityContext: object, more: object = {}) => errorsOf({ spec: { securityContext, ...more } });

  test.each<[string, object, object, string[]]>([
    ["name users and groups", { runAsUser: 1000, fsGroup: 2000, supplementalGroups: [1] }, {}, []],
    [
      "do not name users below zero",
      { runAsUser: -1 },
      {},
      ["spec.securityContext.runAsUser: Invalid value: -1: must be between 0 and 2147483647, inclusive"],
    ],
    [
      "set a kernel parameter once",
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
      "set no parameter of the node's own network",
      { sysctls: [{ name: "net/core.somaxconn", value: "1" }] },
      { hostNetwork: true },
      [
        'spec.securityContext.sysctls[0].name: Invalid value: "net/core.somaxconn": may not be specified when ' +
          "'hostNetwork' is true",
      ],
    ],
    [
      "name a seccomp profile of the node",
      { seccompProfile: { type: "Localhost" } },
      {},
      [
        "spec.securityContext.seccompProfile.localhostProfile: Required value: must be set when seccomp type is Localhost",
      ],
    ],
    [
      "name one only there",
      { seccompProfile: { type: "RuntimeDefault", localhostProfile: "a" } },
      {},
      [
        'spec.securityContext.seccompProfile.localhostProfile: Invalid value: core.SeccompProfile{Type:"RuntimeDefault", LocalhostProfile:(*string)(0xc000000000)}: can only be set when seccomp type is ' +
          "Localhost",
      ],
    ],
    [
      "name an AppArmor profile without space around it",
      { appArmorProfile: { type: "Localhost", localhostProfile: " a" } },
      {},
      [
        'spec.securityContext.appArmorProfile.localhostProfile: Invalid value: " a": must not be padded with whitespace',
      ],
    ],
    [
      "name no AppArmor profile for a type that needs none",
      { appArmorProfile: { type: "Unconfined", localhostProfile: "a" } },
      {},
      [
        'spec.securityContext.appArmorProfile.localhostProfile: Invalid value: "a": can only be set when AppArmor type is Localhost',
      ],
    ],
    [
      "have an AppArmor type that is known",
      { appArmorProfile: { type: " ", localhostProfile: "a" } },
      {},
      [
        'spec.securityContext.appArmorProfile.type: Unsupported value: " ": supported values: "Localhost", "RuntimeDefault", "Unconfined"',
      ],
    ],
    [
      "share one space of processes only",
      {},
      { shareProcessNamespace: true, hostPID: true },
      [
        "spec.securityContext.shareProcessNamespace: Invalid value: true: ShareProcessNamespace and HostPID cannot both " +
          "be enabled",
      ],
    ],
  ])("%s", (_, securityContext, more, errors) => {
    expect(podErrors(securityContext, more)).toEqual(errors);
  });
});

describe("the settings of a container", () => {
  test("that give everything cannot take anything", () => {
    const securityContext = { privileged: true, allowPrivilegeEscalation: false };
    expect(errorsOf({ container: { securityContext } })).toEqual([
      'spec.containers[0].securityContext: Invalid value: map[string]interface {}{"allowPrivilegeEscalation":false, ' +
        '"privileged":true}: cannot set `allowPrivilegeEscalation` to false and `privileged` to true',
    ]);
  });

  test("of Windows name a user", () => {
    const windowsOptions = { runAsUserName: "" };
    expect(errorsOf({ container: { securityContext: { windowsOptions } } })).toEqual([
      'spec.containers[0].securityContext.windowsOptions.runAsUserName: Invalid value: "": runAsUserName cannot be an ' +
        "empty string",
    ]);
  });
});
