/** The browser of a recorded session: opens the page of a provider, and logs in as `ann`. */
import { readFileSync } from "node:fs";
import { ScriptedBrowser } from "../../test/support/scripted-browser.ts";

const [url = ""] = process.argv.slice(2);
const ca = readFileSync(process.env["ISSUER_CA"] ?? "", "utf8");
await new ScriptedBrowser(ca, { login: "ann", password: "x" }).visit(url);
