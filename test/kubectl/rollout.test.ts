import { expect, test } from "vitest";
import { describeWithKubectl, joinLines, type Kubectl } from "../support/kubectl.ts";
import { workload } from "./objects.ts";

/** Progress of a rollout, which the test writes in place of a controller. */
interface RolloutProgress {
  readonly replicas: number;
  readonly updatedReplicas: number;
  readonly availableReplicas: number;
}

describeWithKubectl("kubectl rollout and set", (cluster) => {
  const web = async (kubectl: Kubectl) => await cluster().stored(kubectl, "apis/apps/v1", "deployments/web");

  const reportProgress = async (kubectl: Kubectl, status: RolloutProgress): Promise<void> => {
    const observedGeneration = (await web(kubectl)).metadata.generation;
    const path = `/apis/apps/v1/namespaces/${kubectl.namespace}/deployments/web/status`;
    const answer = await cluster().client.request(path, {
      method: "PATCH",
      headers: { "content-type": "application/merge-patch+json" },
      body: { status: { ...status, observedGeneration, readyReplicas: status.availableReplicas } },
    });
    expect(answer.status).toBe(200);
  };

  test("kubectl rollout status prints the progress until the rollout has finished", async () => {
    const kubectl = await cluster().inNewNamespace();
    await kubectl.create(workload("Deployment", "web", 2));
    await using status = kubectl.start`rollout status deployment/web -v=6`;
    await status.waitForWatch();
    expect(await status.take(1)).toEqual(["Waiting for deployment spec update to be observed..."]);
    await reportProgress(kubectl, { replicas: 1, updatedReplicas: 1, availableReplicas: 0 });
    expect(await status.take(1)).toEqual([
      'Waiting for deployment "web" rollout to finish: 1 out of 2 new replicas have been updated...',
    ]);
    await reportProgress(kubectl, { replicas: 2, updatedReplicas: 2, availableReplicas: 1 });
    expect(await status.take(1)).toEqual([
      'Waiting for deployment "web" rollout to finish: 1 of 2 updated replicas are available...',
    ]);
    await reportProgress(kubectl, { replicas: 2, updatedReplicas: 2, availableReplicas: 2 });
    expect(await status.take(1)).toEqual(['deployment "web" successfully rolled out']);
    expect(await status.ended()).toBe(0);
  });

  test("without a controller, kubectl rollout history is empty and rollout status times out", async () => {
    const kubectl = await cluster().inNewNamespace();
    await kubectl.create(workload("Deployment", "web", 2));
    expect(await kubectl.out`rollout history deployment/web`).toBe(
      joinLines("deployment.apps/web ", "No rollout history found."),
    );
    expect(await kubectl.failure`rollout undo deployment/web`).toBe(
      'error: no rollout history found for deployment "web"\n',
    );
    expect(await kubectl.failure`rollout status deployment/web --timeout=1s`).toBe(
      "error: timed out waiting for the condition\n",
    );
    expect(await kubectl.failure`rollout status deployment/nope`).toBe(
      'Error from server (NotFound): deployments.apps "nope" not found\n',
    );
  });

  test("kubectl rollout history and undo use the ReplicaSets that a Deployment owns", async () => {
    const kubectl = await cluster().inNewNamespace();
    await kubectl.create(workload("Deployment", "web", 2));
    const { metadata, spec } = await web(kubectl);
    const owner = { apiVersion: "apps/v1", kind: "Deployment", name: "web", uid: metadata.uid, controller: true };
    await kubectl.create(
      ...["nginx:1.26", "nginx:1.27"].map((image, index) => ({
        apiVersion: "apps/v1",
        kind: "ReplicaSet",
        metadata: {
          name: `web-${index + 1}`,
          labels: { app: "web" },
          annotations: { "deployment.kubernetes.io/revision": `${index + 1}` },
          ownerReferences: [owner],
        },
        spec: {
          selector: spec.selector,
          template: { ...spec.template, spec: { containers: [{ name: "nginx", image }] } },
        },
      })),
    );
    expect(await kubectl.out`rollout history deployment/web`).toBe(
      joinLines("deployment.apps/web ", "REVISION  CHANGE-CAUSE", "1         <none>", "2         <none>", ""),
    );
    expect(await kubectl.out`rollout history deployment/web --revision=1`).toContain("nginx:1.26");
    expect(await kubectl.out`rollout undo deployment/web --to-revision=1`).toBe("deployment.apps/web rolled back\n");
    expect((await web(kubectl)).spec.template.spec.containers[0].image).toBe("nginx:1.26");
  });

  test("kubectl rollout restart, pause and resume change the Deployment", async () => {
    const kubectl = await cluster().inNewNamespace();
    await kubectl.create(workload("Deployment", "web", 2));
    expect(await kubectl.out`rollout restart deployment/web`).toBe("deployment.apps/web restarted\n");
    expect((await web(kubectl)).spec.template.metadata.annotations).toEqual({
      "kubectl.kubernetes.io/restartedAt": expect.stringMatching(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d/),
    });
    expect(await kubectl.out`rollout pause deployment/web`).toBe("deployment.apps/web paused\n");
    expect((await web(kubectl)).spec.paused).toBe(true);
    expect(await kubectl.failure`rollout restart deployment/web`).toContain(
      "can't restart paused deployment (run rollout resume first)",
    );
    expect(await kubectl.out`rollout resume deployment/web`).toBe("deployment.apps/web resumed\n");
    expect((await web(kubectl)).spec).not.toHaveProperty("paused");
    expect((await web(kubectl)).metadata.generation).toBe(4);
  });

  test("kubectl set image, env, resources and serviceaccount change the Pod template", async () => {
    const kubectl = await cluster().inNewNamespace();
    await kubectl.create(workload("Deployment", "web", 2));
    expect(await kubectl.out`set image deployment/web nginx=nginx:1.28`).toBe("deployment.apps/web image updated\n");
    expect(await kubectl.out`set env deployment/web LEVEL=debug MODE-`).toBe("deployment.apps/web env updated\n");
    expect(await kubectl.out`set resources deployment/web --limits=cpu=500m,memory=64Mi`).toBe(
      "deployment.apps/web resource requirements updated\n",
    );
    expect(await kubectl.out`set serviceaccount deployment web robot`).toBe(
      "deployment.apps/web serviceaccount updated\n",
    );
    const { spec } = (await web(kubectl)).spec.template;
    expect(spec.containers).toMatchObject([
      {
        name: "nginx",
        image: "nginx:1.28",
        env: [{ name: "LEVEL", value: "debug" }],
        resources: { limits: { cpu: "500m", memory: "64Mi" } },
      },
    ]);
    expect(spec.serviceAccountName).toBe("robot");
    expect(await kubectl.out`set env deployment/web --list`).toBe(
      joinLines("# Deployment web, container nginx", "LEVEL=debug"),
    );
    expect(await kubectl.failure`set image deployment/web unicorn=nginx:1.28`).toBe(
      'error: unable to find container named "unicorn"\n',
    );
  });
});
