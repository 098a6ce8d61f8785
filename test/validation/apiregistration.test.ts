import { describe } from "vitest";
import { notDns1035Label, notSubdomain } from "../support/format-messages.ts";
import { Refusals, ruleServer } from "../support/refusals.ts";

const caBundle = Buffer.from("certificates").toString("base64");

describe("an APIService", () => {
  const services = new Refusals(ruleServer(), "/apis/apiregistration.orch.io/v1/apiservices", {
    metadata: { name: "v1.shop.example.com" },
    spec: { group: "shop.example.com", version: "v1", groupPriorityMinimum: 1000, versionPriority: 15 },
  });

  services.create(
    "[APIService#1] an APIService of version v2 without a group is rejected",
    (service) => {
      service.metadata.name = "v2.";
      service.spec = { ...service.spec, group: "", version: "v2" };
    },
    ["spec.group: Required value: only v1 may have an empty group and it better be legacy kube"],
  );

  services.create(
    "[APIService#2] an APIService whose group is no DNS subdomain is rejected",
    (service) => {
      service.metadata.name = "v1.Shop";
      service.spec.group = "Shop";
    },
    [`spec.group: Invalid value: "Shop": ${notSubdomain}`],
  );

  services.create(
    "[APIService#3] an APIService whose version is no DNS label is rejected",
    (service) => {
      service.metadata.name = "1.shop.example.com";
      service.spec.version = "1";
    },
    [`spec.version: Invalid value: "1": ${notDns1035Label}`],
  );

  services.create(
    "[APIService#4] an APIService with groupPriorityMinimum 20001 is rejected",
    ({ spec }) => {
      spec.groupPriorityMinimum = 20_001;
    },
    ["spec.groupPriorityMinimum: Invalid value: 20001: must be positive and less than 20000"],
  );

  services.create(
    "[APIService#5] an APIService with versionPriority 0 is rejected",
    ({ spec }) => {
      spec.versionPriority = 0;
    },
    ["spec.versionPriority: Invalid value: 0: must be positive and less than 1000"],
  );

  services.accepts("an APIService with the highest priorities is accepted", (service) => {
    service.metadata.name = "v1.first.example.com";
    service.spec = { group: "first.example.com", version: "v1", groupPriorityMinimum: 20_000, versionPriority: 1000 };
  });

  services.create(
    "[APIService#6] a local APIService with a caBundle is rejected",
    ({ spec }) => {
      spec.caBundle = caBundle;
    },
    ['spec.caBundle: Invalid value: "12 bytes": local APIServices may not have a caBundle'],
  );

  services.create(
    "[APIService#7] a local APIService with insecureSkipTLSVerify is rejected",
    ({ spec }) => {
      spec.insecureSkipTLSVerify = true;
    },
    ["spec.insecureSkipTLSVerify: Invalid value: true: local APIServices may not have insecureSkipTLSVerify"],
  );

  services.create(
    "[APIService#8] an APIService whose service has no namespace is rejected",
    ({ spec }) => {
      spec.service = { name: "api" };
    },
    ["spec.service.namespace: Required value"],
  );

  services.create(
    "[APIService#9] an APIService whose service has no name is rejected",
    ({ spec }) => {
      spec.service = { namespace: "shop" };
    },
    ["spec.service.name: Required value"],
  );

  services.create(
    "[APIService#10] an APIService whose service has port 65536 is rejected",
    ({ spec }) => {
      spec.service = { namespace: "shop", name: "api", port: 65_536 };
    },
    ["spec.service.port: Invalid value: 65536: port is not valid: must be between 1 and 65535, inclusive"],
  );

  services.create(
    "[APIService#11] an APIService with both caBundle and insecureSkipTLSVerify is rejected",
    ({ spec }) => {
      spec.service = { namespace: "shop", name: "api" };
      spec.caBundle = caBundle;
      spec.insecureSkipTLSVerify = true;
    },
    ["spec.insecureSkipTLSVerify: Invalid value: true: may not be true if caBundle is present"],
  );

  services.create(
    "an APIService whose name differs from its version and group is rejected",
    (service) => {
      service.metadata.name = "shop";
    },
    ['metadata.name: Invalid value: "shop": must be `spec.version+"."+spec.group`: "v1.shop.example.com"'],
  );

  services.update("[APIService#12] a status with a condition of an unknown status value is rejected", {
    subresource: "status",
    change: (service) => {
      service.status = { conditions: [{ type: "Available", status: "Perhaps" }] };
    },
    causes: ['status.conditions[0].status: Unsupported value: "Perhaps": supported values: "True", "False", "Unknown"'],
  });
});
