import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { TokenIssuer } from "../support/token-issuer.ts";
import { ConfigurationFile, type JwtEntry, jwtEntry, TokenServer } from "../support/token-server.ts";
import { eventually, until } from "../support/until.ts";

let issuer: TokenIssuer;
let file: ConfigurationFile;

beforeAll(async () => {
  issuer = await TokenIssuer.start();
});
beforeEach(() => {
  file = new ConfigurationFile("");
});
afterEach(() => {
  file[Symbol.dispose]();
  issuer.requests.length = 0;
  issuer.responses.clear();
});
afterAll(() => issuer[Symbol.asyncDispose]());

/** Starts a server with the entries, and waits until it accepts a token. */
async function start(jwt: readonly JwtEntry[], token: string = issuer.sign()): Promise<TokenServer> {
  file.write({ jwt });
  const running = await TokenServer.start([file.flag]);
  await running.waitForAcceptance(token);
  return running;
}

/** Starts a server with a configuration, and returns the error that stops it. */
async function faultOf(content: object | string, ...flags: readonly string[]): Promise<string> {
  file.write(content);
  try {
    await using running = await TokenServer.start([file.flag, ...flags]);
    return `started at ${running.server.server.url}`;
  } catch (error) {
    return error instanceof Error
      ? error.message.replace(`--authentication-config: ${file.path}: `, "")
      : String(error);
  }
}

/** Returns the error for one entry. */
function entryFault(changes: Partial<JwtEntry>): Promise<string> {
  return faultOf({ jwt: [jwtEntry(issuer, changes)] });
}

const authenticated = "system:authenticated";
const mapping = { username: { claim: "sub", prefix: "" } };

test.each(["v1beta1", "v1alpha1"])("a file in the version %s is accepted [JWT-01] [JWT-02]", async (version) => {
  file.write({ apiVersion: `apiserver.config.orch.io/${version}`, jwt: [jwtEntry(issuer)] });
  await using running = await TokenServer.start([file.flag]);
  await running.waitForAcceptance(issuer.sign());
  expect(await running.userOf(issuer.sign())).toEqual({ username: "jane", groups: [authenticated] });
});

test.each(["apiserver.config.orch.io/v1", "apiserver.config.k8s.io/v1beta1", "v1"])(
  "a file in the version %s stops the server [JWT-01] [JWT-32]",
  async (apiVersion) => {
    expect(await faultOf({ apiVersion, jwt: [] })).toContain(
      `no kind "AuthenticationConfiguration" is registered for version "${apiVersion}"`,
    );
  },
);

test("a missing file, an empty file and a file with an unknown field stop the server [JWT-01]", async () => {
  await expect(TokenServer.start(["--authentication-config=/none.yaml"])).rejects.toThrow(
    "--authentication-config: file /none.yaml does not exist",
  );
  expect(await faultOf("")).toBe("empty config data");
  expect(await faultOf({ jwt: [], foo: 1 })).toBe('strict decoding error: unknown field "foo"');
});

test.each([
  "--oidc-issuer-url=https://one.example",
  "--oidc-client-id=app",
  "--oidc-ca-file=/ca.crt",
  "--oidc-username-claim=sub",
  "--oidc-username-prefix=-",
  "--oidc-groups-claim=groups",
  "--oidc-groups-prefix=a:",
  "--oidc-required-claim=a=b",
  "--oidc-signing-algs=RS256",
])("a file together with %s stops the server [JWT-03]", async (flag) => {
  const [name = ""] = flag.split("=");
  expect(await faultOf({ jwt: [] }, flag)).toContain(`--authentication-config and ${name} are mutually exclusive`);
});

test("tokens of two issuers are accepted, and 65 issuers stop the server [JWT-04]", async () => {
  const [first, second] = [`${issuer.url}/one`, `${issuer.url}/two`];
  const entries = [first, second].map((url) => jwtEntry(issuer, { issuer: { url } }));
  await using running = await start(entries, issuer.sign({ iss: first }));
  await running.waitForAcceptance(issuer.sign({ iss: second }));
  const many = Array.from({ length: 65 }, (_, index) =>
    jwtEntry(issuer, { issuer: { url: `${issuer.url}/${index}` } }),
  );
  expect(await faultOf({ jwt: many })).toBe("jwt: Too many: 65: must have at most 64 items");
});

test("an issuer cannot be repeated, and cannot be that of service account tokens [JWT-05]", async () => {
  expect(await faultOf({ jwt: [jwtEntry(issuer), jwtEntry(issuer)] })).toBe(
    `jwt[1].issuer.url: Duplicate value: "${issuer.url}"`,
  );
  const own = "https://orch.default.svc";
  expect(await entryFault({ issuer: { url: own } })).toBe(
    `issuer.url: Invalid value: "${own}": URL must not overlap with disallowed issuers: [${own}]`,
  );
  const other = "https://accounts.example";
  expect(
    await faultOf({ jwt: [jwtEntry(issuer, { issuer: { url: other } })] }, `--service-account-issuer=${other}`),
  ).toBe(`issuer.url: Invalid value: "${other}": URL must not overlap with disallowed issuers: [${other}]`);
});

test("the discovery document is requested from discoveryURL, and must name the issuer [JWT-06] [JWT-08]", async () => {
  const document = JSON.stringify({ issuer: "https://login.example", jwks_uri: `${issuer.url}/jwks` });
  issuer.responses.set("/inside", (_, response) => response.end(document));
  const entry = jwtEntry(issuer, { issuer: { url: "https://login.example", discoveryURL: `${issuer.url}/inside` } });
  await using running = await start([entry], issuer.sign({ iss: "https://login.example" }));
  expect(issuer.requests).toEqual(["/inside", "/jwks"]);
  expect(await running.userOf(issuer.sign())).toBe(401);
});

test("tokens are rejected if the discovery document names another issuer [JWT-08]", async () => {
  issuer.responses.set("/.well-known/openid-configuration", (_, response) =>
    response.end(JSON.stringify({ issuer: `${issuer.url}/other`, jwks_uri: `${issuer.url}/jwks` })),
  );
  file.write({ jwt: [jwtEntry(issuer)] });
  await using running = await TokenServer.start([file.flag]);
  await until(() => issuer.requests.length > 0, "the server looks for the issuer");
  expect(await running.userOf(issuer.sign())).toBe(401);
});

test("discoveryURL must differ from the issuer's URL and from others [JWT-07]", async () => {
  const discoveryURL = `${issuer.url}/`;
  expect(await entryFault({ issuer: { discoveryURL } })).toBe(
    `jwt[0].issuer.discoveryURL: Invalid value: "${discoveryURL}": discoveryURL must be different from URL`,
  );
  const shared = "https://inside.example/discovery";
  const entries = ["/one", "/two"].map((name) =>
    jwtEntry(issuer, { issuer: { url: issuer.url + name, discoveryURL: shared } }),
  );
  expect(await faultOf({ jwt: entries })).toBe(`jwt[1].issuer.discoveryURL: Duplicate value: "${shared}"`);
});

test("a private CA is trusted only with certificateAuthority, which must be PEM [JWT-09]", async () => {
  file.write({ jwt: [jwtEntry(issuer, { issuer: { certificateAuthority: undefined } })] });
  await using running = await TokenServer.start([file.flag]);
  expect(await running.userOf(issuer.sign())).toBe(401);
  expect(issuer.requests).toEqual([]);
  await using trusting = await start([jwtEntry(issuer)]);
  expect(await trusting.userOf(issuer.sign())).toMatchObject({ username: "jane" });
  expect(await entryFault({ issuer: { certificateAuthority: "x" } })).toBe(
    'jwt[0].issuer.certificateAuthority: Invalid value: "<omitted>": data does not contain any valid RSA or ECDSA certificates',
  );
});

test("a token must be for one of the audiences [JWT-10]", async () => {
  const entry = jwtEntry(issuer, { issuer: { audiences: ["app", "web"], audienceMatchPolicy: "MatchAny" } });
  await using running = await start([entry]);
  expect(await running.userOf(issuer.sign({ aud: ["web", "other"] }))).toMatchObject({ username: "jane" });
  expect(await running.userOf(issuer.sign({ aud: "other" }))).toBe(401);
  expect(await running.userOf(issuer.sign({ aud: undefined }))).toBe(401);
});

test("several audiences need the policy MatchAny [JWT-11]", async () => {
  const audiences = ["app", "web"];
  const rule = "audienceMatchPolicy must be MatchAny for multiple audiences";
  expect(await entryFault({ issuer: { audiences } })).toBe(
    `jwt[0].issuer.audienceMatchPolicy: Invalid value: "": ${rule}`,
  );
  expect(await entryFault({ issuer: { audiences, audienceMatchPolicy: "MatchAll" } })).toBe(
    `jwt[0].issuer.audienceMatchPolicy: Invalid value: "MatchAll": ${rule}`,
  );
});

test("a required claim must have its value [JWT-12]", async () => {
  const entry = jwtEntry(issuer, { claimValidationRules: [{ claim: "hd", requiredValue: "example.com" }] });
  await using running = await start([entry], issuer.sign({ hd: "example.com" }));
  expect(await running.userOf(issuer.sign({ hd: "other.com" }))).toBe(401);
  expect(await running.userOf(issuer.sign())).toBe(401);
});

test("the expression of a rule about claims must be true, and its message is the reason [JWT-13] [JWT-14]", async () => {
  const rule = { expression: "claims.exp - claims.iat <= 86400", message: "tokens may live for a day" };
  const entry = jwtEntry(issuer, { claimValidationRules: [rule] });
  const iat = 4_102_444_800 - 3600;
  await using running = await start([entry], issuer.sign({ iat }));
  const token = issuer.sign({ iat: iat - 86_400 });
  expect(await running.userOf(token)).toBe(401);
  expect(await running.errorOf(token)).toBe(
    "[invalid bearer token, oidc: error evaluating claim validation expression: validation expression " +
      "'claims.exp - claims.iat <= 86400' failed: tokens may live for a day]",
  );
  expect(await running.userOf(issuer.sign())).toBe(401);
});

test("a rule about claims has either a claim or an expression [JWT-14]", async () => {
  const path = "jwt[0].claimValidationRules[0]";
  expect(await entryFault({ claimValidationRules: [{ claim: "a", expression: "true" }] })).toBe(
    `${path}: Invalid value: "a": claim and expression can't both be set`,
  );
  expect(await entryFault({ claimValidationRules: [{ claim: "a", message: "m" }] })).toBe(
    `${path}.message: Invalid value: "m": message can't be set when claim is set`,
  );
});

test("the mapping of the user name is required [JWT-15]", async () => {
  expect(await entryFault({ claimMappings: {} })).toBe(
    "jwt[0].claimMappings.username: Required value: claim or expression is required",
  );
});

test("the claim of the user name needs a prefix, which may be empty [JWT-16]", async () => {
  expect(await entryFault({ claimMappings: { username: { claim: "sub" } } })).toBe(
    "jwt[0].claimMappings.username.prefix: Required value: prefix is required when claim is set. It can be set to an " +
      "empty string to disable prefixing",
  );
  await using running = await start([
    jwtEntry(issuer, { claimMappings: { username: { claim: "sub", prefix: "x:" } } }),
  ]);
  expect(await running.userOf(issuer.sign())).toMatchObject({ username: "x:jane" });
});

test("an expression can compute the user name, which cannot be empty [JWT-17]", async () => {
  const expression = "claims.sub + ':' + string(claims.nickname)";
  const entry = jwtEntry(issuer, { claimMappings: { username: { expression: "claims.sub" } } });
  await using running = await start([entry]);
  expect(await running.userOf(issuer.sign())).toMatchObject({ username: "jane" });
  expect(await running.userOf(issuer.sign({ sub: "" }))).toBe(401);
  expect(await entryFault({ claimMappings: { username: { expression, claim: "sub", prefix: "" } } })).toBe(
    `jwt[0].claimMappings.username: Invalid value: "": claim and expression can't both be set`,
  );
  expect(await entryFault({ claimMappings: { username: { expression, prefix: "" } } })).toBe(
    `jwt[0].claimMappings.username.prefix: Invalid value: "": prefix can't be set when expression is set`,
  );
});

test("an expression with claims.email needs claims.email_verified [JWT-18]", async () => {
  const username = { expression: "claims.email" };
  expect(await entryFault({ claimMappings: { username } })).toContain(
    'jwt[0].claimMappings.username.expression: Invalid value: "claims.email": claims.email_verified must be used',
  );
  const entry = jwtEntry(issuer, {
    claimMappings: { username },
    claimValidationRules: [{ expression: "claims.?email_verified.orValue(true) == true" }],
  });
  const email = "jane@example.com";
  await using running = await start([entry], issuer.sign({ email }));
  expect(await running.userOf(issuer.sign({ email, email_verified: false }))).toBe(401);
});

test("groups come from a claim after a prefix, or from an expression [JWT-19] [JWT-20]", async () => {
  const entries = [
    { groups: { claim: "roles", prefix: "p:" } },
    { groups: { expression: "claims.?roles.orValue('none')" } },
  ].map((groups, index) =>
    jwtEntry(issuer, { issuer: { url: `${issuer.url}/${index}` }, claimMappings: { ...mapping, ...groups } }),
  );
  const sign = (index: number, claims: object = {}): string =>
    issuer.sign({ iss: `${issuer.url}/${index}`, ...claims });
  await using running = await start(entries, sign(0));
  await running.waitForAcceptance(sign(1));
  const roles = ["dev", "ops"];
  expect(await running.userOf(sign(0, { roles }))).toMatchObject({ groups: ["p:dev", "p:ops", authenticated] });
  expect(await running.userOf(sign(1, { roles }))).toMatchObject({ groups: ["dev", "ops", authenticated] });
  expect(await running.userOf(sign(1))).toMatchObject({ groups: ["none", authenticated] });
  expect(await running.userOf(sign(1, { roles: 5 }))).toBe(401);
});

test("the uid comes from a claim or from an expression, but not from both [JWT-21]", async () => {
  const entries = [{ claim: "id" }, { expression: "'x' + string(claims.id)" }].map((uid, index) =>
    jwtEntry(issuer, { issuer: { url: `${issuer.url}/${index}` }, claimMappings: { ...mapping, uid } }),
  );
  const sign = (index: number): string => issuer.sign({ iss: `${issuer.url}/${index}`, id: "7" });
  await using running = await start(entries, sign(0));
  await running.waitForAcceptance(sign(1));
  expect(await running.userOf(sign(0))).toMatchObject({ uid: "7" });
  expect(await running.userOf(sign(1))).toMatchObject({ uid: "x7" });
  expect(await entryFault({ claimMappings: { ...mapping, uid: { claim: "id", expression: "claims.id" } } })).toBe(
    `jwt[0].claimMappings.uid: Invalid value: "": claim and expression can't both be set`,
  );
});

const keyPath = "jwt[0].claimMappings.extra[0].key";

test.each([
  ["foo", `"foo": must be a domain-prefixed path (such as "acme.io/foo")`, "JWT-22"],
  ["example.org/f oo", `"f oo": Invalid path`, "JWT-22"],
  ["exa_mple.org/foo", `"exa_mple.org": a lowercase RFC 1123 subdomain must consist of`, "JWT-22"],
  ["example.org/Foo", `"example.org/Foo": key must be lowercase`, "JWT-23"],
  ["orch.io/foo", `"orch.io/foo": orch.io, k8s.io`, "JWT-24"],
  ["a.orch.io/foo", `"a.orch.io/foo": orch.io, k8s.io`, "JWT-24"],
  ["k8s.io/foo", `"k8s.io/foo": orch.io, k8s.io`, "JWT-24"],
])("the key %s of a property stops the server: %s [JWT-22] [JWT-23] [JWT-24]", async (key, fault) => {
  const extra = [{ key, valueExpression: "'x'" }];
  expect(await entryFault({ claimMappings: { ...mapping, extra } })).toContain(`${keyPath}: Invalid value: ${fault}`);
});

test("the key of a property cannot be repeated [JWT-23]", async () => {
  const extra = [1, 2].map(() => ({ key: "example.org/team", valueExpression: "'x'" }));
  expect(await entryFault({ claimMappings: { ...mapping, extra } })).toBe(
    'jwt[0].claimMappings.extra[1].key: Duplicate value: "example.org/team"',
  );
});

test("properties are texts or lists of texts, and empty ones are left out [JWT-25]", async () => {
  const extra = [
    { key: "example.org/team", valueExpression: "claims.team" },
    { key: "example.org/tags", valueExpression: "claims.tags" },
  ];
  await using running = await start(
    [jwtEntry(issuer, { claimMappings: { ...mapping, extra } })],
    issuer.sign({ team: "a", tags: [] }),
  );
  expect(await running.userOf(issuer.sign({ team: "a", tags: ["x", "", "y"], jti: "id" }))).toEqual({
    username: "jane",
    groups: [authenticated],
    extra: {
      "authentication.orch.io/credential-id": ["JTI=id"],
      "example.org/team": ["a"],
      "example.org/tags": ["x", "y"],
    },
  });
  expect(await running.userOf(issuer.sign({ team: 1, tags: [] }))).toBe(401);
});

test("a rule about users rejects reserved names, and claims that break rules are rejected [JWT-26] [JWT-27]", async () => {
  const entry = jwtEntry(issuer, {
    claimValidationRules: [{ expression: "claims.sub != 'mallory'" }],
    userValidationRules: [
      { expression: "!user.username.startsWith('system:')", message: "reserved" },
      { expression: "user.groups.all(group, group != 'admins')" },
    ],
    claimMappings: { ...mapping, groups: { claim: "groups", prefix: "" } },
  });
  await using running = await start([entry]);
  expect(await running.userOf(issuer.sign({ sub: "mallory" }))).toBe(401);
  expect(await running.userOf(issuer.sign({ groups: ["admins"] }))).toBe(401);
  const token = issuer.sign({ sub: "system:admin" });
  expect(await running.userOf(token)).toBe(401);
  expect(await running.errorOf(token)).toBe(
    "[invalid bearer token, oidc: error evaluating user info validation rule: validation expression " +
      "'!user.username.startsWith('system:')' failed: reserved]",
  );
});

test("anonymous access by the file excludes the flag [JWT-28]", async () => {
  expect(await faultOf({ anonymous: { enabled: true } }, "--anonymous-auth=true")).toBe(
    "anonymous: Forbidden: --anonynous-auth flag cannot be set when anonymous field is configured in authentication " +
      "configuration file",
  );
  expect(await faultOf({ anonymous: { enabled: false, conditions: [{ path: "/livez" }] } })).toBe(
    'anonymous.conditions: Invalid value: []apiserver.AnonymousAuthCondition{apiserver.AnonymousAuthCondition{Path:"/livez"}}: ' +
      "enabled should be set to true when conditions are defined",
  );
});

test("anonymous access is limited to the paths in the file [JWT-28] [ANON-05]", async () => {
  file.write({ anonymous: { enabled: true, conditions: [{ path: "/livez" }] } });
  await using running = await TokenServer.start([file.flag], { authorization: "RBAC" });
  const { anonymous } = running.server;
  expect((await anonymous.request("/livez")).status).toBe(200);
  expect((await anonymous.request("/livez/ping")).status).toBe(401);
  expect((await anonymous.request("/readyz")).status).toBe(401);
  expect((await anonymous.request("/version")).status).toBe(401);
});

test("the file can switch off anonymous access [JWT-28]", async () => {
  file.write({ anonymous: { enabled: false } });
  await using running = await TokenServer.start([file.flag]);
  expect((await running.server.anonymous.request("/livez")).status).toBe(401);
});

test.each(["iss", "aud", "exp", "sub"])("a token without the claim %s is rejected [JWT-29]", async (name) => {
  await using running = await start([jwtEntry(issuer)]);
  expect(await running.userOf(issuer.sign({ [name]: undefined }))).toBe(401);
});

test("a changed file takes effect without a restart, and the metric shows its time [JWT-30]", async () => {
  const second = jwtEntry(issuer, { issuer: { url: `${issuer.url}/two` } });
  const token = issuer.sign({ iss: `${issuer.url}/two` });
  await using running = await start([jwtEntry(issuer)]);
  const { clock, client } = running.server;
  expect(await running.userOf(token)).toBe(401);
  const name = "apiserver_authentication_config_controller_automatic_reload_last_timestamp_seconds";
  const reloadOf = async (status: string): Promise<string | undefined> => {
    const { text } = await client.request("/metrics");
    return text.split("\n").find((line) => line.startsWith(`${name}{status="${status}"`));
  };
  expect(await reloadOf("success")).toBeUndefined();
  file.write("jwt: [");
  await clock.advance(1_000);
  await eventually(async () => (await reloadOf("failure")) !== undefined, "the failed reload is counted");
  expect(await running.userOf(issuer.sign({ jti: "after the failure" }))).toMatchObject({ username: "jane" });
  file.write({ jwt: [jwtEntry(issuer), second] });
  await clock.advance(1_000);
  await running.waitForAcceptance(token);
  await eventually(async () => (await reloadOf("success")) !== undefined, "the reload is counted");
  const seconds = Number((await reloadOf("success"))?.split(" ").at(-1));
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(clock.nowMs() / 1000);
});

test("expressions do not see distributed claims, and mapped groups do [JWT-31]", async () => {
  const claimMappings = { username: { claim: "sub", prefix: "" }, groups: { claim: "groups", prefix: "" } };
  const byExpression = jwtEntry(issuer, {
    issuer: { url: `${issuer.url}/cel` },
    claimMappings: { ...mapping, groups: { expression: "claims.?groups.orValue([])" } },
  });
  const sources = {
    _claim_names: { groups: "source" },
    _claim_sources: { source: { endpoint: `${issuer.url}/groups`, access_token: "opaque" } },
  };
  const authorizations: (string | undefined)[] = [];
  issuer.responses.set("/groups", (request, response) => {
    authorizations.push(request.headers.authorization);
    response.end(issuer.sign({ groups: ["far"] }));
  });
  await using running = await start([jwtEntry(issuer, { claimMappings }), byExpression]);
  await running.waitForAcceptance(issuer.sign({ iss: `${issuer.url}/cel` }));
  await running.waitForAcceptance(issuer.sign(sources));
  expect(await running.userOf(issuer.sign(sources))).toMatchObject({ groups: ["far", authenticated] });
  expect(new Set(authorizations)).toEqual(new Set(["Bearer opaque"]));
  expect(await running.userOf(issuer.sign({ ...sources, iss: `${issuer.url}/cel` }))).toMatchObject({
    groups: [authenticated],
  });
});
