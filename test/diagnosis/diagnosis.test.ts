/** Profiles, pages about the process, and the detail of the log. */
import { expect, test } from "vitest";
import { createLogger } from "../../src/base/logger.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { eventually } from "../support/until.ts";
import type { WireResponse } from "../support/wire-client.ts";

const gates = "--feature-gates=ComponentStatusz=true,ComponentFlagz=true";

const warning =
  "Warning: This endpoint is not meant to be machine parseable, has no formatting compatibility guarantees and is for " +
  "debugging purposes only.";

/** Sends a request for a profile, and advances the clock until it is complete. */
async function profileOf({ client, clock }: TestServer, path: string): Promise<WireResponse> {
  let response: WireResponse | undefined;
  const request = (async () => {
    response = await client.request(path);
  })();
  await eventually(async () => {
    void clock.advance(1000);
    return response !== undefined;
  }, "the profile is complete");
  await request;
  if (!response) throw new Error("there is no response");
  return response;
}

test("a profile of the processor has the form of Node, and only one is taken at a time", async () => {
  await using running = await startTestServer();
  const { client } = running;
  const other = running.connect();
  const first = other.request("/debug/pprof/profile?seconds=300");
  await eventually(async () => {
    const { text } = await client.request("/debug/pprof/goroutine");
    return text.includes('GET "/debug/pprof/profile"');
  }, "the first profile runs");
  let second: WireResponse | undefined;
  await eventually(async () => {
    second = await client.request("/debug/pprof/heap");
    return second.status === 500;
  }, "another profile is rejected");
  expect(second?.text).toBe("Could not enable heap profiling: heap profiling already in use\n");
  expect((await client.request("/debug/pprof/profile")).text).toBe(
    "Could not enable CPU profiling: cpu profiling already in use\n",
  );
  await running.clock.advance(300_000);
  const { status, headers, json } = await first;
  expect([status, headers["content-type"], headers["content-disposition"]]).toEqual([
    200,
    "application/octet-stream",
    'attachment; filename="profile.cpuprofile"',
  ]);
  expect(Object.keys(json)).toEqual(expect.arrayContaining(["nodes", "samples", "timeDeltas", "startTime", "endTime"]));
  expect(json.nodes[0].callFrame.functionName).toBe("(root)");
  await other[Symbol.asyncDispose]();
});

test("a profile of the heap shows allocations, and debug=1 the numbers of the heap", async () => {
  await using running = await startTestServer();
  const profile = await profileOf(running, "/debug/pprof/heap?seconds=1");
  expect(profile.headers["content-disposition"]).toBe('attachment; filename="heap.heapprofile"');
  expect(profile.json.head.callFrame.functionName).toBe("(root)");
  const { text } = await running.client.request("/debug/pprof/heap?debug=1");
  expect(Number(/^rss = (\d+)$/m.exec(text)?.[1])).toBeGreaterThan(10_000_000);
  expect(text).toMatch(/^# new_space$/m);
});

test("a profile that is too long is rejected, and another text means the default", async () => {
  await using running = await startTestServer();
  const { status, text } = await running.client.request("/debug/pprof/profile?seconds=301");
  expect([status, text]).toEqual([400, "a profile can take at most 300 seconds, not 301\n"]);
  expect((await profileOf(running, "/debug/pprof/profile?seconds=x")).status).toBe(200);
});

test("a stopping server ends a profile", async () => {
  await using running = await startTestServer();
  const profile = running.connect().request("/debug/pprof/profile?seconds=300");
  await eventually(async () => {
    return (await running.client.request("/debug/pprof/profile?seconds=1")).status === 500;
  }, "the profile runs");
  await running.server.close();
  expect((await profile).status).toBe(200);
});

test("the index lists the profiles, unknown ones do not exist, and --profiling=false removes all", async () => {
  await using running = await startTestServer();
  const { client, anonymous } = running;
  const index = await client.request("/debug/pprof/");
  expect(index.headers["content-type"]).toBe("text/html; charset=utf-8");
  expect([...index.text.matchAll(/<a href='(\w+)'>/g)].map(([, name]) => name)).toEqual([
    "allocs",
    "goroutine",
    "heap",
    "profile",
  ]);
  const redirect = await client.request("/debug/pprof");
  expect([redirect.status, redirect.headers["location"]]).toEqual([302, "/debug/pprof/"]);
  for (const name of ["nope", "cmdline", "constructor"]) {
    const { status, text } = await client.request(`/debug/pprof/${name}`);
    expect([status, text], name).toEqual([404, "Unknown profile\n"]);
  }
  expect((await anonymous.request("/debug/pprof/goroutine")).status).toBe(403);
  await using without = await startTestServer({ flags: ["--profiling=false"] });
  for (const path of ["/debug/pprof/", "/debug/pprof/heap", "/debug/flags/v"]) {
    const { status, text } = await without.client.request(path);
    expect([status, text], path).toEqual([404, "404 page not found\n"]);
  }
});

test("/debug/flags/v changes the detail of the log at once", async () => {
  const lines: string[] = [];
  const logger = createLogger({
    format: "text",
    clock: { nowMs: () => 0 } as never,
    write: (line) => lines.push(line),
  });
  await using running = await startTestServer({ logger, authorization: "RBAC" });
  const { client, server } = running;
  const denied = async (): Promise<boolean> => {
    lines.length = 0;
    await server.request("/api/v1/nodes", { user: { name: "jane", groups: [] } });
    return lines.some((line) => line.includes("RBAC: no rules authorize"));
  };
  const put = async (body: string): Promise<readonly unknown[]> => {
    const { status, headers, text } = await client.request("/debug/flags/v", { method: "PUT", body });
    return [status, headers["content-type"], text];
  };
  expect(await denied()).toBe(false);
  expect(await put("5")).toEqual([200, "text/plain", "successfully set klog.logging.verbosity to 5\n"]);
  expect(await denied()).toBe(true);
  expect((await put("0"))[0]).toBe(200);
  expect(await denied()).toBe(false);

  // The texts of the reference.
  const invalid = (value: string, why: string): string => `strconv.ParseUint: parsing "${value}": ${why}\n`;
  expect(await put("abc")).toEqual([400, "text/plain", invalid("abc", "invalid syntax")]);
  expect(await put("-1")).toEqual([400, "text/plain", invalid("-1", "invalid syntax")]);
  expect(await put("99999999999")).toEqual([400, "text/plain", invalid("99999999999", "value out of range")]);
  expect(await put("3000000000")).toEqual([
    400,
    "text/plain",
    'failed set klog.logging.verbosity 3000000000: strconv.ParseInt: parsing "3000000000": value out of range\n',
  ]);
  const get = await client.request("/debug/flags/v");
  expect([get.status, get.text]).toEqual([406, "unsupported http method\n"]);
  expect((await running.anonymous.request("/debug/flags/v", { method: "PUT", body: "9" })).status).toBe(403);
});

test("/statusz and /flagz show the process behind their gates, in the form of the reference", async () => {
  await using running = await startTestServer({ vocabulary: "kubernetes", flags: [gates, "--event-ttl=30m"] });
  const { client, anonymous } = running;
  const accept = { accept: "text/*" };
  const status = await client.request("/statusz", { headers: accept });
  expect(status.headers["content-type"]).toBe("text/plain; charset=utf-8");
  const [, title, second, , started, up, runtime, release, emulated, last] = status.text.split("\n");
  expect([title, second, last]).toEqual(["kube-apiserver statusz", warning, ""]);
  const separator = "(?::|: |=| ) ";
  expect(started).toMatch(
    new RegExp(`^Started${separator}[A-Z][a-z]{2} [A-Z][a-z]{2} [ \\d]\\d \\d\\d:\\d\\d:\\d\\d UTC \\d{4}$`),
  );
  expect(up).toMatch(new RegExp(`^Up${separator}\\d+ hr \\d\\d min \\d\\d sec$`));
  expect(runtime).toMatch(new RegExp(`^Go version${separator}node${process.version}$`));
  expect(release).toMatch(new RegExp(`^Binary version${separator}1\\.32\\.13$`));
  expect(emulated).toMatch(new RegExp(`^Emulation version${separator}1\\.32$`));

  const flags = await client.request("/flagz", { method: "POST", headers: accept, body: {} });
  expect(flags.text.split("\n").slice(0, 4)).toEqual(["", "kube-apiserver flags", warning, ""]);
  const names = flags.text
    .split("\n")
    .slice(4, -1)
    .map((line) => /^[\w-]+/.exec(line)?.[0] ?? line);
  expect(names).toEqual([...names].sort());
  expect(flags.text).toMatch(/^event-ttl(?::|: |=| )30m0s$/m);
  expect(flags.text).toMatch(/^authorization-mode(?::|: |=| )\[.*\]$/m);
  expect(flags.text).toMatch(/^profiling(?::|: |=| )true$/m);

  for (const path of ["/statusz", "/flagz"]) {
    const rejected = await client.request(path, { headers: { accept: "application/json" } });
    expect([rejected.status, rejected.text]).toEqual([406, "media type not acceptable, must be: text/plain\n"]);
    expect((await anonymous.request(path)).status).toBe(403);
  }
  expect((await client.request("/")).json.paths).toEqual(expect.arrayContaining(["/flagz", "/statusz"]));
  await using without = await startTestServer();
  expect((await without.client.request("/statusz")).status).toBe(404);
  expect((await without.client.request("/flagz")).status).toBe(404);
});
