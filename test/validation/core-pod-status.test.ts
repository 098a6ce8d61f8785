import { describe } from "vitest";
import { notAddress, notSubdomain } from "../support/format-messages.ts";
import { type Change, type Manifest, Refusals, ruleServer } from "../support/refusals.ts";

const server = ruleServer([
  "--vocabulary=kubernetes",
  "--feature-gates=DynamicResourceAllocation=true,SupplementalGroupsPolicy=true,ResourceHealthStatus=true",
]);
const pods = new Refusals(server, "/api/v1/namespaces/default/pods", {
  spec: {
    restartPolicy: "Never",
    resourceClaims: [{ name: "gpu", resourceClaimName: "gpu" }],
    containers: [
      { name: "app", image: "app:1", resources: { requests: { cpu: "1" }, claims: [{ name: "gpu", request: "one" }] } },
    ],
    initContainers: [{ name: "setup", image: "app:1" }],
  },
});

const onePerFamily = "may specify no more than one IP for each IP family";

const identity = { image: "app:1", imageID: "app@1", ready: false, restartCount: 0 };

/** A status of a container with this name. */
function containerStatus(name: string, part: object): object {
  return { name, ...identity, ...part };
}

function report(title: string, status: object, causes: readonly string[], before: Change = () => undefined): void {
  pods.update(title, {
    before,
    subresource: "status",
    change: (pod) => {
      Object.assign(pod.status, status);
    },
    causes,
  });
}

describe("the resources that a container reports", () => {
  const claims = [{ name: "", request: "A_" }];
  const status = { hostIPs: [{ ip: "x" }], containerStatuses: [containerStatus("app", { resources: { claims } })] };
  report("claims in the resources of a container status are not validated, unlike host IPs", status, [
    'status.hostIPs[0].ip: Invalid value: "x": must be equal to `hostIP`',
    `status.hostIPs[0]: Invalid value: "x": ${notAddress}`,
  ]);
});

describe("the status of a Pod", () => {
  const appArmor = "container.apparmor.security.beta.kubernetes.io/app";
  pods.update("[Pod/status#1] an update of /status that changes an AppArmor annotation is rejected", {
    subresource: "status",
    before: ({ metadata }) => {
      metadata.annotations = { [appArmor]: "unconfined" };
    },
    change: ({ metadata }) => {
      metadata.annotations = { [appArmor]: "runtime/default" };
    },
    causes: [`metadata.annotations[${appArmor}]: Forbidden: may not remove or update AppArmor annotations`],
  });

  report(
    "[Pod/status#2] a condition whose type is no qualified name is rejected",
    { conditions: [{ type: "a/b/c", status: "True" }] },
    [
      "metadata.conditions[0].Type: Invalid value: \"a/b/c\": a qualified name must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]') with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')",
    ],
  );
  report("[Pod/status#4] a nominatedNodeName that is no DNS subdomain is rejected", { nominatedNodeName: "A" }, [
    `status.nominatedNodeName: Invalid value: "A": ${notSubdomain}`,
  ]);
  report("[Pod/status#5] an update that changes the qosClass is rejected", { qosClass: "Guaranteed" }, [
    'status.qosClass: Invalid value: "Guaranteed": field is immutable',
  ]);
});

describe("terminated containers", () => {
  const ended = { state: { terminated: { exitCode: 1 } } };
  const running = { state: { running: {} } };

  function refuseRestart(title: string, list: string, name: string): void {
    pods.update(title, {
      subresource: "status",
      beforeStatus: ({ status }) => {
        status[list] = [containerStatus(name, ended)];
      },
      change: ({ status }) => {
        status[list] = [containerStatus(name, running)];
      },
      causes: [`status.${list}[0].state: Forbidden: may not be transitioned to non-terminated state`],
    });
  }
  refuseRestart("[Pod/status#6] a terminated container cannot become running", "containerStatuses", "app");
  refuseRestart("[Pod/status#7] a terminated init container cannot become running", "initContainerStatuses", "setup");
  refuseRestart(
    "[Pod/status#8] a terminated ephemeral container cannot become running",
    "ephemeralContainerStatuses",
    "debug",
  );
});

describe("claims of a Pod", () => {
  const path = "status.resourceClaimStatuses";
  report(
    "[Pod/status#9] the status of an unknown resource claim is rejected",
    { resourceClaimStatuses: [{ name: "other" }] },
    [`${path}[0].name: Invalid value: "other": must match the name of an entry in \`spec.resourceClaims\``],
  );
  report(
    "[Pod/status#10] two statuses of the same resource claim are rejected",
    { resourceClaimStatuses: [{ name: "gpu" }, { name: "gpu" }] },
    [`${path}[1].name: Duplicate value: "gpu"`],
  );
  report(
    "[Pod/status#11] a resourceClaimName in a status that is no DNS subdomain is rejected",
    { resourceClaimStatuses: [{ name: "gpu", resourceClaimName: "A" }] },
    [`${path}[0].name: Invalid value: "A": ${notSubdomain}`],
  );
});

describe("addresses of a Pod", () => {
  const list = (...ips: string[]): object[] => ips.map((ip) => ({ ip }));
  report("[Pod/status#12] a podIP that is no IP address is rejected", { podIP: "a", podIPs: list("a") }, [
    `status.podIPs[0]: Invalid value: "a": ${notAddress}`,
  ]);
  report(
    "[Pod/status#13] a second podIP that is no IP address is rejected with errors about its family",
    { podIP: "10.0.0.1", podIPs: list("10.0.0.1", "a") },
    [
      `status.podIPs[1]: Invalid value: "a": ${notAddress}`,
      "status.podIPs: Internal error: failed to check for dual stack with error:invalid IP[1]: a",
      `status.podIPs: Invalid value: []core.PodIP{core.PodIP{IP:"10.0.0.1"}, core.PodIP{IP:"a"}}: ${onePerFamily}`,
    ],
  );
  report(
    "[Pod/status#14] two podIPs of the same family are rejected",
    { podIP: "10.0.0.1", podIPs: list("10.0.0.1", "10.0.0.2") },
    [
      `status.podIPs: Invalid value: []core.PodIP{core.PodIP{IP:"10.0.0.1"}, core.PodIP{IP:"10.0.0.2"}}: ${onePerFamily}`,
    ],
  );
  report("[Pod/status#15] a repeated podIP is rejected", { podIP: "::1", podIPs: list("::1", "10.0.0.1", "::1") }, [
    `status.podIPs: Invalid value: []core.PodIP{core.PodIP{IP:"::1"}, core.PodIP{IP:"10.0.0.1"}, core.PodIP{IP:"::1"}}: ${onePerFamily}`,
    'status.podIPs[2]: Duplicate value: core.PodIP{IP:"::1"}',
  ]);
});

describe("addresses of a Pod's node", () => {
  const list = (...ips: string[]): object[] => ips.map((ip) => ({ ip }));
  report(
    "[Pod/status#16] a hostIP that differs from the first of hostIPs is rejected",
    { hostIP: "10.0.0.2", hostIPs: list("10.0.0.1") },
    ['status.hostIPs[0].ip: Invalid value: "10.0.0.1": must be equal to `hostIP`'],
  );
  report("[Pod/status#17] a hostIP that is no IP address is rejected", { hostIP: "a", hostIPs: list("a") }, [
    `status.hostIPs[0]: Invalid value: "a": ${notAddress}`,
  ]);
  report("[Pod/status#18] a repeated hostIP is rejected", { hostIP: "::1", hostIPs: list("::1", "10.0.0.1", "::1") }, [
    'status.hostIPs[2]: Duplicate value: core.HostIP{IP:"::1"}',
    `status.hostIPs: Invalid value: []core.HostIP{core.HostIP{IP:"::1"}, core.HostIP{IP:"10.0.0.1"}, core.HostIP{IP:"::1"}}: ${onePerFamily}`,
  ]);
  report(
    "[Pod/status#19] a second hostIP that is no IP address is rejected with errors about its family",
    { hostIP: "10.0.0.1", hostIPs: list("10.0.0.1", "a") },
    [
      `status.hostIPs[1]: Invalid value: "a": ${notAddress}`,
      "status.hostIPs: Internal error: failed to check for dual stack with error:invalid IP[1]: a",
      `status.hostIPs: Invalid value: []core.HostIP{core.HostIP{IP:"10.0.0.1"}, core.HostIP{IP:"a"}}: ${onePerFamily}`,
    ],
  );
  report(
    "[Pod/status#20] two hostIPs of the same family are rejected",
    { hostIP: "::1", hostIPs: list("::1", "::2") },
    [`status.hostIPs: Invalid value: []core.HostIP{core.HostIP{IP:"::1"}, core.HostIP{IP:"::2"}}: ${onePerFamily}`],
  );
});

describe("users of containers", () => {
  const path = "status.containerStatuses[0].linux";
  const user = (linux: object): object => ({ containerStatuses: [containerStatus("app", { user: { linux } })] });
  const onWindows: Change = ({ spec }: Manifest) => {
    spec.os = { name: "windows" };
  };
  report(
    "[Pod/status#21] a Linux user in the status of a Windows Pod is rejected",
    user({ uid: 1, gid: 1 }),
    [`${path}: Forbidden: cannot be set for a windows pod`],
    onWindows,
  );
  report("[Pod/status#22] a negative uid is rejected", user({ uid: -1, gid: 1 }), [
    `${path}.uid: Invalid value: -1: must be between 0 and 2147483647, inclusive`,
  ]);
  report("[Pod/status#23] a gid above 2147483647 is rejected", user({ uid: 1, gid: 2_147_483_648 }), [
    `${path}.gid: Invalid value: 2147483648: must be between 0 and 2147483647, inclusive`,
  ]);
  report(
    "[Pod/status#24] a negative supplemental group is rejected",
    user({ uid: 1, gid: 1, supplementalGroups: [2, -1] }),
    [`${path}.supplementalGroups[1]: Invalid value: -1: must be between 0 and 2147483647, inclusive`],
  );
});

describe("devices of containers", () => {
  const path = "status.containerStatuses[0].allocatedResourcesStatus[0]";
  const devices = (name: string, ...resources: object[]): object => ({
    containerStatuses: [containerStatus("app", { allocatedResourcesStatus: [{ name, resources }] })],
  });
  const healthy = { resourceID: "a", health: "Healthy" };
  report("[Pod/status#25] a device without the request of its claim is rejected", devices("claim:gpu", healthy), [
    `${path}.name: Invalid value: claim:gpu: must match one of the container's resource claims in a format 'claim:<claimName>/<request>' or 'claim:<claimName>' if request is empty`,
  ]);
  report(
    "[Pod/status#26] a device of a resource that the container does not request is rejected",
    devices("example.com/gpu", healthy),
    [`${path}.name: Invalid value: example.com/gpu: must match one of the container's resource requests`],
  );
  report(
    "[Pod/status#27] a device with an unknown health is rejected",
    devices("claim:gpu/one", { resourceID: "a", health: "Fine" }),
    [`${path}.resources[0].health: Unsupported value: "Fine": supported values: "Healthy", "Unhealthy", "Unknown"`],
  );
  report("[Pod/status#28] a repeated device is rejected", devices("cpu", healthy, healthy), [
    `${path}.resources[1].resourceID: Duplicate value: "a"`,
  ]);
  report(
    "[Pod/status#29] devices of an ephemeral container are rejected",
    { ephemeralContainerStatuses: [containerStatus("debug", { allocatedResourcesStatus: [{ name: "cpu" }] })] },
    [
      "status.ephemeralContainerStatuses[0].allocatedResourcesStatus: Forbidden: must not be specified in container status",
    ],
  );
});
