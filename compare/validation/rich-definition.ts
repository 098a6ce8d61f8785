/** A CustomResourceDefinition with two versions that uses most fields outside of its schemas. */
const replicas = { type: "object", properties: { replicas: { type: "integer" }, color: { type: "string" } } };

/** A valid CustomResourceDefinition that uses most fields outside of its schemas. */
export const richDefinition = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "ships.example.com", labels: { tier: "front" } },
  spec: {
    group: "example.com",
    scope: "Namespaced",
    names: {
      plural: "ships",
      singular: "ship",
      kind: "Ship",
      listKind: "ShipList",
      shortNames: ["sh"],
      categories: ["all"],
    },
    versions: [
      {
        name: "v1",
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: "object", properties: { spec: replicas, status: replicas } } },
        subresources: {
          status: {},
          scale: {
            specReplicasPath: ".spec.replicas",
            statusReplicasPath: ".status.replicas",
            labelSelectorPath: ".status.selector",
          },
        },
        additionalPrinterColumns: [
          {
            name: "Color",
            type: "string",
            format: "byte",
            description: "Paint.",
            priority: 1,
            jsonPath: ".spec.color",
          },
        ],
        selectableFields: [{ jsonPath: ".spec.color" }],
      },
      {
        name: "v1beta1",
        served: true,
        storage: false,
        deprecated: true,
        deprecationWarning: "use v1",
        schema: { openAPIV3Schema: { type: "object", properties: { spec: { type: "object" } } } },
      },
    ],
    conversion: {
      strategy: "Webhook",
      webhook: {
        clientConfig: { service: { namespace: "default", name: "convert", path: "/convert", port: 443 } },
        conversionReviewVersions: ["v1"],
      },
    },
  },
};
