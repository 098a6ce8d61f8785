import { describe, expect, test } from "vitest";
import { apiService } from "../../api/index.ts";
import { KindWrites } from "../testing/kind-writes.ts";
import { rowOf } from "../testing/rows.ts";

const metadata = { name: "v1.shop.example.com", creationTimestamp: "2025-06-01T11:00:00Z" };
const service = { namespace: "shop", name: "api" };
const spec = { group: "shop.example.com", version: "v1", groupPriorityMinimum: 1000, versionPriority: 15 };

describe("a new APIService", () => {
  const writes = new KindWrites(apiService);

  test("a new local APIService is Available", () => {
    const status = { conditions: [{ type: "Available", status: "False" }] };
    expect(writes.create({ metadata, spec, status }).object.status).toEqual({
      conditions: [
        {
          type: "Available",
          status: "True",
          lastTransitionTime: "2025-06-01T12:00:00Z",
          reason: "Local",
          message: "Local APIServices are always available",
        },
      ],
    });
  });

  test("a new APIService with a service has no conditions, and its port defaults to 443", () => {
    const { object } = writes.create({ metadata, spec: { ...spec, service } });
    expect(object.status).toEqual({});
    expect(object.spec?.service).toEqual({ ...service, port: 443 });
  });
});

describe("the row of an APIService", () => {
  test("the row of an APIService shows its service", () => {
    expect(rowOf(apiService, { metadata, spec: { ...spec, service } })).toEqual({
      Name: "v1.shop.example.com",
      Service: "shop/api",
      Available: "Unknown",
      Age: "60m",
    });
    expect(rowOf(apiService, { metadata, spec })["Service"]).toBe("Local");
  });

  test.each<[object[], string]>([
    [[{ type: "Other", status: "True" }], "Unknown"],
    [[{ type: "Available", status: "True", reason: "Passed" }], "True"],
    [[{ type: "Available", status: "False", reason: "MissingEndpoints" }], "False (MissingEndpoints)"],
    [[{ type: "Available", status: "Unknown" }], "Unknown"],
    [[{ type: "Available", status: "False" }], "False"],
  ])("the row of an APIService with conditions %j shows Available as %s", (conditions, expected) => {
    expect(rowOf(apiService, { metadata, spec, status: { conditions } })["Available"]).toBe(expected);
  });
});
