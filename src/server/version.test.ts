import { expect, test } from "vitest";
import { ServedBuiltin } from "./discovery/testing/served-builtin.ts";
import { installVersion, versionInfo } from "./version.ts";

const linux = { runtimeVersion: "v20.20.2", os: "linux", architecture: "x64" };

test("[GEN-07] /version shows the release of the API and the server's version", async () => {
  await using served = new ServedBuiltin("orch", []);
  installVersion(served.paths, versionInfo({ packageVersion: "0.1.0" }, linux));
  for (const path of ["/version", "/version/"]) {
    const { status, headers, body } = await served.get(path, { accept: "text/html, application/json" });
    expect(status).toBe(200);
    expect(headers["content-type"]).toBe("application/json");
    expect(body.toString()).toBe(`{
  "major": "1",
  "minor": "32",
  "gitVersion": "v1.32.13+orch.0.1.0",
  "gitCommit": "",
  "gitTreeState": "archive",
  "buildDate": "1970-01-01T00:00:00Z",
  "goVersion": "nodev20.20.2",
  "compiler": "v8",
  "platform": "linux/amd64"
}`);
  }
});

test("/version rejects clients that do not accept JSON, with the message of the reference's router", async () => {
  await using served = new ServedBuiltin("orch", []);
  installVersion(served.paths, versionInfo({ packageVersion: "0.1.0" }, linux));
  const { status, json } = await served.get("/version", { accept: "text/html" });
  expect(status).toBe(406);
  expect(json()).toMatchObject({
    reason: "NotAcceptable",
    message: "406: Not Acceptable\n\nAvailable representations: application/json",
    details: {},
  });
});

test("/version/x gets 404", async () => {
  await using served = new ServedBuiltin("orch", []);
  installVersion(served.paths, versionInfo({ packageVersion: "0.1.0" }, linux));
  const { status, json } = await served.get("/version/x");
  expect(status).toBe(404);
  expect(json()).toMatchObject({ kind: "Status", message: "the server could not find the requested resource" });
});

test("versionInfo() returns the commit, tree state and date of the build", () => {
  const build = {
    packageVersion: "1.2.3-rc.1",
    gitCommit: "0123abc",
    gitTreeState: "clean",
    buildDate: "2026-01-02T03:04:05Z",
  } as const;
  expect(versionInfo(build, linux)).toMatchObject({
    gitVersion: "v1.32.13+orch.1.2.3-rc.1",
    gitCommit: "0123abc",
    gitTreeState: "clean",
    buildDate: "2026-01-02T03:04:05Z",
  });
});

test.each([
  ["win32", "x64", "windows/amd64"],
  ["darwin", "arm64", "darwin/arm64"],
  ["linux", "ia32", "linux/386"],
])("versionInfo() on %s with %s has the platform %s", (os, architecture, platform) => {
  expect(versionInfo({ packageVersion: "1.0.0" }, { ...linux, os, architecture }).platform).toBe(platform);
});

test("versionInfo() returns a semantic version for a prerelease of the package", () => {
  const { gitVersion } = versionInfo({ packageVersion: "10.20.30-beta.4" }, linux);
  expect(gitVersion).toMatch(/^v\d+\.\d+\.\d+\+[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*$/);
});
