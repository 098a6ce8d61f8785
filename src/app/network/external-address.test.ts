import { expect, test } from "vitest";
import { externalAddress, externalHost } from "./external-address.ts";

test.each([
  ["127.0.0.1:6443", undefined, undefined, "127.0.0.1:6443"],
  ["127.0.0.1:6443", undefined, "10.1.2.3", "10.1.2.3:6443"],
  ["127.0.0.1:6443", undefined, "fd00::2", "[fd00::2]:6443"],
  ["[::1]:6443", "api.example.com", "10.1.2.3", "api.example.com:6443"],
  ["127.0.0.1:6443", "api.example.com:443", "10.1.2.3", "api.example.com:443"],
  ["127.0.0.1:6443", "[fd00::2]:443", undefined, "[fd00::2]:443"],
  ["127.0.0.1:6443", "fd00::2", undefined, "[fd00::2]:6443"],
  ["", "api.example.com", "10.1.2.3", ""],
])(
  "a server at %j with the external host %j and the address %j shows %j",
  (listening, externalHostname, advertised, shown) => {
    expect(externalAddress(listening, { externalHostname, advertised })).toBe(shown);
  },
);

test.each([
  ["api.example.com", "api.example.com"],
  ["api.example.com:443", "api.example.com"],
  ["[fd00::2]:443", "fd00::2"],
  ["fd00::2", "fd00::2"],
])("the host of %j is %j", (name, host) => {
  expect(externalHost(name)).toBe(host);
});
