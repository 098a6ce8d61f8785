/** A Deployment for tests about owners. */

export const deployments = "/apis/apps/v1/namespaces/default/deployments";

const labels = { app: "web" };

export const deployment = {
  metadata: { name: "d" },
  spec: {
    selector: { matchLabels: labels },
    template: { metadata: { labels }, spec: { containers: [{ name: "web", image: "web:1" }] } },
  },
};
