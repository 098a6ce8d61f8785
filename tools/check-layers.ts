/** `npm run layers`: fails with one line for each import that the table of rooms does not allow. */
import { dirname } from "node:path";
import { checkImports } from "./layers/check-imports.ts";

const { files, imports, complaints } = checkImports(dirname(import.meta.dirname));
for (const complaint of complaints) console.error(complaint);
console.log(`layers: ${files} files, ${imports} imports, ${complaints.length} complaints`);
process.exitCode = complaints.length > 0 ? 1 : 0;
