import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { ProcessRequest } from "../../client/config/index.ts";
import { TemporaryDirectory } from "../../storage/testing/temporary-directory.ts";
import { machineSource } from "./machine-source.ts";
import { NodeProcessRunner } from "./process-runner.ts";

const runner = new NodeProcessRunner({ noTerminal: "this is a test", stderr: { write: () => true } });

function request(script: string, more: Partial<ProcessRequest> = {}): ProcessRequest {
  const { signal } = new AbortController();
  const args = ["-e", script];
  return { command: process.execPath, args, env: {}, interactive: false, stdoutBytesMax: 10, signal, ...more };
}

test("run() returns the output, the end of standard error and the exit code of a program", async () => {
  const script = `process.stdout.write("out"); process.stderr.write("x".repeat(10000) + "err"); process.exitCode = 4;`;
  const outcome = await runner.run(request(script));
  expect(outcome).toMatchObject({ kind: "ended", code: 4, stdout: Buffer.from("out") });
  expect(outcome.kind === "ended" && outcome.stderr).toMatch(/^x{4093}err$/);
});

test("run() accepts output up to the limit, and not one byte more", async () => {
  expect(await runner.run(request(`process.stdout.write("0123456789")`))).toMatchObject({ kind: "ended", code: 0 });
  expect(await runner.run(request(`process.stdout.write("0123456789-")`))).toEqual({ kind: "too much output" });
});

test("run() reports a program that the system does not start", async () => {
  expect(await runner.run(request("", { command: "/missing" }))).toEqual({ kind: "missing" });
  expect(await runner.run(request("", { command: "/" }))).toEqual({ kind: "not started", reason: "it may not be run" });
  const env = { HUGE: "x".repeat(4_000_000) };
  expect(await runner.run(request("", { env }))).toMatchObject({
    kind: "not started",
    reason: expect.stringContaining("E2BIG"),
  });
  expect(await runner.run(request("", { env: { NUL: "a\0b" } }))).toMatchObject({ kind: "not started" });
});

test("run() starts nothing if the signal is already aborted", async () => {
  await expect(runner.run(request("", { signal: AbortSignal.abort(new Error("gone")) }))).rejects.toThrow("gone");
});

test("a file is read up to the limit, and a missing file is undefined", async () => {
  using folder = new TemporaryDirectory();
  const path = join(folder.path, "file");
  writeFileSync(path, "0123456789");
  expect((await machineSource.readFile(path, { bytesMax: 10 }))?.toString()).toBe("0123456789");
  await expect(machineSource.readFile(path, { bytesMax: 9 })).rejects.toThrow("it has more than 9 bytes");
  expect(await machineSource.readFile(join(path, "below"), { bytesMax: 9 })).toBeUndefined();
  await expect(machineSource.readFile(folder.path, { bytesMax: 9 })).rejects.toThrow("EISDIR");
});
