/** Priority and fairness at the wire: which requests wait, which are rejected, and what responses and debug endpoints show. */
import { expect, test } from "vitest";
import { deferred } from "../../src/base/deferred.ts";
import { AuditFolder } from "../support/audit-log.ts";
import { type EngineFaults, faultyEngine } from "../support/faulty-engine.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { openTestEngine } from "../support/test-store.ts";
import { eventually, until } from "../support/until.ts";
import type { WireRequest, WireResponse } from "../support/wire-client.ts";

const maps = "/api/v1/namespaces/default/configmaps";
const flowControl = "/apis/flowcontrol.apiserver.orch.io/v1";
const debug = "/debug/api_priority_and_fairness";
const schemaHeader = "x-orch-pf-flowschema-uid";
const levelHeader = "x-orch-pf-prioritylevel-uid";

/** A server whose store delays writes until `release` is called. */
interface HeldServer extends AsyncDisposable {
  readonly running: TestServer;
  readonly heldCount: () => number;
  readonly release: () => void;
  /** Sends a request as a user. */
  as(user: string, target: string, request?: WireRequest): Promise<WireResponse>;
}

async function startHeld(flags: readonly string[] = []): Promise<HeldServer> {
  const engine = await openTestEngine();
  const faults: EngineFaults = {};
  const options = {
    engine: faultyEngine(faults, engine),
    flags,
    authorization: "AlwaysAllow",
  } as const;
  const running = await startTestServer(options);
  const gate = deferred();
  let heldCount = 0;
  const hold = (): void => {
    faults.put = async (...args) => {
      heldCount++;
      await gate.promise;
      return await engine.put(...args);
    };
  };
  const release = (): void => gate.resolve();
  return {
    running,
    heldCount: () => heldCount,
    release,
    as: (user, target, request = {}) => {
      if (request.body) hold();
      return running.client.request(target, { ...request, headers: { "impersonate-user": user } });
    },
    async [Symbol.asyncDispose]() {
      release();
      await running[Symbol.asyncDispose]();
    },
  };
}

const create = (name: string): WireRequest => ({ body: { metadata: { name } } });

/** Creates a level with three seats, and a schema that assigns the user `greedy` to it. Returns their uids. */
async function createLevel({ running: { client } }: HeldServer, limitResponse: object): Promise<[string, string]> {
  // One of 246 shares is worth three of the 600 seats.
  const limited = { nominalConcurrencyShares: 1, borrowingLimitPercent: 0, limitResponse };
  const level = await client.request(`${flowControl}/prioritylevelconfigurations`, {
    body: { metadata: { name: "tiny" }, spec: { type: "Limited", limited } },
  });
  const rule = {
    subjects: [{ kind: "User", user: { name: "greedy" } }],
    resourceRules: [{ verbs: ["*"], apiGroups: ["*"], resources: ["*"], namespaces: ["*"], clusterScope: true }],
  };
  const spec = { priorityLevelConfiguration: { name: "tiny" }, matchingPrecedence: 50, rules: [rule] };
  const schema = await client.request(`${flowControl}/flowschemas`, { body: { metadata: { name: "greedy" }, spec } });
  expect([level.status, schema.status]).toEqual([201, 201]);
  return [schema.json.metadata.uid, level.json.metadata.uid];
}

function expectTooMany({ status, headers, text }: WireResponse): void {
  expect({ status, text }).toEqual({ status: 429, text: "Too many requests, please try again later.\n" });
  expect(headers).toMatchObject({ "retry-after": "1", "content-type": "text/plain; charset=utf-8" });
}

/** Returns the rows of a debug endpoint, by columns. */
async function dump({ client }: TestServer, name: string): Promise<Record<string, string>[]> {
  const { status, headers, text } = await client.request(`${debug}/${name}`);
  expect({ status, type: headers["content-type"] }).toEqual({ status: 200, type: "text/plain; charset=utf-8" });
  const [columns = [], ...rows] = text
    .trimEnd()
    .split("\n")
    .map((line) => line.split(",").map((cell) => cell.trim()));
  return rows.map((row) => Object.fromEntries(columns.map((column, index) => [column, row[index] ?? ""])));
}

test("a page of profiles takes no seats, so its response names no schema and no level", async () => {
  await using server = await startHeld();
  const [, levelUid] = await createLevel(server, { type: "Reject" });
  const rule = {
    subjects: [{ kind: "User", user: { name: "reader" } }],
    nonResourceRules: [{ verbs: ["*"], nonResourceURLs: ["*"] }],
  };
  const spec = { priorityLevelConfiguration: { name: "tiny" }, matchingPrecedence: 40, rules: [rule] };
  const body = { metadata: { name: "reader" }, spec };
  const { json } = await server.running.client.request(`${flowControl}/flowschemas`, { body });
  const idsOf = async (target: string): Promise<readonly unknown[]> => {
    const { status, headers } = await server.as("reader", target);
    expect(status).toBe(200);
    return [headers[levelHeader], headers[schemaHeader]];
  };
  expect(await idsOf("/version")).toEqual([levelUid, json.metadata.uid]);
  expect(await idsOf("/debug/pprof/")).toEqual([undefined, undefined]);
});

test("[ERR-14] a request over the limit of its priority level is rejected with 429, while other levels serve requests", async () => {
  await using held = await startHeld();
  const [schemaUid, levelUid] = await createLevel(held, { type: "Reject" });
  const running = [1, 2, 3].map((index) => held.as("greedy", maps, create(`a-${index}`)));
  await until(() => held.heldCount() === 3, "three writes are held");

  const rejected = await held.as("greedy", maps);
  expectTooMany(rejected);
  expect(rejected.headers).toMatchObject({ [schemaHeader]: schemaUid, [levelHeader]: levelUid });
  expect((await held.as("modest", maps)).status).toBe(200);
  expect((await held.running.client.request(maps)).status).toBe(200);
  const [level] = (await dump(held.running, "dump_priority_levels")).filter(
    (row) => row["PriorityLevelName"] === "tiny",
  );
  expect(level).toMatchObject({ IsIdle: "false", ExecutingRequests: "3", RejectedRequests: "1" });
  const { text } = await held.running.client.request("/metrics");
  expect(text).toContain(
    'apiserver_flowcontrol_rejected_requests_total{flow_schema="greedy",priority_level="tiny",reason="concurrency-limit"} 1\n',
  );
  expect(text).toContain('apiserver_flowcontrol_current_limit_seats{priority_level="tiny"} 3\n');

  held.release();
  for (const { status, headers } of await Promise.all(running)) {
    expect({ status, schema: headers[schemaHeader] }).toEqual({ status: 201, schema: schemaUid });
  }
  expect((await held.as("greedy", maps)).status).toBe(200);
});

test("a request waits in its queue, and is rejected if the queue is full or a quarter of its time is over", async () => {
  await using held = await startHeld();
  const { running } = held;
  await createLevel(held, { type: "Queue", queuing: { queues: 1, handSize: 1, queueLengthLimit: 2 } });
  const executing = [1, 2, 3].map((index) => held.as("greedy", maps, create(`a-${index}`)));
  await until(() => held.heldCount() === 3, "three writes are held");
  const short = held.as("greedy", `${maps}/none?timeout=20s`);
  const long = held.as("greedy", `${maps}/none`);
  const waiting = async (): Promise<Record<string, string>[]> =>
    (await dump(running, "dump_requests?includeRequestDetails=1")).filter((row) => row["RequestIndexInQueue"] !== "-1");
  await eventually(async () => (await waiting()).length === 2, "two requests wait");
  expect((await waiting())[1]).toMatchObject({
    PriorityLevelName: "tiny",
    FlowSchemaName: "greedy",
    QueueIndex: "0",
    RequestIndexInQueue: "1",
    InitialSeats: "1",
    StartTime: "0001-01-01T00:00:00Z",
    UserName: "greedy",
    Verb: "get",
    Namespace: "default",
    Name: "none",
    APIVersion: "v1",
    Resource: "configmaps",
  });
  const [queue] = (await dump(running, "dump_queues")).filter((row) => row["PriorityLevelName"] === "tiny");
  expect(queue).toMatchObject({ PendingRequests: "2", ExecutingRequests: "3", SeatsInUse: "3", MaxSeatsSum: "2" });
  expectTooMany(await held.as("greedy", maps));

  await running.clock.advance(4999);
  expect(await waiting()).toHaveLength(2);
  await running.clock.advance(1);
  expectTooMany(await short);
  await running.clock.advance(10_000);
  expectTooMany(await long);
  expect(await waiting()).toEqual([]);
  const { text } = await running.client.request("/metrics");
  expect(text).toContain('rejected_requests_total{flow_schema="greedy",priority_level="tiny",reason="time-out"} 2\n');
  expect(text).toContain('rejected_requests_total{flow_schema="greedy",priority_level="tiny",reason="queue-full"} 1\n');

  const later = held.as("greedy", `${maps}/none`);
  await eventually(async () => (await waiting()).length === 1, "a request waits");
  held.release();
  expect((await later).status).toBe(404);
  expect((await Promise.all(executing)).map(({ status }) => status)).toEqual([201, 201, 201]);
});

test("the audit event of a slow request has the time that it waited in its queue", async () => {
  using folder = new AuditFolder("Metadata", "audit.orch.io");
  await using held = await startHeld(folder.flags);
  const { running } = held;
  await createLevel(held, { type: "Queue", queuing: { queues: 1, handSize: 1, queueLengthLimit: 10 } });
  const executing = [1, 2, 3].map((index) => held.as("greedy", maps, create(`a-${index}`)));
  await until(() => held.heldCount() === 3, "three writes are held");
  const handled = held.as("greedy", `${maps}/handled`);
  const rejected = held.as("greedy", `${maps}/rejected?timeout=4s`);
  const isWaiting = async (): Promise<boolean> =>
    (await dump(running, "dump_requests")).filter((row) => row["RequestIndexInQueue"] !== "-1").length === 2;
  await eventually(isWaiting, "two requests wait");
  await running.clock.advance(700);
  await running.clock.advance(300);
  expectTooMany(await rejected);
  held.release();
  await Promise.all([handled, ...executing]);
  const waitOf = (uri: string): unknown =>
    folder.events().findLast(({ requestURI, stage }) => requestURI.startsWith(uri) && stage === "ResponseComplete")
      ?.annotations?.["apiserver.latency.orch.io/apf-queue-wait"];
  expect([waitOf(`${maps}/handled`), waitOf(`${maps}/rejected`), waitOf(flowControl)]).toEqual(["1s", "1s", undefined]);
});

test("256 concurrent creates of one user wait, and none is rejected", async () => {
  await using held = await startHeld();
  const client = held.running.connect({ protocol: "h2" });
  await held.as("ann", maps);
  const responses = Array.from({ length: 256 }, (_, index) =>
    client.request(maps, { ...create(`m-${index}`), headers: { "impersonate-user": "ann" } }),
  );
  held.release();
  const statuses = (await Promise.all(responses)).map((response) => response.status);
  expect(new Set(statuses)).toEqual(new Set([201]));
});

test("a watch takes its seat only until it has started", async () => {
  await using held = await startHeld();
  await createLevel(held, { type: "Reject" });
  const { client } = held.running;
  const watches = [];
  for (let index = 0; index < 5; index++) {
    watches.push(await client.open(`${maps}?watch=1`, { headers: { "impersonate-user": "greedy" } }));
  }
  expect(watches.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  const executing = async (): Promise<string | undefined> =>
    (await dump(held.running, "dump_priority_levels")).find((row) => row["PriorityLevelName"] === "tiny")?.[
      "ExecutingRequests"
    ];
  await eventually(async () => (await executing()) === "0", "all watches have started");
  for (const watch of watches) watch.close();
});

test("changes of FlowSchemas take effect with the next request", async () => {
  await using held = await startHeld();
  const { client } = held.running;
  const [schemaUid] = await createLevel(held, { type: "Reject" });
  const schemaOf = async (user: string): Promise<unknown> => (await held.as(user, maps)).headers[schemaHeader];
  expect(await schemaOf("greedy")).toBe(schemaUid);
  // The objects that apply without being stored have no uid.
  expect(await schemaOf("ann")).toBeUndefined();
  const patch = {
    method: "PATCH",
    headers: { "content-type": "application/json-patch+json" },
    body: [{ op: "replace", path: "/spec/rules/0/subjects/0/user/name", value: "ann" }],
  };
  expect((await client.request(`${flowControl}/flowschemas/greedy`, patch)).status).toBe(200);
  expect([await schemaOf("greedy"), await schemaOf("ann")]).toEqual([undefined, schemaUid]);
  expect((await client.request(`${flowControl}/prioritylevelconfigurations/tiny`, { method: "DELETE" })).status).toBe(
    200,
  );
  expect(await schemaOf("ann")).toBeUndefined();
});

test("a server without priority and fairness has neither its headers nor its debug endpoints", async () => {
  await using held = await startHeld(["--enable-priority-and-fairness=false"]);
  await createLevel(held, { type: "Reject" });
  const { status, headers } = await held.as("greedy", maps);
  expect(status).toBe(200);
  expect(headers).not.toHaveProperty(schemaHeader);
  expect((await held.running.client.request(`${debug}/dump_queues`)).status).toBe(404);
  expect((await held.running.client.request("/metrics")).text).not.toContain("apiserver_flowcontrol_");
});
