import { expect, test } from "vitest";
import { ClientAuthority } from "../../test/support/client-authority.ts";
import { type HostAddress, isPublicAddress, resolveHost } from "./address-rules.ts";
import { EgressClient } from "./egress-client.ts";
import { startHttps } from "./testing/https-server.ts";

const v4 = (address: string): HostAddress => ({ address, family: 4 });
const v6 = (address: string): HostAddress => ({ address, family: 6 });

test.each([
  "127.0.0.1",
  "10.1.2.3",
  "172.16.0.1",
  "172.31.255.255",
  "192.168.1.1",
  "169.254.169.254",
  "100.64.0.1",
  "0.0.0.0",
  "255.255.255.255",
  "224.0.0.1",
])("isPublicAddress() is false for %s", (address) => {
  expect(isPublicAddress(v4(address))).toBe(false);
});

test.each([
  "::1",
  "::",
  "fe80::1",
  "fd00::1",
  "ff02::1",
  "::ffff:127.0.0.1",
  "::ffff:a9fe:a9fe",
  "::127.0.0.1",
  "64:ff9b::7f00:1",
  "2002:7f00:1::",
])("isPublicAddress() is false for %s", (address) => {
  expect(isPublicAddress(v6(address))).toBe(false);
});

test.each([v4("1.1.1.1"), v4("172.32.0.1"), v4("100.128.0.1"), v6("2606:4700::1111"), v6("::ffff:1.1.1.1")])(
  "isPublicAddress() is true for $address",
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

test("resolveHost() keeps only the public addresses of a host if private ones are not allowed", async () => {
  const lookup = async (): Promise<HostAddress[]> => [v4("127.0.0.1"), v4("1.1.1.1"), v6("::1")];
  expect(await resolveHost("name.test", { lookup, allowsPrivate: false })).toEqual([v4("1.1.1.1")]);
  expect(await resolveHost("name.test", { lookup, allowsPrivate: true })).toHaveLength(3);
});

test.each([
  ["ENOTFOUND", "dial tcp: lookup name.test: no such host"],
  ["EAI_AGAIN", "dial tcp: lookup name.test: server misbehaving"],
])("resolveHost() reports the resolver's error %s", async (code, reason) => {
  const lookup = (): Promise<HostAddress[]> => Promise.reject(Object.assign(new Error(code), { code }));
  await expect(resolveHost("name.test", { lookup, allowsPrivate: true })).rejects.toMatchObject({
    failure: "address",
    reason,
  });
});

test("resolveHost() rejects an address in the URL if it is private and not allowed", async () => {
  const lookup = (): Promise<HostAddress[]> => Promise.reject(new Error("an address is not looked up"));
  await expect(resolveHost("169.254.169.254", { lookup, allowsPrivate: false })).rejects.toThrow(
    "dial tcp: 169.254.169.254: private addresses are not allowed",
  );
  expect(await resolveHost("::1", { lookup, allowsPrivate: true })).toEqual([v6("::1")]);
});

test("a request connects to the addresses that were checked, although the name server then returns others", async () => {
  using authority = await ClientAuthority.create();
  await using server = await startHttps(authority, (_, response) => response.end("reached"), { hosts: ["name.test"] });
  const answers: HostAddress[][] = [[v4("127.0.0.1")], [v4("192.0.2.1")]];
  let lookups = 0;
  const lookup = async (): Promise<readonly HostAddress[]> => answers[lookups++] ?? [];
  await using client = new EgressClient({ lookup });
  const request = {
    url: new URL(`https://name.test:${server.port}/`),
    method: "GET",
    ca: authority.certificate,
    timeoutMs: 10_000,
    bytesMax: 100,
  } as const;
  expect((await client.request(request)).body.toString()).toBe("reached");
  expect(lookups).toBe(1);
  // Another target with the same name resolves it again, and checks the new addresses.
  await expect(client.request({ ...request, allowsPrivateAddresses: false })).rejects.toThrow(
    "private addresses are not allowed",
  );
  expect(lookups).toBe(2);
});
