import { describe, expect, test } from "vitest";
import { type Change, expectCauses, type Manifest, Refusals, ruleServer } from "../support/refusals.ts";
import type { WireResponse } from "../support/wire-client.ts";
import { created, put } from "../support/writes.ts";

const gates = "InPlacePodVerticalScaling=true,PodLevelResources=true,PodLogsQuerySplitStreams=true";
const server = ruleServer(["--vocabulary=kubernetes", `--feature-gates=${gates}`]);
const plain = ruleServer();
const collection = "/api/v1/namespaces/default/pods";
const resources = { requests: { cpu: "1" }, limits: { cpu: "2", memory: "1Gi" } };
const pods = new Refusals(server, collection, { spec: { containers: [{ name: "app", image: "app:1", resources }] } });

const onNode: Change = ({ metadata, spec }) => {
  metadata.annotations = { "kubernetes.io/config.mirror": "abc" };
  spec.nodeName = "one";
};

/** Gives the one container these resources. */
function sized(to: object): Change {
  return ({ spec }) => {
    spec.containers[0].resources = to;
  };
}

describe("containers for debugging", () => {
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

  pods.update("[Pod/ephemeralcontainers#1] are none in Pods of a node", {
    before: onNode,
    subresource: "ephemeralcontainers",
    change: add,
    causes: ["[]: Forbidden: static pods do not support ephemeral containers"],
  });

  /** What comes back when a Pod with a container for debugging is changed. */
  async function changedAfterwards(change: Change): Promise<WireResponse> {
    const { client } = server();
    const pod = await created(client, collection, named());
    const path = `${collection}/${pod.metadata.name}/ephemeralcontainers`;
    add(pod);
    const added = await put(client, path, pod);
    expect(added.status, added.text).toBe(200);
    const next = added.json;
    change(next);
    return await put(client, path, next);
  }

  test("[Pod/ephemeralcontainers#2] stay", async () => {
    const answer = await changedAfterwards(({ spec }) => {
      delete spec.ephemeralContainers;
    });
    expectCauses(answer, [
      'spec.ephemeralContainers: Forbidden: existing ephemeral containers "debug" may not be removed\n',
    ]);
  });

  test("[Pod/ephemeralcontainers#3] stay as they are", async () => {
    const answer = await changedAfterwards(({ spec }) => {
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
    pods.update(title, { before, subresource: "resize", change: sized(to), causes });
  }
  const larger = { requests: { cpu: "1500m" }, limits: resources.limits };

  resize(
    "[Pod/resize#2] is none of Pods that have resources of their own",
    ["[]: Forbidden: pods with pod-level resources cannot be resized"],
    larger,
    ({ spec }) => {
      spec.resources = { requests: { cpu: "4", memory: "2Gi" } };
    },
  );
  resize("[Pod/resize#3] is none of Pods of a node", ["[]: Forbidden: static pods cannot be resized"], larger, onNode);
  resize("[Pod/resize#4] is none on Windows", ["[]: Forbidden: windows pods cannot be resized"], larger, ({ spec }) => {
    spec.os = { name: "windows" };
  });
  resize(
    "[Pod/resize#5] keeps the class",
    ['spec: Invalid value: "Burstable": Pod QOS Class may not change as a result of resizing'],
    { requests: resources.limits, limits: resources.limits },
  );
  resize(
    "[Pod/resize#7] keeps requests",
    ["spec.containers[0].resources.requests: Forbidden: resource requests cannot be removed"],
    { requests: { cpu: "1" } },
    ({ spec }) => {
      spec.containers[0].resources = { requests: { cpu: "1", memory: "1Gi" } };
    },
  );
  resize(
    "[Pod/resize#8] keeps limits",
    ["spec.containers[0].resources.limits: Forbidden: resource limits cannot be removed"],
    { requests: { cpu: "1", memory: "1Gi" }, limits: { cpu: "2" } },
  );
  resize(
    "[Pod/resize#9] is of processor time and memory",
    [/^spec: Forbidden: only cpu and memory resources are mutable\n./],
    {
      requests: { ...resources.requests, "ephemeral-storage": "1Gi" },
      limits: resources.limits,
    },
  );

  pods.update("[Pod/resize#6] is for nodes that can do it", {
    subresource: "resize",
    beforeStatus: ({ status }) => {
      status.containerStatuses = [
        { name: "app", image: "app:1", imageID: "app@1", ready: true, restartCount: 0, state: { running: {} } },
      ];
    },
    change: sized(larger),
    causes: ["spec: Forbidden: Pod running on node without support for resize"],
  });
});

describe("a binding", () => {
  async function refuse(target: object, message: string): Promise<void> {
    const { client } = server();
    const { metadata } = await created(client, collection, named());
    const body = { apiVersion: "v1", kind: "Binding", metadata: { name: metadata.name }, target };
    const answer = await client.request(`${collection}/${metadata.name}/binding`, { body });
    expect([answer.status, answer.json.message]).toEqual([500, message]);
  }

  test("[Binding#1] is to a node", async () => {
    await refuse(
      { kind: "Pod", name: "one" },
      'target.kind: Unsupported value: "Pod": supported values: "Node", "<empty>"',
    );
  });

  test("[Binding#2] names the node", async () => {
    await refuse({ kind: "Node" }, "target.name: Required value");
  });
});

describe("what is asked of a log", () => {
  function refuse(title: string, query: string, causes: readonly (string | RegExp)[], at = server): void {
    test(title, async () => {
      const { client } = at();
      const { metadata } = await created(client, collection, named());
      expectCauses(await client.request(`${collection}/${metadata.name}/log?${query}`), causes);
    });
  }

  refuse("[PodLogOptions#1] is no line or some", "tailLines=-1", [
    "tailLines: Invalid value: -1: must be greater than or equal to 0",
  ]);
  refuse("[PodLogOptions#2] is some bytes", "limitBytes=0", ["limitBytes: Invalid value: 0: must be greater than 0"]);
  refuse("[PodLogOptions#3] begins once", "sinceSeconds=1&sinceTime=2025-01-01T00:00:00Z", [
    "[]: Forbidden: at most one of `sinceTime` or `sinceSeconds` may be specified",
  ]);
  refuse("[PodLogOptions#4] was logged some seconds ago", "sinceSeconds=0", [
    "sinceSeconds: Invalid value: 0: must be greater than 0",
  ]);
  refuse("[PodLogOptions#6] is of a known stream", "stream=Stdin", [
    'stream: Unsupported value: "Stdin": supported values: "All", "Stderr", "Stdout"',
  ]);
  refuse("[PodLogOptions#7] is no last line of one stream", "stream=Stdout&tailLines=1", [
    "[]: Forbidden: `tailLines` and specific `stream` are mutually exclusive for now",
  ]);
  refuse(
    "[PodLogOptions#8] is of no stream while that is off",
    "stream=All",
    ["stream: Forbidden: may not be specified"],
    plain,
  );
});
