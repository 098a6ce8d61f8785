/** The files of a new command that connects to a server. */
import type { CommandRequest } from "./arguments.ts";
import type { SourceEdits } from "./source-edits.ts";
import { camelCase, pascalCase } from "./spellings.ts";

const helpTest = "src/app/commands/commands.test.ts";

/** Adds a command. Returns the next steps for its author. */
export function newCommand(edits: SourceEdits, request: CommandRequest): readonly string[] {
  const { name } = request;
  const [camel, pascal] = [camelCase(name), pascalCase(name)];
  const work = `src/cli/commands/${name}.ts`;
  const description = `src/app/commands/${name}.ts`;
  edits.create(work, workPage(request));
  edits.create(`src/cli/commands/${name}.test.ts`, workTest(request));
  edits.create(description, descriptionPage(request));
  const index = "src/cli/index.ts";
  const exported = `export { type ${pascal}Command, ${camel} } from "./commands/${name}.ts";\n`;
  edits.replace(index, edits.read(index) + exported);
  const list = "src/app/commands/index.ts";
  edits.import(list, `./${name}.ts`, `${camel}Command`);
  // Help shows the commands of the objects before those of the store.
  edits.insertBefore(list, /^ {2}storageCommand,$/m, `  ${camel}Command,\n`);
  addToHelpTest(edits, request);
  return [
    `describe the command in ${description}, and write its work in ${work}`,
    "check it: npm run check && npm test -- src/app/commands src/app/command-line src/cli/commands tools/bundle",
    `run it: npm run build && node bin/orch.js ${name}`,
  ];
}

/** Adds the command to the expected help, as the last command of the objects. */
function addToHelpTest(edits: SourceEdits, { name, summary }: CommandRequest): void {
  const text = edits.read(helpTest);
  const end = text.indexOf("\n\n", text.indexOf("\nObjects:\n"));
  edits.replace(helpTest, `${text.slice(0, end)}\n  ${name.padEnd(20)}${summary}${text.slice(end)}`);
}

function workPage({ name, summary }: CommandRequest): string {
  return `/** \`orch ${name}\`: ${summary}. */
import type { ClientContext } from "../context.ts";
import { exitCodes } from "../terminal.ts";

/** Options of \`orch ${name}\`. */
export interface ${pascalCase(name)}Command {
  /** Arguments that are no flags. */
  readonly words: readonly string[];
}

/** Prints the arguments. @returns the exit code @throws CommandError */
export async function ${camelCase(name)}(
  { words }: ${pascalCase(name)}Command,
  { terminal }: ClientContext,
): Promise<number> {
  terminal.out(\`\${words.join(" ")}\\n\`);
  return exitCodes.fine;
}
`;
}

function workTest({ name }: CommandRequest): string {
  const camel = camelCase(name);
  return `import { expect, test } from "vitest";
import { CommandStage } from "../testing/command-stage.ts";
import { ${camel} } from "./${name}.ts";

test("orch ${name} prints its arguments", async () => {
  await using stage = await CommandStage.open();
  const { code, out } = await stage.run((context) => ${camel}({ words: ["a", "b"] }, context));
  expect({ code, out }).toEqual({ code: 0, out: "a b\\n" });
});
`;
}

function descriptionPage({ name, summary }: CommandRequest): string {
  const camel = camelCase(name);
  return `import { ${camel} } from "../../cli/index.ts";
import { clientCommand } from "../command-line/client-command.ts";
import { exitCodesText } from "./shared-text.ts";

/** \`orch ${name}\`. */
export const ${camel}Command = clientCommand({
  name: "${name}",
  usage: "[WORD ...] [flags]",
  summary: "${summary}",
  doc: ["Prints its arguments.", exitCodesText("the command failed")],
  examples: [["orch ${name} a b", "the arguments"]],
  flags: [],
  options: (_values, words) => ({ words }),
  execute: ${camel},
});
`;
}
