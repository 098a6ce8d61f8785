/** `npm run new -- kind|controller …`: writes the files of a new kind or controller, and adds it to the lists. */
import { execFileSync } from "node:child_process";
import { dirname, join } from "node:path";
import { readRequest, usage } from "./new/arguments.ts";
import { newController } from "./new/controller.ts";
import { newKind } from "./new/kind.ts";
import { SourceEdits } from "./new/source-edits.ts";

const root = dirname(import.meta.dirname);
const request = readRequest(process.argv.slice(2));

if (request.type === "help") {
  console.log(usage);
} else if (request.type === "rejected") {
  for (const problem of request.problems) console.error(problem);
  console.error("`npm run new -- --help` lists the options");
  process.exitCode = 2;
} else {
  const edits = new SourceEdits(root);
  const steps = request.type === "kind" ? newKind(edits, request) : newController(edits, request);
  if (edits.problems.length > 0) {
    for (const problem of edits.problems) console.error(problem);
    process.exitCode = 1;
  } else {
    const files = edits.write();
    const biome = join(root, "node_modules/@biomejs/biome/bin/biome");
    execFileSync(process.execPath, [biome, "check", "--write", "--linter-enabled=false", ...files], {
      cwd: root,
      stdio: "pipe",
    });
    for (const file of files) console.log(`wrote ${file}`);
    console.log(["", "Next:", ...steps.map((step) => `- ${step}`)].join("\n"));
  }
}
