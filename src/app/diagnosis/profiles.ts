/**
 * `/debug/pprof/`: profiles of the thread that serves requests, in the forms of Node, and the requests in progress. The profiler
 * is loaded with the first profile.
 */
import { getHeapSpaceStatistics, getHeapStatistics } from "node:v8";
import { type Clock, sleepOrAbort } from "../../base/clock.ts";
import type { Call, OpenRequest, PathTable } from "../../server/index.ts";
import { Profiler, type ProfileType } from "./profiler.ts";

/** Services of a process. */
export interface ProfilesOptions {
  readonly clock: Clock;
  /** Returns the requests in progress. */
  readonly openRequests: () => Iterable<OpenRequest>;
  /** Aborted when the server begins to stop. Then a profile ends early. */
  readonly stopping: AbortSignal;
}

/** Duration of a profile if the request names none. */
const secondsDefault = 30;
const secondsMax = 300;
/** Number of requests that `goroutine` shows. */
const requestsMax = 1000;

/** Profiles, and what they show. */
const profiles: Readonly<Record<string, string>> = {
  allocs: "all allocations during ?seconds=30, as a .heapprofile; with debug=1 the numbers of the heap",
  goroutine: "requests in progress, the oldest first",
  heap: "allocations during ?seconds=30 that are still in memory; with debug=1 the numbers of the heap",
  profile: "use of the processor during ?seconds=30, as a .cpuprofile",
};

/** Serves the profiles. */
export function installProfiles(paths: PathTable, options: ProfilesOptions): void {
  const profiler = new Profiler();
  const redirect = async (call: Call): Promise<void> => {
    const headers = { "content-type": "text/html; charset=utf-8", location: "/debug/pprof/" };
    call.respond(302, headers, Buffer.from('<a href="/debug/pprof/">Found</a>.\n\n'));
  };
  const handlers: Readonly<Record<string, (call: Call) => Promise<void>>> = {
    "": async (call) => call.respond(200, htmlHeaders, Buffer.from(indexPage(options))),
    allocs: (call) => showHeap(call, "allocs", profiler, options),
    goroutine: async (call) => call.respondText(200, requestLines(options)),
    heap: (call) => showHeap(call, "heap", profiler, options),
    profile: (call) => sendProfile(call, "cpu", profiler, options),
  };
  paths.addForAllMethods("/debug/pprof", redirect, "unlisted");
  paths.addBelow(
    "/debug/pprof",
    (name) => (Object.hasOwn(handlers, name) ? handlers[name] : unknownProfile),
    "all methods",
  );
}

const htmlHeaders = { "content-type": "text/html; charset=utf-8", "x-content-type-options": "nosniff" };

async function unknownProfile(call: Call): Promise<void> {
  call.respondText(404, "Unknown profile\n");
}

function indexPage({ openRequests }: ProfilesOptions): string {
  const count = [...openRequests()].length;
  const rows = Object.entries(profiles).map(([name, text]) => {
    const number = name === "goroutine" ? String(count) : "";
    return `<tr><td>${number}</td><td><a href='${name}'>${name}</a></td><td>${text}</td></tr>`;
  });
  return [
    "<html>",
    "<head>",
    "<title>/debug/pprof/</title>",
    "</head>",
    "<body>",
    "/debug/pprof/",
    "<br>",
    "Types of profiles available:",
    "<table>",
    "<thead><td>Count</td><td>Profile</td><td></td></thead>",
    ...rows,
    "</table>",
    "</body>",
    "</html>",
    "",
  ].join("\n");
}

async function showHeap(
  call: Call,
  type: "heap" | "allocs",
  profiler: Profiler,
  options: ProfilesOptions,
): Promise<void> {
  const debug = call.query.first("debug") ?? "0";
  if (debug === "0" || debug === "") await sendProfile(call, type, profiler, options);
  else call.respondText(200, heapNumbers());
}

/** Returns the sizes of the memory of this process in bytes, a line each. */
function heapNumbers(): string {
  const spaces = getHeapSpaceStatistics().map(({ space_name: name, ...rest }) => [name, rest] as const);
  const groups = [["process", process.memoryUsage()], ["heap", getHeapStatistics()], ...spaces] as const;
  return groups
    .flatMap(([name, numbers]) => [
      `# ${name}`,
      ...Object.entries(numbers).map(([key, value]) => `${key} = ${value}`),
      "",
    ])
    .join("\n");
}

async function sendProfile(
  call: Call,
  type: ProfileType,
  profiler: Profiler,
  { clock, stopping }: ProfilesOptions,
): Promise<void> {
  const seconds = secondsOf(call);
  if (seconds > secondsMax) {
    call.respondText(400, `a profile can take at most ${secondsMax} seconds, not ${seconds}\n`);
    return;
  }
  if (profiler.isRunning) {
    const name = type === "cpu" ? "CPU profiling: cpu" : "heap profiling: heap";
    call.respondText(500, `Could not enable ${name} profiling already in use\n`);
    return;
  }
  const until = AbortSignal.any([call.signal, stopping]);
  const profile = await profiler.run(type, seconds, () => sleepOrAbort(clock, seconds * 1000, until));
  if (call.exchange.isClosed) return;
  const name = type === "cpu" ? "profile.cpuprofile" : `${type}.heapprofile`;
  const headers = {
    "content-type": "application/octet-stream",
    "content-disposition": `attachment; filename="${name}"`,
    "x-content-type-options": "nosniff",
  };
  call.respond(200, headers, profile);
}

/** As in the reference, a text that is not a positive number means the default. */
function secondsOf(call: Call): number {
  const text = call.query.first("seconds") ?? "";
  return /^\d{1,9}$/.test(text) && Number(text) > 0 ? Number(text) : secondsDefault;
}

function requestLines({ clock, openRequests }: ProfilesOptions): string {
  const requests = [...openRequests()].sort((a, b) => a.startedMs - b.startedMs);
  const nowMs = clock.monotonicMs();
  const lines = requests.slice(0, requestsMax).map(({ startedMs, method, path, user, id, isWatch }) => {
    const seconds = ((nowMs - startedMs) / 1000).toFixed(3);
    return `${seconds}s ${method} ${JSON.stringify(path)} user=${JSON.stringify(user)} id=${JSON.stringify(id)}${isWatch ? " watch" : ""}`;
  });
  const omitted = requests.length - lines.length;
  return [
    `requests in progress: ${requests.length}`,
    ...lines,
    ...(omitted > 0 ? [`... ${omitted} more`] : []),
    "",
  ].join("\n");
}
