import { expect, test } from "vitest";
import { advertisedAddress, type MachineAddress } from "./advertised-address.ts";

const machine = (): readonly MachineAddress[] => [
  { address: "127.0.0.1", device: "lo", isInternal: true },
  { address: "fe80::1", device: "eth0", isInternal: false },
  { address: "fd00::2", device: "eth0", isInternal: false },
  { address: "192.0.2.2", device: "eth0", isInternal: false },
];

test.each([
  ["10.1.2.3", "127.0.0.1", "10.96.0.0/12", "10.1.2.3"],
  [undefined, "10.1.2.4", "10.96.0.0/12", "10.1.2.4"],
  [undefined, "0.0.0.0", "10.96.0.0/12", "192.0.2.2"],
  [undefined, "::", "10.96.0.0/12", "192.0.2.2"],
  [undefined, "::", "fd00:10::/112", "fd00::2"],
  // Other machines cannot connect to these.
  [undefined, "127.0.0.1", "10.96.0.0/12", undefined],
  [undefined, "::1", "fd00:10::/112", undefined],
  ["127.0.0.1", "0.0.0.0", "10.96.0.0/12", undefined],
  ["::ffff:127.0.0.1", "0.0.0.0", "10.96.0.0/12", undefined],
])(
  "with --advertise-address %j, --bind-address %j and the range %j, the address is %j",
  (advertiseAddress, bindAddress, serviceRange, address) => {
    expect(advertisedAddress({ advertiseAddress, bindAddress, serviceRange }, machine)).toBe(address);
  },
);

test("a machine without addresses has none to advertise", () => {
  const flags = { advertiseAddress: undefined, bindAddress: "0.0.0.0", serviceRange: "10.96.0.0/12" };
  expect(advertisedAddress(flags, () => [])).toBeUndefined();
});
