import type { TLSSocket } from "node:tls";
import { expect, test } from "vitest";
import { ManualClock } from "../base/manual-clock.ts";
import { vocabularies } from "../meta/vocabulary.ts";
import { certificateAuthenticator } from "./client-certificate.ts";
import type { User } from "./user.ts";

const clock = new ManualClock(Date.UTC(2030, 0, 1));
const authenticateCertificate = certificateAuthenticator(clock, vocabularies.kubernetes);
const clientAuth = "1.3.6.1.5.5.7.3.2";
const serverAuth = "1.3.6.1.5.5.7.3.1";

interface Shown {
  readonly subject?: { readonly CN?: string | string[]; readonly O?: string | string[] };
  readonly authorized?: boolean;
  readonly usage?: readonly string[];
  /** The last day of the certificate in 2030, and that of its issuer. */
  readonly lastDay?: number;
  readonly issuerLastDay?: number;
}

/** Returns the server's end of a connection with this client certificate. */
function connectionOf({ subject = {}, authorized = true, usage = [clientAuth], ...days }: Shown): TLSSocket {
  const { lastDay = 10, issuerLastDay = 20 } = days;
  const valid_from = "Jan  1 00:00:00 2030 GMT";
  const issuer = { valid_from, valid_to: `Jan ${issuerLastDay} 00:00:00 2030 GMT`, issuerCertificate: {} };
  issuer.issuerCertificate = issuer;
  const valid_to = `Jan ${lastDay} 00:00:00 2030 GMT`;
  const certificate = {
    subject,
    ext_key_usage: usage,
    valid_from,
    valid_to,
    fingerprint256: "0A:BC:DE",
    issuerCertificate: issuer,
  };
  return { authorized, getPeerCertificate: () => certificate } as unknown as TLSSocket;
}

function userOf(shown: Shown): Promise<User | undefined> {
  return authenticateCertificate({ tls: connectionOf(shown), header: () => undefined });
}

/** Identifies the certificate, as in the reference. */
const extra = { "authentication.kubernetes.io/credential-id": ["X509SHA256=0abcde"] };

test("a certificate's common name is the user, and its organizations are the groups", async () => {
  expect(await userOf({ subject: { CN: "alice", O: ["team", "system:masters"] } })).toEqual({
    name: "alice",
    groups: ["team", "system:masters"],
    extra,
  });
  expect(await userOf({ subject: { CN: "alice", O: "team" } })).toEqual({ name: "alice", groups: ["team"], extra });
  expect(await userOf({ subject: { CN: "alice" } })).toEqual({ name: "alice", groups: [], extra });
});

test("a certificate with several common names identifies the user of the last one", async () => {
  expect((await userOf({ subject: { CN: ["first", "last"] } }))?.name).toBe("last");
});

test.each([{}, { CN: "" }, { O: "system:masters" }])(
  "a certificate with the subject %j identifies no user",
  async (subject) => {
    expect(await userOf({ subject })).toBeUndefined();
  },
);

test("a certificate that the client CA did not sign is rejected", async () => {
  await expect(userOf({ subject: { CN: "alice" }, authorized: false })).rejects.toMatchObject({ code: 401 });
});

test("a certificate without the client key usage is rejected", async () => {
  await expect(userOf({ subject: { CN: "alice" }, usage: [serverAuth] })).rejects.toMatchObject({ code: 401 });
  expect((await userOf({ subject: { CN: "alice" }, usage: [serverAuth, clientAuth] }))?.name).toBe("alice");
});

test("a request without TLS or without a certificate has no credentials of this type", async () => {
  const header = (): undefined => undefined;
  const tls = { authorized: false, getPeerCertificate: () => ({}) } as unknown as TLSSocket;
  expect(await authenticateCertificate({ tls, header })).toBeUndefined();
  expect(await authenticateCertificate({ tls: undefined, header })).toBeUndefined();
});

test.each([
  ["before it begins", Date.UTC(2029, 11, 31, 23, 59, 59), {}],
  ["after it ends", Date.UTC(2030, 0, 10, 0, 0, 1), {}],
  ["after its issuer has expired", Date.UTC(2030, 0, 5, 0, 0, 1), { issuerLastDay: 5 }],
])("a certificate is rejected %s", async (_when, nowMs, days) => {
  clock.setNowMs(nowMs);
  await expect(userOf({ subject: { CN: "alice" }, ...days })).rejects.toMatchObject({ code: 401 });
  clock.setNowMs(Date.UTC(2030, 0, 2));
  expect((await userOf({ subject: { CN: "alice" }, ...days }))?.name).toBe("alice");
});

test("a certificate that expires during the connection is rejected, though its chain is read only once", async () => {
  clock.setNowMs(Date.UTC(2030, 0, 2));
  const connection = connectionOf({ subject: { CN: "alice" } });
  let chainReads = 0;
  const getPeerCertificate = (isDetailed?: boolean): unknown => {
    if (isDetailed === true) chainReads += 1;
    return connection.getPeerCertificate(true);
  };
  const tls = { authorized: true, getPeerCertificate } as unknown as TLSSocket;
  const identify = (): Promise<User | undefined> => authenticateCertificate({ tls, header: () => undefined });
  expect((await identify())?.name).toBe("alice");
  expect((await identify())?.name).toBe("alice");
  clock.setNowMs(Date.UTC(2030, 0, 10, 0, 0, 1));
  await expect(identify()).rejects.toMatchObject({ code: 401 });
  expect(chainReads).toBe(1);
});
