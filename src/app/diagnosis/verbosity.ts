/** `/debug/flags/v`: changes the detail of the log while the server runs. */
import type { Call, PathTable } from "../../server/index.ts";

const bodyBytesMax = 1024;
const uint64Max = 2n ** 64n - 1n;
const verbosityMax = 2 ** 31 - 1;

const indexPage = `<html>
<head>
<title>/debug/flags/</title>
</head>
<body>
/debug/flags/<br>
<br>
flags:<br>
<table>

<tr>v<br>

</table>
<br>
full flags configurable<br>
</body>
</html>
`;

/** Serves the path. @param set changes the detail of the log in all processes of the server */
export function installVerbosity(paths: PathTable, set: (verbosity: number) => void): void {
  const html = { "content-type": "text/html; charset=utf-8" };
  const index = async (call: Call): Promise<void> => call.respond(200, html, Buffer.from(indexPage));
  paths.addForAllMethods("/debug/flags", index, "unlisted");
  paths.addBelow("/debug/flags", () => index, "all methods");
  paths.addForAllMethods("/debug/flags/v", (call) => change(call, set), "unlisted");
}

async function change(call: Call, set: (verbosity: number) => void): Promise<void> {
  if (call.method !== "PUT") return respond(call, 406, "unsupported http method");
  const text = (await call.readBody(bodyBytesMax)).toString();
  const problem = problemOf(text);
  if (problem !== undefined) return respond(call, 400, problem);
  set(Number(text));
  call.logger.info("the detail of the log was changed", { v: Number(text), user: call.user.name });
  respond(call, 200, `successfully set klog.logging.verbosity to ${text}`);
}

/** Returns what is wrong with a number, in the words of the reference. */
function problemOf(text: string): string | undefined {
  const parsing = `strconv.ParseUint: parsing ${JSON.stringify(text)}`;
  if (!/^\d+$/.test(text)) return `${parsing}: invalid syntax`;
  const value = BigInt(text);
  if (value > uint64Max >> 32n) return `${parsing}: value out of range`;
  if (value <= verbosityMax) return undefined;
  return `failed set klog.logging.verbosity ${text}: strconv.ParseInt: parsing ${JSON.stringify(text)}: value out of range`;
}

function respond(call: Call, status: number, text: string): void {
  call.respond(status, { "content-type": "text/plain", "x-content-type-options": "nosniff" }, Buffer.from(`${text}\n`));
}
