/** Feature gates, their stages, and the release that a server emulates. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { serverConfig } from "../../src/app/config/server-config.ts";
import { UsageError } from "../../src/app/flags/usage-error.ts";
import { createMap, mapsPath } from "../support/config-maps.ts";
import { groupVersionsOf } from "../support/served-resources.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { ConfigurationFile } from "../support/token-server.ts";
import type { WireClient } from "../support/wire-client.ts";
import { createObject, deleteObject } from "../support/writes.ts";

const pods = "/api/v1/namespaces/default/pods";

/** Returns the problems that stop a server with these flags. */
async function problemsOf(...flags: string[]): Promise<readonly string[]> {
  try {
    await using running = await startTestServer({ flags });
    return [`started at ${running.server.url}`];
  } catch (error) {
    if (error instanceof UsageError) return error.problems;
    throw error;
  }
}

/** Returns the state and stage of a gate, as the metrics show it. */
async function shownGate(client: WireClient, name: string): Promise<string | undefined> {
  const { text } = await client.request("/metrics");
  return new RegExp(`^kubernetes_feature_enabled\\{name="${name}",(.*)$`, "m").exec(text)?.[1];
}

/** Returns a field of a created Pod that an alpha feature guards. */
async function createdPolicy(client: WireClient): Promise<unknown> {
  const spec = { containers: [{ name: "a", image: "a:1" }], securityContext: { supplementalGroupsPolicy: "Strict" } };
  const { status, json } = await client.request(`${pods}?dryRun=All`, { body: { metadata: { name: "a" }, spec } });
  expect(status).toBe(201);
  return json.spec.securityContext.supplementalGroupsPolicy;
}

async function encodingOf(client: WireClient): Promise<unknown> {
  const list = await client.request("/api/v1/configmaps", { headers: { "accept-encoding": "gzip" } });
  return list.headers["content-encoding"];
}

let usual: TestServer;
let changed: TestServer;

beforeAll(async () => {
  usual = await startTestServer({ vocabulary: "kubernetes" });
  changed = await startTestServer({
    vocabulary: "kubernetes",
    flags: [
      "--feature-gates=kube:SupplementalGroupsPolicy=true,kube:APIResponseCompression=false,kube:APIListChunking=true",
    ],
  });
  for (const { client } of [usual, changed]) {
    await createObject(client, mapsPath, { metadata: { name: "large" }, data: { a: "x".repeat(200_000) } });
  }
});

afterAll(async () => {
  await usual[Symbol.asyncDispose]();
  await changed[Symbol.asyncDispose]();
});

describe("stages of feature gates", () => {
  test("[GATE-01] an alpha feature is off until its gate is enabled", async () => {
    expect(await createdPolicy(usual.client)).toBeUndefined();
    expect(await createdPolicy(changed.client)).toBe("Strict");
    expect(await shownGate(usual.client, "SupplementalGroupsPolicy")).toBe('stage="ALPHA"} 0');
    expect(await shownGate(changed.client, "SupplementalGroupsPolicy")).toBe('stage="ALPHA"} 1');
  });

  test("[GATE-02] a beta feature is on until its gate is disabled", async () => {
    expect(await encodingOf(usual.client)).toBe("gzip");
    expect(await encodingOf(changed.client)).toBeUndefined();
    expect(await shownGate(changed.client, "APIResponseCompression")).toBe('stage="BETA"} 0');
  });

  test("[GATE-03] [GATE-06] a GA gate and a deprecated gate are accepted with a warning, and GA features stay on", async () => {
    await createMap(changed.client, "a");
    const { json } = await changed.client.request(`${mapsPath}?limit=1`);
    expect(json.metadata.continue).toMatch(/./);
    const flags = ["--feature-gates=APIListChunking=true,KMSv1=true"];
    expect(serverConfig("apiserver", flags, { cwd: "/" }).warnings).toEqual(
      expect.arrayContaining([
        "Setting GA feature gate APIListChunking=true. It will be removed in a future release.",
        "Setting deprecated feature gate KMSv1=true. It will be removed in a future release.",
      ]),
    );
  });

  test("[GATE-04] [GATE-14] a gate that no longer exists stops the server", async () => {
    expect(await problemsOf("--feature-gates=APISelfSubjectReview=true")).toEqual([
      "--feature-gates: unrecognized feature gate: APISelfSubjectReview",
    ]);
    const review = "/apis/authentication.k8s.io/v1/selfsubjectreviews";
    expect((await usual.client.request(review, { body: {} })).status).toBe(201);
  });

  test("[GATE-05] disabling a gate that no longer has an effect stops the server", async () => {
    expect(await problemsOf("--feature-gates=APIListChunking=false")).toEqual([
      "--feature-gates: cannot set feature gate APIListChunking to false, feature is locked to true",
    ]);
  });

  test.each([
    ["[GATE-07]", "APIResponseCompression", 'stage="BETA"} 1'],
    ["[GATE-07]", "CBORServingAndStorage", 'stage="ALPHA"} 0'],
    ["[GATE-09]", "AuthorizeWithSelectors", 'stage="BETA"} 1'],
    ["[GATE-11]", "StructuredAuthenticationConfiguration", 'stage="BETA"} 1'],
    ["[GATE-17]", "AnonymousAuthConfigurableEndpoints", 'stage="BETA"} 1'],
    ["the group", "AllAlpha", 'stage="ALPHA"} 0'],
  ])("%s %s has the stage and default of the reference", async (_, name, shown) => {
    expect(await shownGate(usual.client, name)).toBe(shown);
  });

  test("[GATE-07] responses in CBOR need the gate", async () => {
    const accept = { headers: { accept: "application/cbor" } };
    expect((await usual.client.request(mapsPath, accept)).status).toBe(406);
  });

  test("[GATE-08] the option of unsafe deletions has no effect while its gate is off", async () => {
    await createMap(usual.client, "safe");
    const options = { ignoreStoreReadErrorWithClusterBreakingPotential: true };
    expect((await deleteObject(usual.client, `${mapsPath}/safe`, options)).status).toBe(200);
    expect(await shownGate(usual.client, "AllowUnsafeMalformedObjectDeletion")).toBe('stage="ALPHA"} 0');
  });

  test("[GATE-15] a watch sends initial events by default", async () => {
    const target = `${mapsPath}?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true`;
    await using events = await usual.client.watch(`${target}&fieldSelector=metadata.name=large`);
    expect([(await events.next())?.type, (await events.next())?.type]).toEqual(["ADDED", "BOOKMARK"]);
  });
});

describe("gates of the authentication file", () => {
  const anonymous = "\nanonymous: { enabled: true, conditions: [{ path: /livez }] }\n";
  const content = `apiVersion: apiserver.config.k8s.io/v1beta1\nkind: AuthenticationConfiguration${anonymous}`;

  /** Starts a server with the file, and returns the error that prevents it. */
  async function faultOf(...flags: string[]): Promise<unknown> {
    using file = new ConfigurationFile(content);
    try {
      await using running = await startTestServer({ vocabulary: "kubernetes", flags: [file.flag, ...flags] });
      return (await running.anonymous.request("/livez")).status;
    } catch (error) {
      return error instanceof Error
        ? error.message.replace(/^.*authentication\S*: /, "").replace(/^\S+\.yaml: /, "")
        : error;
    }
  }

  test("[GATE-11] --authentication-config works by default, and is rejected while its gate is off", async () => {
    expect(await faultOf()).toBe(200);
    expect(await faultOf("--feature-gates=StructuredAuthenticationConfiguration=false")).toBe(
      "set --feature-gates=StructuredAuthenticationConfiguration=true to use authentication-config file",
    );
  });

  test("[GATE-17] `anonymous` in the file is rejected while its gate is off", async () => {
    expect(await faultOf("--feature-gates=AnonymousAuthConfigurableEndpoints=false")).toContain(
      "anonymous: Forbidden: anonymous is not supported when AnonymousAuthConfigurableEnpoints feature gate is disabled",
    );
  });
});

describe("--emulated-version", () => {
  test("a server that emulates 1.31 has its gates and versions", async () => {
    await using old = await startTestServer({
      vocabulary: "kubernetes",
      flags: ["--emulated-version=1.31", "--runtime-config=api/all=true"],
    });
    const { client } = old;
    expect(await shownGate(client, "WatchList")).toBe('stage="ALPHA"} 0');
    expect(await shownGate(client, "DRAAdminAccess")).toBeUndefined();
    const versions = await groupVersionsOf(client);
    expect(versions).toContain("resource.k8s.io/v1alpha3");
    expect(versions).not.toContain("resource.k8s.io/v1beta1");
    expect((await client.request("/version")).json.minor).toBe("32");
    const { json } = await client.request("/openapi/v3/apis/apps/v1");
    expect(json.info.version).toBe("1.31");
  });
});

test("the gate OpenAPIEnums decides whether documents list the values of enums", async () => {
  await using plain = await startTestServer({ flags: ["--feature-gates=OpenAPIEnums=false"] });
  const hasEnums = async ({ client }: TestServer): Promise<boolean> =>
    (await client.request("/openapi/v3/apis/batch/v1")).text.includes('"enum":');
  expect([await hasEnums(usual), await hasEnums(plain)]).toEqual([true, false]);
});
