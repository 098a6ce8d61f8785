/** Runs an OpenID provider until its standard input ends. Prints its URL and the file with its certificate, as JSON. */
import { OidcIssuer } from "../../test/support/oidc-issuer.ts";

await using issuer = await OidcIssuer.start();
const { url, caFile } = issuer;
process.stdout.write(`${JSON.stringify({ url, caFile })}\n`);
for await (const _ of process.stdin);
