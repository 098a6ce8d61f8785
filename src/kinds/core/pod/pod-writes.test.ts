import { describe, expect, test } from "vitest";
import { type Pod, pod } from "../../../api/index.ts";
import { KindWrites, type Written } from "../../testing/kind-writes.ts";

const writes = new KindWrites(pod);
const metadata = { name: "web", namespace: "shop", labels: { app: "web" } };
const app = { name: "app", image: "app:1" };
const debug = { name: "debug", image: "shell:1", terminationMessagePolicy: "File" };

function stored({ spec = {}, annotations = {} }: { spec?: object; annotations?: object } = {}): Pod {
  return writes.stored({ metadata: { ...metadata, annotations }, spec: { containers: [app], ...spec } });
}

/** Returns a static Pod. */
function staticPod(): Pod {
  return stored({ spec: { nodeName: "node-1" }, annotations: { "kubernetes.io/config.mirror": "hash" } });
}

describe("the subresource ephemeralcontainers", () => {
  const write = (old: Pod, spec: object): Written<Pod> =>
    writes.update(
      old,
      (one) => {
        Object.assign(one.spec ?? {}, spec);
      },
      "ephemeralcontainers",
    );

  test("/ephemeralcontainers adds containers and keeps everything else", () => {
    const { object, errors } = writes.update(
      stored(),
      (one) => {
        one.metadata.labels = {};
        one.status = { phase: "Failed" };
        Object.assign(one.spec ?? {}, { containers: [{ name: "other" }], ephemeralContainers: [debug] });
      },
      "ephemeralcontainers",
    );
    expect(errors).toEqual([]);
    expect(object.metadata.labels).toEqual({ app: "web" });
    expect(object.status).toEqual({ phase: "Pending", qosClass: "BestEffort" });
    expect(object.spec?.containers).toMatchObject([app]);
    expect(object.spec?.ephemeralContainers).toMatchObject([debug]);
  });

  test("/ephemeralcontainers rejects changed and removed containers", () => {
    const { object } = write(stored(), { ephemeralContainers: [debug] });
    expect(write(object, { ephemeralContainers: [] }).errors).toEqual([
      'spec.ephemeralContainers: Forbidden: existing ephemeral containers "debug" may not be removed\n',
    ]);
    const { errors } = write(object, { ephemeralContainers: [{ ...debug, image: "shell:2" }] });
    expect(errors).toEqual([
      expect.stringMatching(
        /^spec.ephemeralContainers: Forbidden: existing ephemeral containers "debug" may not be changed\n.*shell:1.*\n.*shell:2/s,
      ),
    ]);
    expect(write(object, { ephemeralContainers: [{ ...debug, name: "more" }, debug] }).errors).toEqual([]);
  });

  test("/ephemeralcontainers validates the added containers", () => {
    const ports = [{ containerPort: 80 }];
    expect(write(stored(), { ephemeralContainers: [{ ...debug, ports, name: "app" }] }).errors).toEqual([
      'spec.ephemeralContainers[0].name: Duplicate value: "app"',
      "spec.ephemeralContainers[0].ports: Forbidden: cannot be set for an Ephemeral Container",
    ]);
  });

  test("/ephemeralcontainers rejects static Pods", () => {
    expect(write(staticPod(), { ephemeralContainers: [debug] }).errors).toEqual([
      "[]: Forbidden: static pods do not support ephemeral containers",
    ]);
  });
});

describe("the subresource resize", () => {
  const sized = (requests: object, limits?: object): object => ({
    ...app,
    resources: { requests, ...(limits ? { limits } : {}) },
  });
  const resize = (old: Pod, ...containers: object[]): Written<Pod> =>
    writes.update(
      old,
      (one) => {
        Object.assign(one.spec ?? {}, { containers, restartPolicy: "Never" });
      },
      "resize",
    );
  const small = stored({ spec: { containers: [sized({ cpu: "1", memory: "1Gi" })] } });

  test("/resize changes cpu and memory, and keeps everything else", () => {
    const { object, errors } = resize(small, { ...sized({ cpu: "2", memory: "1Gi" }, { cpu: "3" }), image: "app:2" });
    expect(errors).toEqual([]);
    expect(object.spec).toMatchObject({
      restartPolicy: "Always",
      containers: [{ image: "app:1", resources: { requests: { cpu: "2", memory: "1Gi" }, limits: { cpu: "3" } } }],
    });
  });

  test("/resize rejects removed requests and other resources", () => {
    expect(resize(small, sized({ cpu: "1" })).errors).toEqual([
      "spec.containers[0].resources.requests: Forbidden: resource requests cannot be removed",
    ]);
    const { errors } = resize(small, sized({ cpu: "1", memory: "1Gi", "ephemeral-storage": "1Gi" }));
    expect(errors).toEqual([
      expect.stringMatching(/^spec: Forbidden: only cpu and memory resources are mutable\n.*ephemeral-storage/s),
    ]);
  });

  test("/resize rejects a change of the QoS class", () => {
    const amounts = { cpu: "1", memory: "1Gi" };
    expect(resize(small, sized(amounts, amounts)).errors).toEqual([
      'spec: Invalid value: "Burstable": Pod QOS Class may not change as a result of resizing',
    ]);
  });

  test("/resize rejects a running Pod whose node reports no resources", () => {
    const status = { name: "app", image: "app:1", imageID: "", ready: true, restartCount: 0, state: { running: {} } };
    const running: Pod = { ...small, status: { ...small.status, containerStatuses: [status] } };
    expect(resize(running, sized({ cpu: "2", memory: "1Gi" })).errors).toEqual([
      "spec: Forbidden: Pod running on node without support for resize",
    ]);
  });

  test("/resize rejects static Pods and Windows Pods", () => {
    expect(resize(staticPod(), app).errors).toEqual(["[]: Forbidden: static pods cannot be resized"]);
    const windows = stored({ spec: { os: { name: "windows" } } });
    expect(resize(windows, app).errors).toEqual(["[]: Forbidden: windows pods cannot be resized"]);
  });
});
