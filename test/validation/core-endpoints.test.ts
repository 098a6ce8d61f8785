import { describe } from "vitest";
import { notLabel, notSubdomain } from "../support/format-messages.ts";
import { Refusals, ruleServer } from "../support/refusals.ts";

const server = ruleServer();

describe("a subset of Endpoints", () => {
  const endpoints = new Refusals(server, "/api/v1/namespaces/default/endpoints", {
    subsets: [{ addresses: [{ ip: "10.1.0.1" }], ports: [{ port: 80 }] }],
  });

  endpoints.create(
    "[Endpoints#1] a subset without addresses is rejected",
    ({ subsets }) => {
      subsets[0].addresses = [];
    },
    ["subsets[0]: Required value: must specify `addresses` or `notReadyAddresses`"],
  );

  endpoints.create(
    "[Endpoints#2] a subset with an address that cannot be parsed is rejected",
    ({ subsets }) => {
      subsets[0].addresses = [{ ip: "10.1.0" }];
    },
    [
      'subsets[0].addresses[0].ip: Invalid value: "10.1.0": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
      'subsets[0].addresses[0].ip: Invalid value: "10.1.0": must be a valid IP address',
    ],
  );

  endpoints.create(
    "[Endpoints#3] an address whose hostname is no DNS label is rejected",
    ({ subsets }) => {
      subsets[0].addresses[0].hostname = "Web";
    },
    [`subsets[0].addresses[0].hostname: Invalid value: "Web": ${notLabel}`],
  );

  endpoints.create(
    "[Endpoints#4] an address whose nodeName is no DNS subdomain is rejected",
    ({ subsets }) => {
      subsets[0].addresses[0].nodeName = "Node";
    },
    [`subsets[0].addresses[0].nodeName: Invalid value: "Node": ${notSubdomain}`],
  );

  endpoints.create(
    "[Endpoints#5] a loopback address is rejected",
    ({ subsets }) => {
      subsets[0].notReadyAddresses = [{ ip: "127.0.0.1" }];
    },
    [
      'subsets[0].notReadyAddresses[0].ip: Invalid value: "127.0.0.1": may not be in the loopback range (127.0.0.0/8, ::1/128)',
    ],
  );

  endpoints.create(
    "[Endpoints#6] a port without a name beside another port is rejected",
    ({ subsets }) => {
      subsets[0].ports = [{ port: 80, name: "http" }, { port: 443 }];
    },
    ["subsets[0].ports[1].name: Required value"],
  );

  endpoints.create(
    "[Endpoints#7] a port whose name is no DNS label is rejected",
    ({ subsets }) => {
      subsets[0].ports[0].name = "http_";
    },
    [`subsets[0].ports[0].name: Invalid value: "http_": ${notLabel}`],
  );

  endpoints.create(
    "[Endpoints#8] port 65536 is rejected",
    ({ subsets }) => {
      subsets[0].ports[0].port = 65_536;
    },
    ["subsets[0].ports[0].port: Invalid value: 65536: must be between 1 and 65535, inclusive"],
  );
  endpoints.accepts("port 65535 is accepted", ({ subsets }) => {
    subsets[0].ports[0].port = 65_535;
  });

  endpoints.create(
    "[Endpoints#10] a port with an unknown protocol is rejected",
    ({ subsets }) => {
      subsets[0].ports[0].protocol = "ICMP";
    },
    ['subsets[0].ports[0].protocol: Unsupported value: "ICMP": supported values: "SCTP", "TCP", "UDP"'],
  );

  endpoints.create(
    "[Endpoints#11] a port whose appProtocol is no qualified name is rejected",
    ({ subsets }) => {
      subsets[0].ports[0].appProtocol = "example.com/";
    },
    [
      'subsets[0].ports[0].appProtocol: Invalid value: "example.com/": name part must be non-empty',
      "subsets[0].ports[0].appProtocol: Invalid value: \"example.com/\": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
    ],
  );
});
