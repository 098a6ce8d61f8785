import { expect, test } from "vitest";
import { runCommand } from "./run-command.ts";

const options = { env: { GREETING: "hello" }, timeoutMs: 20_000, outputBytesMax: 1000 };
const run = (script: string, stdin?: string) => runCommand("/bin/sh", ["-c", script], options, stdin);

test("runCommand() passes the environment and the input, and returns code and output", async () => {
  expect(await run('echo "$GREETING"; cat; echo why >&2; exit 3', "from input")).toMatchObject({
    code: 3,
    stdout: "hello\nfrom input",
    stderr: "why\n",
  });
  expect(await run("true")).toMatchObject({ code: 0, stdout: "", stderr: "" });
});

test("runCommand() runs commands at the same time, and gives each caller the result of the right command", async () => {
  const order: string[] = [];
  const note = async (name: string, script: string): Promise<void> => {
    order.push(`${name} ${(await run(script)).stdout}`);
  };
  await Promise.all([note("slow", "sleep 0.3; printf 1"), note("fast", "printf 2")]);
  expect(order).toEqual(["fast 2", "slow 1"]);
});

test("runCommand() accepts a command that does not read its input", async () => {
  expect(await run("exec <&-; exit 4", "x".repeat(1_000_000))).toMatchObject({ code: 4 });
});

test("runCommand() returns no exit code for a command that takes too long, prints too much or does not exist", async () => {
  const late = await runCommand("/bin/sleep", ["20"], { ...options, timeoutMs: 100 });
  expect(late.code).not.toBeTypeOf("number");
  const verbose = await run("yes");
  expect(verbose.code).not.toBeTypeOf("number");
  expect(verbose.message).toContain("maxBuffer");
  const absent = await runCommand("/no/such/command", [], options);
  expect(absent.code).toBe("ENOENT");
});
