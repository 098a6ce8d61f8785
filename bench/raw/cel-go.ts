/** The speed of cel-go with the API server's packages and limits, measured by the program in `compare/cel/oracle`. */
import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "../orch-server.ts";
import { object, rules, schema } from "./cel-rules.ts";

/** Evaluations per second by rule, or why they could not be measured. */
export type CelGoRates = { readonly perSecond: readonly number[] } | { readonly skipped: string };

/** Builds the program and measures the rules. Nothing is downloaded: without Go and its modules on this machine, it skips. */
export function celGoRates(): CelGoRates {
  const built = build();
  if ("skipped" in built) return built;
  const questions = rules.map((expression) =>
    JSON.stringify({ mode: "speed", expression, schema, bindings: { self: object } }),
  );
  const { stdout, status, stderr } = spawnSync(built.program, { input: `${questions.join("\n")}\n`, encoding: "utf8" });
  if (status !== 0) throw new Error(`the program with cel-go failed: ${stderr}`);
  const answers = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { readonly perSecond?: number; readonly fault?: string });
  return {
    perSecond: answers.map(({ perSecond, fault }, index) => {
      if (perSecond === undefined) throw new Error(`cel-go did not evaluate ${rules[index]}: ${fault}`);
      return perSecond;
    }),
  };
}

function build(): { readonly program: string } | { readonly skipped: string } {
  const directory = join(root, ".cache/cel-go");
  mkdirSync(directory, { recursive: true });
  const program = join(directory, "oracle");
  const settings = ["GOPROXY=off", "GOFLAGS=-mod=readonly", "GOTOOLCHAIN=local"];
  const { status, stderr } = spawnSync("env", [...settings, "go", "build", "-o", program, "."], {
    cwd: join(root, "compare/cel/oracle"),
    encoding: "utf8",
  });
  return status === 0 ? { program } : { skipped: `go build: ${stderr.trim().split("\n")[0]}` };
}
