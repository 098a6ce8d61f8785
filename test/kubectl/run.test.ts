import { expect, test } from "vitest";
import { describeWithKubectl, joinLines } from "../support/kubectl.ts";
import { workload } from "./objects.ts";

describeWithKubectl("kubectl run and expose", (cluster) => {
  test("kubectl run creates a Pod", async () => {
    const kubectl = await cluster().inNewNamespace();
    expect(await kubectl.out`run web --image=nginx:1.27 --env=MODE=plain --labels=tier=front -- serve --fast`).toBe(
      "pod/web created\n",
    );
    expect(await cluster().stored(kubectl, "api/v1", "pods/web")).toMatchObject({
      metadata: { labels: { tier: "front" } },
      spec: {
        restartPolicy: "Always",
        containers: [
          { name: "web", image: "nginx:1.27", args: ["serve", "--fast"], env: [{ name: "MODE", value: "plain" }] },
        ],
      },
      status: { phase: "Pending", qosClass: "BestEffort" },
    });
    expect(await kubectl.failure`run web --image=nginx:1.27`).toBe(
      'Error from server (AlreadyExists): pods "web" already exists\n',
    );
  });

  test("kubectl run --expose creates a Pod and a Service", async () => {
    const kubectl = await cluster().inNewNamespace();
    expect(await kubectl.out`run web --image=nginx:1.27 --port=80 --expose`).toBe(
      joinLines("service/web created", "pod/web created"),
    );
    expect((await cluster().stored(kubectl, "api/v1", "services/web")).spec).toMatchObject({
      selector: { run: "web" },
      ports: [{ port: 80, targetPort: 80, protocol: "TCP" }],
    });
  });

  test("kubectl expose creates a Service for an existing Deployment", async () => {
    const kubectl = await cluster().inNewNamespace();
    await kubectl.create(workload("Deployment", "web", 2));
    expect(await kubectl.out`expose deployment web --port=80 --target-port=8080 --type=NodePort`).toBe(
      "service/web exposed\n",
    );
    expect((await cluster().stored(kubectl, "api/v1", "services/web")).spec).toMatchObject({
      type: "NodePort",
      selector: { app: "web" },
      ports: [{ port: 80, targetPort: 8080, protocol: "TCP" }],
    });
    expect(await kubectl.failure`expose deployment web --port=80`).toContain('services "web" already exists\n');
    expect(await kubectl.failure`expose deployment nope --port=80`).toBe(
      'Error from server (NotFound): deployments.apps "nope" not found\n',
    );
  });
});
