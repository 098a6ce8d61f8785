import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { FakeIssuers } from "../../authn/jwt/testing/fake-issuers.ts";
import { TestKey } from "../../authn/jwt/testing/test-tokens.ts";
import { createLogger } from "../../base/logger.ts";
import { ManualClock } from "../../base/manual-clock.ts";
import { MetricRegistry } from "../../base/metrics.ts";
import { vocabularies } from "../../meta/vocabulary.ts";
import { TemporaryDirectory } from "../../storage/testing/temporary-directory.ts";
import { serverConfig } from "../config/server-config.ts";
import { JwtAuthentication } from "./jwt-authentication.ts";
import { readJwtFiles } from "./jwt-method.ts";

const key = new TestKey("a");
const directory = new TemporaryDirectory();
const path = join(directory.path, "authentication.yaml");
const names = { vocabulary: vocabularies.orch, ownIssuers: [] };

let issuers: FakeIssuers;
let clock: ManualClock;
let registry: MetricRegistry;
let authentication: JwtAuthentication;
let log: string[];

function configurationOf(...urls: readonly string[]): string {
  const jwt = urls.map((url) => ({
    issuer: { url, audiences: ["app"] },
    claimMappings: { username: { claim: "sub", prefix: "" } },
  }));
  return JSON.stringify({ apiVersion: "apiserver.config.orch.io/v1beta1", kind: "AuthenticationConfiguration", jwt });
}

beforeEach(async () => {
  issuers = new FakeIssuers();
  for (const name of ["one", "two"]) issuers.add(`https://${name}.example`, { keys: [key.jwk] });
  clock = new ManualClock(Date.UTC(2030, 0, 1));
  registry = new MetricRegistry();
  log = [];
  const logger = createLogger({ format: "json", clock, write: (line) => log.push(line) });
  writeFileSync(path, configurationOf("https://one.example"));
  const { authentication: config } = serverConfig("apiserver", [`--authentication-config=${path}`], { cwd: "/" });
  const files = await readJwtFiles(config, names);
  authentication = await JwtAuthentication.start(
    { ...config, ...files, tokenFileContent: undefined, webhookContent: undefined },
    { ...names, clock, logger, metrics: registry, serverName: () => "server", fetch: issuers.fetch },
  );
  await settle();
});

afterEach(async () => {
  await authentication[Symbol.asyncDispose]();
});

/** Waits for work that has begun, such as reading a file. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await nextTurn();
}

async function seconds(count: number): Promise<void> {
  for (let second = 0; second < count; second++) {
    await clock.advance(1_000);
    await settle();
  }
}

async function accepts(name: string): Promise<boolean> {
  const exp = Date.UTC(2031, 0, 1) / 1000;
  const token = key.sign({ iss: `https://${name}.example`, aud: "app", sub: "jane", exp });
  return (await authentication.authenticate(token)) !== undefined;
}

/** Returns the number of reloads with this status. */
function reloads(status: string): number {
  const name = "apiserver_authentication_config_controller_automatic_reloads_total";
  const line = registry
    .render()
    .split("\n")
    .find((one) => one.startsWith(`${name}{status="${status}"`));
  return Number(line?.split(" ").at(-1) ?? 0);
}

test("a file that does not change is not loaded again", async () => {
  await seconds(120);
  expect([reloads("success"), reloads("failure")]).toEqual([0, 0]);
});

test("new issuers of a changed file are accepted, and removed ones are not", async () => {
  expect([await accepts("one"), await accepts("two")]).toEqual([true, false]);
  writeFileSync(path, configurationOf("https://two.example"));
  await seconds(1);
  expect([await accepts("one"), await accepts("two")]).toEqual([false, true]);
  expect(reloads("success")).toBe(1);
  const name = "apiserver_authentication_config_controller_automatic_reload_last_timestamp_seconds";
  // sha256sum of server
  const hash = "sha256:b3eacd33433b31b5252351032c9b3e7a2e7aa7738d5decdf0dd6c62680853c06";
  expect(registry.render()).toContain(`${name}{status="success",apiserver_id_hash="${hash}"} 1893456001`);
});

test.each([
  ["is half-written", configurationOf("https://two.example").slice(0, 100)],
  ["is empty", ""],
  ["has an unknown field", `{"x":1,${configurationOf("https://two.example").slice(1)}`],
  ["has an invalid issuer", configurationOf("http://two.example")],
  ["changes anonymous access", configurationOf("https://two.example").replace(/}$/, ',"anonymous":{"enabled":true}}')],
])("a file that %s changes nothing, and the next correct one is loaded", async (_, content) => {
  writeFileSync(path, content);
  await seconds(70);
  expect([reloads("success"), reloads("failure")]).toEqual([0, 1]);
  expect([await accepts("one"), await accepts("two")]).toEqual([true, false]);
  expect(authentication.content).toBe(configurationOf("https://one.example"));
  writeFileSync(path, configurationOf("https://two.example"));
  await seconds(1);
  expect(await accepts("two")).toBe(true);
  expect(authentication.content).toBe(configurationOf("https://two.example"));
  expect(reloads("success")).toBe(1);
});

test.each([
  ["is empty", () => writeFileSync(path, ""), "empty config data"],
  ["was removed", () => rmSync(path), `file ${path} does not exist`],
])("a file that %s is logged with its path and the reason, and without a stack", async (_, change, reason) => {
  log.splice(0);
  change();
  await seconds(1);
  expect(log.map((line) => JSON.parse(line) as object)).toEqual([
    {
      ts: "2030-01-01T00:00:01.000Z",
      level: "error",
      msg: "the authentication configuration cannot be reloaded",
      path,
      reason,
    },
  ]);
});

test("a file that was removed changes nothing, and is looked for every minute", async () => {
  rmSync(path);
  await seconds(1);
  expect(reloads("failure")).toBe(1);
  expect(await accepts("one")).toBe(true);
  await seconds(60);
  expect(reloads("failure")).toBe(2);
});

test("a file with an issuer that is down is loaded once the issuer is there", async () => {
  writeFileSync(path, configurationOf("https://two.example", "https://down.example"));
  await seconds(62);
  expect([reloads("success"), reloads("failure")]).toEqual([0, 1]);
  expect(await accepts("one")).toBe(true);
  issuers.add("https://down.example", { keys: [key.jwk] });
  await seconds(62);
  expect(reloads("success")).toBe(1);
  expect([await accepts("one"), await accepts("two"), await accepts("down")]).toEqual([false, true, true]);
});
