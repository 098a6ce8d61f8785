/** Client certificates that openssl has made, over real connections. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TemporaryDirectory } from "../../src/storage/testing/temporary-directory.ts";
import { OpensslAuthority, type OpensslCertificate } from "../support/openssl-authority.ts";
import { type ReviewedUser, recognizedUser } from "../support/own-review.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { WireClient } from "../support/wire-client.ts";

const folder = new TemporaryDirectory();
const masters = "system:masters";
const credential = {
  "authentication.orch.io/credential-id": [expect.stringMatching(/^X509SHA256=[0-9a-f]{64}$/)],
};
let first: OpensslAuthority;
let second: OpensslAuthority;
let stranger: OpensslAuthority;
let running: TestServer;

beforeAll(async () => {
  first = OpensslAuthority.create(join(folder.path, "first"), "first");
  second = OpensslAuthority.create(join(folder.path, "second"), "second");
  stranger = OpensslAuthority.create(join(folder.path, "stranger"), "first");
  const file = join(folder.path, "bundle.crt");
  writeFileSync(file, `a comment\n${first.certificate}\n${second.certificate}`);
  running = await startTestServer({ flags: [`--client-ca-file=${file}`] });
});

afterAll(async () => {
  await running[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

async function userOf(
  { cert, key }: { readonly cert: string; readonly key: string },
  protocol: "h1" | "h2" = "h1",
): Promise<ReviewedUser> {
  const { url, caCertificate: ca } = running.server;
  await using client = new WireClient({ url, ca, protocol, cert, key });
  return await recognizedUser(client);
}

test("[CERT-01] certificates of two authorities in one file identify users", async () => {
  for (const [authority, name] of [
    [first, "ann"],
    [second, "bert"],
  ] as const) {
    for (const protocol of ["h1", "h2"] as const) {
      const user = await userOf(authority.issue({ subject: `/O=${masters}/CN=${name}` }), protocol);
      expect(user).toEqual({ username: name, groups: [masters, "system:authenticated"], extra: credential });
    }
  }
});

test("[CERT-02] the common name is the user, and each organization is a group", async () => {
  const user = await userOf(first.issue({ subject: `/O=a/O=b/O=${masters}/CN=jane` }));
  expect(user).toEqual({
    username: "jane",
    groups: ["a", "b", masters, "system:authenticated"],
    extra: credential,
  });
});

test("[AUTHN-10] names and groups of certificates may contain any characters", async () => {
  const user = await userOf(first.issue({ subject: `/O=größe/O=${masters}/CN=jürgen "x" <a>` }));
  expect(user).toMatchObject({ username: 'jürgen "x" <a>', groups: ["größe", masters, "system:authenticated"] });
});

test("a certificate may have 1,000 organizations", async () => {
  const organizations = Array.from({ length: 1000 }, (_, index) => `/O=org${index}`).join("");
  const user = await userOf(first.issue({ subject: `${organizations}/O=${masters}/CN=many` }));
  expect(user).toMatchObject({ username: "many" });
  expect((user as { groups: readonly string[] }).groups).toHaveLength(1002);
});

test("[CERT-03] a certificate of an authority with the same name but another key is rejected", async () => {
  expect(await userOf(stranger.issue({ subject: `/O=${masters}/CN=ann` }))).toBe(401);
});

const badCertificates: readonly (readonly [string, OpensslCertificate])[] = [
  ["has expired", { subject: `/O=${masters}/CN=past`, days: ["20200101", "20210101"] }],
  ["is not yet valid", { subject: `/O=${masters}/CN=future`, days: ["20980101", "20990101"] }],
  ["is for servers", { subject: `/O=${masters}/CN=server`, extensions: ["extendedKeyUsage=serverAuth"] }],
  [
    "has an unknown critical extension",
    { subject: `/O=${masters}/CN=critical`, extensions: ["1.2.3.4=critical,ASN1:NULL"] },
  ],
];

test.each(badCertificates)("[CERT-03] a certificate is rejected if it %s", async (_why, certificate) => {
  expect(await userOf(first.issue(certificate))).toBe(401);
});

test("a certificate without a common name identifies no user", async () => {
  const answer = await userOf(first.issue({ subject: `/O=${masters}` }));
  // The request is anonymous, and anonymous users may not send reviews.
  expect(answer).toBe(403);
});

describe("chains with intermediate authorities", () => {
  let above: OpensslAuthority;
  let below: OpensslAuthority;

  beforeAll(() => {
    above = first.issueAuthority(join(folder.path, "above"), "above");
    below = above.issueAuthority(join(folder.path, "below"), "below");
  });

  const chainOf = (...certificates: readonly string[]): string => certificates.join("");

  test("[CERT-03] a chain is verified with the intermediate certificates that the client sends, in any order", async () => {
    const { cert, key } = below.issue({ subject: `/O=${masters}/CN=deep` });
    const orders = [
      [below, above],
      [above, below],
      [stranger, above, below],
    ];
    for (const order of orders) {
      const chain = chainOf(cert, ...order.map(({ certificate }) => certificate));
      expect(await userOf({ cert: chain, key })).toMatchObject({ username: "deep" });
    }
    expect(await userOf({ cert, key })).toBe(401);
    expect(await userOf({ cert: chainOf(cert, below.certificate), key })).toBe(401);
  });

  test("[CERT-03] a certificate that a client's own certificate has signed is rejected", async () => {
    const extensions = ["basicConstraints=CA:FALSE"];
    const holder = first.issue({ subject: `/O=${masters}/CN=holder`, extensions });
    const impostor = OpensslAuthority.from(join(folder.path, "impostor"), holder);
    const { cert, key } = impostor.issue({ subject: `/O=${masters}/CN=fake` });
    expect(await userOf({ cert: chainOf(cert, holder.cert), key })).toBe(401);
  });

  test("[CERT-03] an authority may not issue authorities beyond its limit", async () => {
    const pathLimit = ["basicConstraints=critical,CA:TRUE,pathlen:0", "keyUsage=critical,keyCertSign"];
    const { cert: limitedCert, key: limitedKey } = first.issue({ subject: "/CN=limited", extensions: pathLimit });
    const limited = OpensslAuthority.from(join(folder.path, "pathlen"), { cert: limitedCert, key: limitedKey });
    const beyond = limited.issueAuthority(join(folder.path, "beyond"), "beyond");
    const direct = limited.issue({ subject: `/O=${masters}/CN=direct` });
    expect(await userOf({ cert: chainOf(direct.cert, limitedCert), key: direct.key })).toMatchObject({
      username: "direct",
    });
    const { cert, key } = beyond.issue({ subject: `/O=${masters}/CN=beyond` });
    expect(await userOf({ cert: chainOf(cert, beyond.certificate, limitedCert), key })).toBe(401);
  });
});
