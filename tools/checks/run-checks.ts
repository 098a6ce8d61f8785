/** Runs the checks of a checkout side by side and reports all that fail. */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A check of the sources. */
export interface SourceCheck {
  /** Subject of the check, as printed. */
  readonly name: string;
  /** Script of `package.json` that runs it. */
  readonly script: string;
  /** Arguments of the script, as one text. */
  readonly args?: string;
  /** Script of `package.json` that corrects what the check finds. Undefined if that needs a person. */
  readonly fix?: string;
}

/** All checks. Those that take longest come first, so that the short ones fill the other processors. */
export const sourceChecks: readonly SourceCheck[] = [
  { name: "lint", script: "lint" },
  { name: "types", script: "typecheck" },
  { name: "prose", script: "prose", args: "check" },
  { name: "documents", script: "docs:check", fix: "docs" },
  { name: "format", script: "format:check", fix: "format" },
  { name: "layers", script: "layers" },
];

interface CheckResult {
  readonly check: SourceCheck;
  readonly exitCode: number;
  readonly output: string;
  readonly seconds: number;
}

/** Where and how checks run. */
export interface CheckOptions {
  /** Folder of `package.json`. */
  readonly root: string;
  /** How many checks run at a time. */
  readonly parallelism: number;
  /** Prints a line. */
  readonly say: (line: string) => void;
}

/**
 * Runs all checks to their ends. Prints a line for each as it ends, then the whole output of each failed one with the
 * command that corrects or repeats it.
 * @returns whether all passed
 */
export async function runChecks(checks: readonly SourceCheck[], options: CheckOptions): Promise<boolean> {
  const { say, parallelism } = options;
  say(`checking ${checks.map(({ name }) => name).join(", ")} ...`);
  const queue = checks.values();
  const failures: CheckResult[] = [];
  const work = async (): Promise<void> => {
    for (const check of queue) {
      const result = await runCheck(check, options.root);
      say(`${result.exitCode === 0 ? "ok    " : "FAILED"} ${check.name} (${result.seconds.toFixed(1)} s)`);
      if (result.exitCode !== 0) failures.push(result);
    }
  };
  await Promise.all(Array.from({ length: parallelism }, work));
  for (const failure of failures) say(describeFailure(failure));
  say(`${checks.length - failures.length} of ${checks.length} checks passed`);
  return failures.length === 0;
}

function describeFailure({ check, output }: CheckResult): string {
  const { name, script, args, fix } = check;
  const repeat = `\`npm run ${script}${args === undefined ? "" : ` -- ${args}`}\``;
  const remedy =
    fix === undefined ? `${repeat} repeats this check` : `\`npm run ${fix}\` corrects this, ${repeat} repeats it`;
  return `\n---- ${name} ----\n${output.trimEnd()}\n${name}: ${remedy}\n`;
}

async function runCheck(check: SourceCheck, root: string): Promise<CheckResult> {
  const startMs = performance.now();
  const { exitCode, output } = await runScript(check, root);
  return { check, exitCode, output, seconds: (performance.now() - startMs) / 1000 };
}

/** Runs a script as npm does, but without npm, whose start takes longer than a short check. */
function runScript({ script, args }: SourceCheck, root: string): Promise<Pick<CheckResult, "exitCode" | "output">> {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    scripts: Readonly<Record<string, string>>;
  };
  const command = scripts[script];
  if (command === undefined) return Promise.resolve({ exitCode: 1, output: `package.json has no script ${script}` });
  const path = `${join(root, "node_modules/.bin")}:${process.env["PATH"] ?? ""}`;
  const child = spawn(args === undefined ? command : `${command} ${args}`, {
    cwd: root,
    env: { ...process.env, PATH: path },
    shell: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ exitCode: code ?? 1, output }));
  });
}
