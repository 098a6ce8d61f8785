import { describe, expect, test } from "vitest";
import { type Change, expectCauses, type Manifest, Refusals, ruleServer } from "../support/refusals.ts";
import type { WireResponse } from "../support/wire-client.ts";
import { createObject, put } from "../support/writes.ts";

const gates = "InPlacePodVerticalScaling=true,PodLevelResources=true,PodLogsQuerySplitStreams=true";
const server = ruleServer(["--vocabulary=kubernetes", `--feature-gates=${gates}`]);
const defaultServer = ruleServer();
const collection = "/api/v1/namespaces/default/pods";
const resources = { requests: { cpu: "1" }, limits: { cpu: "2", memory: "1Gi" } };
const pods = new Refusals(server, collection, { spec: { containers: [{ name: "app", image: "app:1", resources }] } });

const onNode: Change = ({ metadata, spec }) => {
  metadata.annotations = { "kubernetes.io/config.mirror": "abc" };
  spec.nodeName = "one";
};

/** Sets the resources of the only container. */
function withResources(to: object): Change {
  return ({ spec }) => {
    spec.containers[0].resources = to;
  };
}

describe("ephemeral containers", () => {
  const debugging = {
    name: "debug",
    image: "busybox:1",
    imagePullPolicy: "Always",
    terminationMessagePath: "/dev/termination-log",
    terminationMessagePolicy: "File",
  };
  const add: Change = ({ spec }) => {
    spec.ephemeralContainers = [debugging];
  };

  pods.update("[Pod/ephemeralcontainers#1] a static Pod with ephemeral containers is rejected", {
    before: onNode,
    subresource: "ephemeralcontainers",
    change: add,
    causes: ["[]: Forbidden: static pods do not support ephemeral containers"],
  });

  /** Adds an ephemeral container, changes the Pod again, and returns the response to the second change. */
  async function changeAfterAdding(change: Change): Promise<WireResponse> {
    const { client } = server();
    const pod = await createObject(client, collection, named());
    const path = `${collection}/${pod.metadata.name}/ephemeralcontainers`;
    add(pod);
    const added = await put(client, path, pod);
    expect(added.status, added.text).toBe(200);
    const next = added.json;
    change(next);
    return await put(client, path, next);
  }

  test("[Pod/ephemeralcontainers#2] an update that removes an ephemeral container is rejected", async () => {
    const answer = await changeAfterAdding(({ spec }) => {
      delete spec.ephemeralContainers;
    });
    expectCauses(answer, [
      'spec.ephemeralContainers: Forbidden: existing ephemeral containers "debug" may not be removed\n',
    ]);
  });

  test("[Pod/ephemeralcontainers#3] an update that changes an ephemeral container is rejected", async () => {
    const answer = await changeAfterAdding(({ spec }) => {
      spec.ephemeralContainers[0].image = "busybox:2";
    });
    expectCauses(answer, [
      /^spec\.ephemeralContainers: Forbidden: existing ephemeral containers "debug" may not be changed\n./,
    ]);
  });
});

let names = 0;

function named(): Manifest {
  names += 1;
  return {
    metadata: { name: `named-${names}` },
    spec: { containers: [{ name: "app", image: "app:1", resources }] },
  };
}

describe("a resize", () => {
  function resize(
    title: string,
    causes: readonly (string | RegExp)[],
    to: object,
    before: Change = () => undefined,
  ): void {
    pods.update(title, { before, subresource: "resize", change: withResources(to), causes });
  }
  const larger = { requests: { cpu: "1500m" }, limits: resources.limits };

  resize(
    "[Pod/resize#2] a resize of a Pod with Pod-level resources is rejected",
    ["[]: Forbidden: pods with pod-level resources cannot be resized"],
    larger,
    ({ spec }) => {
      spec.resources = { requests: { cpu: "4", memory: "2Gi" } };
    },
  );
  resize(
    "[Pod/resize#3] a resize of a static Pod is rejected",
    ["[]: Forbidden: static pods cannot be resized"],
    larger,
    onNode,
  );
  resize(
    "[Pod/resize#4] a resize of a Windows Pod is rejected",
    ["[]: Forbidden: windows pods cannot be resized"],
    larger,
    ({ spec }) => {
      spec.os = { name: "windows" };
    },
  );
  resize(
    "[Pod/resize#5] a resize that changes the QoS class is rejected",
    ['spec: Invalid value: "Burstable": Pod QOS Class may not change as a result of resizing'],
    { requests: resources.limits, limits: resources.limits },
  );
  resize(
    "[Pod/resize#7] a resize that removes a request is rejected",
    ["spec.containers[0].resources.requests: Forbidden: resource requests cannot be removed"],
    { requests: { cpu: "1" } },
    ({ spec }) => {
      spec.containers[0].resources = { requests: { cpu: "1", memory: "1Gi" } };
    },
  );
  resize(
    "[Pod/resize#8] a resize that removes a limit is rejected",
    ["spec.containers[0].resources.limits: Forbidden: resource limits cannot be removed"],
    { requests: { cpu: "1", memory: "1Gi" }, limits: { cpu: "2" } },
  );
  resize(
    "[Pod/resize#9] a resize of ephemeral storage is rejected",
    [/^spec: Forbidden: only cpu and memory resources are mutable\n./],
    {
      requests: { ...resources.requests, "ephemeral-storage": "1Gi" },
      limits: resources.limits,
    },
  );

  pods.update("[Pod/resize#6] a resize of a Pod on a node without support for it is rejected", {
    subresource: "resize",
    beforeStatus: ({ status }) => {
      status.containerStatuses = [
        { name: "app", image: "app:1", imageID: "app@1", ready: true, restartCount: 0, state: { running: {} } },
      ];
    },
    change: withResources(larger),
    causes: ["spec: Forbidden: Pod running on node without support for resize"],
  });
});

describe("a binding", () => {
  async function refuse(target: object, message: string): Promise<void> {
    const { client } = server();
    const { metadata } = await createObject(client, collection, named());
    const body = { apiVersion: "v1", kind: "Binding", metadata: { name: metadata.name }, target };
    const answer = await client.request(`${collection}/${metadata.name}/binding`, { body });
    expect([answer.status, answer.json.message]).toEqual([500, message]);
  }

  test("[Binding#1] a binding to an object that is no Node is rejected", async () => {
    await refuse(
      { kind: "Pod", name: "one" },
      'target.kind: Unsupported value: "Pod": supported values: "Node", "<empty>"',
    );
  });

  test("[Binding#2] a binding without the name of a node is rejected", async () => {
    await refuse({ kind: "Node" }, "target.name: Required value");
  });
});

describe("the options of a log request", () => {
  function refuse(title: string, query: string, causes: readonly (string | RegExp)[], at = server): void {
    test(title, async () => {
      const { client } = at();
      const { metadata } = await createObject(client, collection, named());
      expectCauses(await client.request(`${collection}/${metadata.name}/log?${query}`), causes);
    });
  }

  refuse("[PodLogOptions#1] negative tailLines are rejected", "tailLines=-1", [
    "tailLines: Invalid value: -1: must be greater than or equal to 0",
  ]);
  refuse("[PodLogOptions#2] limitBytes 0 are rejected", "limitBytes=0", [
    "limitBytes: Invalid value: 0: must be greater than 0",
  ]);
  refuse(
    "[PodLogOptions#3] sinceSeconds together with sinceTime are rejected",
    "sinceSeconds=1&sinceTime=2025-01-01T00:00:00Z",
    ["[]: Forbidden: at most one of `sinceTime` or `sinceSeconds` may be specified"],
  );
  refuse("[PodLogOptions#4] sinceSeconds 0 are rejected", "sinceSeconds=0", [
    "sinceSeconds: Invalid value: 0: must be greater than 0",
  ]);
  refuse("[PodLogOptions#6] an unknown stream is rejected", "stream=Stdin", [
    'stream: Unsupported value: "Stdin": supported values: "All", "Stderr", "Stdout"',
  ]);
  refuse("[PodLogOptions#7] tailLines of a single stream are rejected", "stream=Stdout&tailLines=1", [
    "[]: Forbidden: `tailLines` and specific `stream` are mutually exclusive for now",
  ]);
  refuse(
    "[PodLogOptions#8] a stream is rejected while the feature PodLogsQuerySplitStreams is off",
    "stream=All",
    ["stream: Forbidden: may not be specified"],
    defaultServer,
  );
});
