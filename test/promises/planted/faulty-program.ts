/** Builds the server program from a copy of the sources with a planted fault. */
import { copyFileSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { bundle } from "../../../tools/bundle.ts";
import type { SourceCopy } from "../../../tools/faults/source-copy.ts";
import type { Change, PlantedFault } from "./catalogue.ts";

const root = join(import.meta.dirname, "../../..");
const commandList = "dist/app/server-commands.json";

/** Plants the fault, builds the program, and runs `run`. The built program is in the folder of the copy. */
export async function withFaultyProgram<T>(
  copy: SourceCopy,
  { changes }: PlantedFault,
  run: () => Promise<T>,
): Promise<T> {
  return await withChanges(copy, changes, async () => {
    mkdirSync(join(copy.root, dirname(commandList)), { recursive: true });
    copyFileSync(join(root, commandList), join(copy.root, commandList));
    await bundle({ entry: join(copy.root, "src/app/main.ts"), file: join(copy.root, "dist/app/main.cjs") });
    return await run();
  });
}

async function withChanges<T>(
  copy: SourceCopy,
  [first, ...rest]: readonly Change[],
  run: () => Promise<T>,
): Promise<T> {
  return first ? await copy.with(first, () => withChanges(copy, rest, run)) : await run();
}
