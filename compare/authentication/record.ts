/** Records the verdicts of the reference about fixed credentials: `npx tsx compare/authentication/record.ts`. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type JudgedServer, reviewVerdicts, whoAmIVerdicts } from "../../test/authentication/reference/verdicts.ts";
import { startReference } from "../servers.ts";
import { sharedCredentials } from "./compared-credentials.ts";

const file = join(import.meta.dirname, "../../test/authentication/reference/verdicts.json");

await using reference = await startReference();
const server: JudgedServer = {
  url: reference.client.url,
  ca: String(reference.credentials.ca),
  admin: reference.client,
};
const whoAmI = await whoAmIVerdicts(server, await sharedCredentials());
const reviews = await reviewVerdicts(server);
/** One verdict per line, so that a changed verdict is a changed line. */
const lines = (verdicts: object): string =>
  Object.entries(verdicts)
    .map(([title, verdict]) => `${JSON.stringify(title)}: ${JSON.stringify(verdict)}`)
    .join(",\n");
writeFileSync(file, `{"whoAmI": {\n${lines(whoAmI)}\n}, "reviews": {\n${lines(reviews)}\n}}\n`);
console.log(`${Object.keys(whoAmI).length + Object.keys(reviews).length} verdicts in ${file}`);
