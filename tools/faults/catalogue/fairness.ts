/** Faults of priority and fairness. */
import type { FaultRoom } from "../fault.ts";

const queueTests = ["src/fairness/queue-set.test.ts", "src/fairness/fair-shares.test.ts"];
const wireTests = ["test/fairness/priority-and-fairness.test.ts"];

export const fairnessFaults: FaultRoom = {
  room: "fairness",
  faults: [
    {
      name: "greedy-flow-first",
      breaks: "free seats go to the queue with the latest virtual end, so a greedy flow starves others",
      file: "src/fairness/queue-set.ts",
      find: "if (end < bestEnd ||",
      replace: "if (best === undefined || end > bestEnd ||",
      tests: queueTests,
    },
    {
      name: "seat-lost-on-cancel",
      breaks: "a request that leaves its queue keeps its place among the waiting seats",
      file: "src/fairness/queue-set.ts",
      find: "    this.waitingCount--;\n    this.seatsWaiting -= request.seats;\n",
      replace: '    this.waitingCount--;\n    if (request.state !== "cancelled") this.seatsWaiting -= request.seats;\n',
      tests: queueTests,
    },
    {
      name: "event-seats-released-at-once",
      breaks: "a write with many watchers gives its seats back before its event has been sent",
      file: "src/fairness/queue-set.ts",
      find: "    if (request.additionalMs > 0) {",
      replace: "    if (request.additionalMs > 1e9) {",
      tests: queueTests,
    },
    {
      name: "queue-length-unlimited",
      breaks: "the number of waiting requests of a flow has no limit",
      file: "src/fairness/queue-set.ts",
      find: "queue.waiting.size >= this.config.queueLengthLimit",
      replace: "queue.waiting.size > 10 * this.config.queueLengthLimit",
      tests: [...queueTests, ...wireTests],
    },
    {
      name: "virtual-time-stands-still",
      breaks: "virtual time does not advance, so a flow that was idle gets all seats for a long time",
      file: "src/fairness/queue-set.ts",
      find: "    this.#currentR += seatWork(seats / this.#activeQueues, elapsedMs);",
      replace: "    this.#currentR += seatWork(0 * seats, elapsedMs);",
      tests: queueTests,
    },
    {
      name: "same-hand-for-all-flows",
      breaks: "all flows of a schema use the same queues",
      file: "src/fairness/dealer.ts",
      find: '.update("\\0").update(distinguisher)',
      replace: '.update("\\0").update("")',
      tests: ["src/fairness/dealer.test.ts"],
    },
    {
      name: "lent-seats-not-returned",
      breaks: "a level gets fewer seats than it must keep",
      file: "src/fairness/level-limits.ts",
      find: "  return Math.max(min, isExempt",
      replace: "  return Math.max(0, isExempt",
      tests: ["src/fairness/level-limits.test.ts"],
    },
    {
      name: "accounts-of-similar-namespaces",
      breaks: "a FlowSchema for the accounts of a namespace also matches those of namespaces with the same beginning",
      file: "src/fairness/flow-rules.ts",
      find: "const accounts = `system:serviceaccount:${serviceAccount.namespace}:`;",
      replace:
        'const accounts = `system:serviceaccount:${serviceAccount.namespace}${serviceAccount.name === "*" ? "" : ":"}`;',
      tests: ["src/fairness/flow-rules.test.ts"],
    },
    {
      name: "watch-keeps-its-seat",
      breaks: "a watch keeps its seat until it ends",
      file: "src/server/filters/fairness.ts",
      find: "      schema.level.set.finish(request);\n",
      replace: "      if (!isWatch) schema.level.set.finish(request);\n",
      tests: wireTests,
    },
    {
      name: "endless-wait-for-seats",
      breaks: "a request waits for seats until its whole time is over",
      file: "src/server/filters/fairness.ts",
      find: "const waitPart = 1 / 4;",
      replace: "const waitPart = 1;",
      tests: wireTests,
    },
    {
      name: "flow-schemas-cached-forever",
      breaks: "changes of FlowSchemas do not affect users that have sent requests before",
      file: "src/fairness/fairness.ts",
      find: "this.#schemasOfUsers = new SchemasOfUsers(schemas);",
      replace: "if (this.#storedSchemas.size === 0) this.#schemasOfUsers = new SchemasOfUsers(schemas);",
      tests: ["src/fairness/fairness.test.ts"],
    },
    {
      name: "flow-schemas-of-other-user",
      breaks: "a user gets the flow schemas of another user who shares the list of groups",
      file: "src/meta/values-of-users.ts",
      find: "if (known?.name === user.name) return",
      replace: "if (known) return",
      tests: ["src/fairness/schemas-of-users.test.ts"],
    },
  ],
};
