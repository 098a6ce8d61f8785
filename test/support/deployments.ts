/** A Deployment for tests of field managers. */

/** Path of the Deployments in the namespace `default`. */
export const deployments = "/apis/apps/v1/namespaces/default/deployments";

const labels = { app: "web" };

/** The Deployment `d`. */
export const deployment = {
  metadata: { name: "d" },
  spec: {
    selector: { matchLabels: labels },
    template: { metadata: { labels }, spec: { containers: [{ name: "web", image: "web:1" }] } },
  },
};
