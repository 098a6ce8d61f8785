import type { TLSSocket } from "node:tls";
import { expect, test } from "vitest";
import { authenticateCertificate } from "./client-certificate.ts";
import type { User } from "./user.ts";

const clientAuth = "1.3.6.1.5.5.7.3.2";
const serverAuth = "1.3.6.1.5.5.7.3.1";

interface Shown {
  readonly subject?: { readonly CN?: string | string[]; readonly O?: string | string[] };
  readonly authorized?: boolean;
  readonly usage?: readonly string[];
}

/** The end of a connection whose client has shown a certificate. */
function userOf({ subject = {}, authorized = true, usage = [clientAuth] }: Shown): Promise<User | undefined> {
  const certificate = { subject, ext_key_usage: usage };
  const tls = { authorized, getPeerCertificate: () => certificate } as unknown as TLSSocket;
  return authenticateCertificate({ tls, header: () => undefined });
}

test("the common name is the user, the organizations are the groups", async () => {
  expect(await userOf({ subject: { CN: "alice", O: ["team", "system:masters"] } })).toEqual({
    name: "alice",
    groups: ["team", "system:masters"],
  });
  expect(await userOf({ subject: { CN: "alice", O: "team" } })).toEqual({ name: "alice", groups: ["team"] });
  expect(await userOf({ subject: { CN: "alice" } })).toEqual({ name: "alice", groups: [] });
});

test("of several common names the last counts", async () => {
  expect((await userOf({ subject: { CN: ["first", "last"] } }))?.name).toBe("last");
});

test.each([{}, { CN: "" }, { O: "system:masters" }])("a certificate for %j names nobody", async (subject) => {
  expect(await userOf({ subject })).toBeUndefined();
});

test("a certificate that no accepted authority has signed is refused", async () => {
  await expect(userOf({ subject: { CN: "alice" }, authorized: false })).rejects.toMatchObject({ code: 401 });
});

test("a certificate that is not for clients is refused", async () => {
  await expect(userOf({ subject: { CN: "alice" }, usage: [serverAuth] })).rejects.toMatchObject({ code: 401 });
  expect((await userOf({ subject: { CN: "alice" }, usage: [serverAuth, clientAuth] }))?.name).toBe("alice");
});

test("without a certificate, or without TLS, there are no credentials of this kind", async () => {
  const header = (): undefined => undefined;
  const tls = { authorized: false, getPeerCertificate: () => ({}) } as unknown as TLSSocket;
  expect(await authenticateCertificate({ tls, header })).toBeUndefined();
  expect(await authenticateCertificate({ tls: undefined, header })).toBeUndefined();
});
