/** `npm run new -- kind|controller|command|filter …`: writes the files of an addition, and adds it to the lists. */
import { execFileSync } from "node:child_process";
import { dirname, join } from "node:path";
import { type GeneratorRequest, readRequest, usage } from "./new/arguments.ts";
import { newCommand } from "./new/command.ts";
import { newController } from "./new/controller.ts";
import { newFilter } from "./new/filter.ts";
import { newKind } from "./new/kind.ts";
import { SourceEdits } from "./new/source-edits.ts";

const root = dirname(import.meta.dirname);

/** Collects the changes of a request. Returns the next steps for the author. */
function generate(edits: SourceEdits, request: GeneratorRequest): readonly string[] {
  switch (request.type) {
    case "kind":
      return newKind(edits, request);
    case "controller":
      return newController(edits, request);
    case "command":
      return newCommand(edits, request);
    case "filter":
      return newFilter(edits, request);
  }
}

function runProgram(path: string, ...args: readonly string[]): void {
  execFileSync(process.execPath, [join(root, "node_modules", path), ...args], { cwd: root, stdio: "pipe" });
}

function main(): void {
  const request = readRequest(process.argv.slice(2));
  if (request.type === "help") {
    console.log(usage);
    return;
  }
  if (request.type === "rejected") {
    for (const problem of request.problems) console.error(problem);
    console.error("`npm run new -- --help` lists the options");
    process.exitCode = 2;
    return;
  }
  const edits = new SourceEdits(root);
  const steps = generate(edits, request);
  if (edits.problems.length > 0) {
    for (const problem of edits.problems) console.error(problem);
    process.exitCode = 1;
    return;
  }
  const files = edits.write();
  const sources = files.filter((file) => /\.(ts|json)$/.test(file));
  runProgram("@biomejs/biome/bin/biome", "check", "--write", "--linter-enabled=false", ...sources);
  if (request.type === "command" || request.type === "controller") {
    runProgram("tsx/dist/cli.mjs", "tools/generate-docs.ts");
    console.log("updated docs/");
  }
  for (const file of files) console.log(`wrote ${file}`);
  console.log(["", "Next:", ...steps.map((step) => `- ${step}`)].join("\n"));
}

main();
