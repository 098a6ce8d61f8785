/** Durable changes of ConfigMaps of 1 KB by 16 clients, compared with bare commits. */
import type { Figure, Measurement } from "../figure.ts";
import type { RequestTemplate } from "../load/connection.ts";
import { configMap, createNumberedObjects, createRequest, jsonHeaders } from "../objects.ts";
import { startOrch } from "../orch-server.ts";
import { study } from "../study.ts";
import { compareWithCommits } from "./commits.ts";

const collection = "/api/v1/namespaces/default/configmaps";
const objectName = "m-###";
const objectCount = 1000;
const clients = 16;

/** Each request changes its object, because the counter is part of the body. */
const changes: readonly { readonly name: string; readonly template: RequestTemplate }[] = [
  {
    name: "update, 16 clients",
    template: {
      method: "PUT",
      path: `${collection}/${objectName}`,
      headers: jsonHeaders,
      body: JSON.stringify({ ...configMap(objectName, 1000), data: { text: "x".repeat(750), turn: "########" } }),
    },
  },
  {
    name: "merge patch, 16 clients",
    template: {
      method: "PATCH",
      path: `${collection}/${objectName}`,
      headers: { "content-type": "application/merge-patch+json" },
      body: `{"data":{"turn":"########"}}`,
    },
  },
];

/** Measures updates and merge patches. */
export const update: Figure = {
  name: "update",
  title: "durable updates and merge patches of 1 KB over TLS, HTTP/2",
  async measure(context) {
    await using server = await startOrch();
    await createNumberedObjects(
      context,
      server.target,
      createRequest(collection, configMap(objectName, 1024)),
      objectCount,
    );
    const measurements: Measurement[] = [];
    for (const { name, template } of changes) {
      const rate = { target: server.target, protocol: "h2", clients, template, status: 200 } as const;
      const { measurement } = await compareWithCommits(context, {
        name,
        unit: "writes/s",
        rate,
        minRatio: 0.15,
        firstNumber: 0,
        study: study.commits16,
      });
      measurements.push(measurement);
    }
    return measurements;
  },
};
