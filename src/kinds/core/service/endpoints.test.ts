import { expect, test } from "vitest";
import { endpoints } from "../../../api/index.ts";
import { KindWrites } from "../../testing/kind-writes.ts";

const writes = new KindWrites(endpoints);
const addresses = [{ ip: "10.0.0.1" }];

test.each<[string, object, string[]]>([
  ["with addresses and one port is accepted", { addresses, ports: [{ port: 80 }] }, []],
  [
    "without addresses is rejected",
    {},
    ["subsets[0]: Required value: must specify `addresses` or `notReadyAddresses`"],
  ],
  [
    "with two ports of which one has no name is rejected",
    { addresses, ports: [{ port: 80 }, { name: "a", port: 81 }] },
    ["subsets[0].ports[0].name: Required value"],
  ],
  [
    "with a port out of range is rejected",
    { addresses, ports: [{ port: 99_999 }] },
    ["subsets[0].ports[0].port: Invalid value: 99999: must be between 1 and 65535, inclusive"],
  ],
  [
    "with a loopback address is rejected",
    { addresses: [{ ip: "127.0.0.1" }] },
    ['subsets[0].addresses[0].ip: Invalid value: "127.0.0.1": may not be in the loopback range (127.0.0.0/8, ::1/128)'],
  ],
])("a subset of Endpoints %s", (_, subset, errors) => {
  expect(writes.create({ subsets: [subset] }).errors).toEqual(errors);
});
