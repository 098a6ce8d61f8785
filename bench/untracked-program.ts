/** The built program without what records who has written which fields: for what recording them costs, and nothing else. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { bundle } from "../tools/bundle.ts";
import { root } from "./orch-server.ts";

/** In place of `server/field-owners/field-owners.ts`. An apply changes nothing: the server itself applies statuses when it starts. */
const nobody = `
export class FieldOwners {
  record(endpoint, { metadata }) {
    delete metadata.managedFields;
  }
  apply(_endpoint, _applied, { old }) {
    return { object: old, keepsFields: true, isUnchanged: true };
  }
}`;

/** @returns the program's file */
export async function buildUntrackedProgram(): Promise<string> {
  const directory = join(root, ".cache/untracked");
  mkdirSync(directory, { recursive: true });
  const file = join(directory, "main.cjs");
  let replaced = 0;
  await bundle({
    entry: join(root, "dist/app/main.js"),
    file,
    plugins: [
      {
        name: "nobody owns a field",
        setup(build) {
          build.onLoad({ filter: /[\\/]dist[\\/]server[\\/]field-owners\.js$/ }, () => {
            replaced++;
            return { contents: nobody, loader: "js" };
          });
        },
      },
    ],
  });
  if (replaced !== 1) throw new Error(`${replaced} modules record who owns a field`);
  return file;
}
