/**
 * Requests of the agents of nodes: the Node authorizer and the plugin NodeRestriction. Reviews by an administrator show decisions
 * with their reasons.
 */
import { setTimeout } from "node:timers/promises";
import type { Random } from "../../src/base/random.ts";
import type { ClientCertificate } from "../../test/authentication/reference/client-certificates.ts";
import { certificateOf, nodeCertificate } from "../nodes/node-certificates.ts";
import { createNodeWorld, type NodeWorld } from "../nodes/node-world.ts";
import { drawRead, fillNames } from "../nodes/random-reads.ts";
import { drawReview } from "../nodes/random-reviews.ts";
import { drawWrite } from "../nodes/random-writes.ts";
import { isOnceIn, oneOf, times } from "../random-choices.ts";
import type { ComparedServer, Scenario, Suite } from "../suite.ts";

const readsPerScenario = 60;
const writesPerScenario = 40;
const reviewsPerScenario = 80;

/** Users of the requests. Most are the agent of the first node. */
const users = [
  { name: "system:node:NODE", groups: ["system:nodes"] },
  { name: "system:node:NODE", groups: ["system:nodes"] },
  { name: "system:node:NODE", groups: ["system:nodes"] },
  { name: "system:node:OTHER", groups: ["system:nodes"] },
  { name: "system:node:MISSING", groups: ["system:nodes"] },
  { name: "system:node:", groups: ["system:nodes"] },
  { name: "NODE", groups: ["system:nodes"] },
  { name: "system:node:NODE", groups: ["nodes"] },
];

/** Sends the same requests of nodes to both servers. */
export const nodes: Suite = {
  name: "nodes",
  covers: "reads and writes by the agents of nodes, and reviews of their permissions",
  usesNamespaces: true,
  standardCount: 24,
  // The token contains uids, which differ.
  rewriteBody: (text) => text.replace(/"token": ?"(?:[^"\\]|\\.)*"/, '"token":"..."'),
  *scenarios(random: Random): Iterable<Scenario> {
    for (let round = 1; ; round++) {
      yield readScenario(random, round);
      yield writeScenario(random, round);
      yield reviewScenario(random, round);
    }
  },
};

function readScenario(random: Random, round: number): Scenario {
  const requests = times(readsPerScenario, () => ({ user: oneOf(random, users), target: drawRead(random) }));
  return {
    title: `reads, round ${round}`,
    async run(server) {
      const world = await createNodeWorld(server);
      await waitForGraph(server, world);
      for (const { user, target } of requests) {
        await server.send(target(world), {
          certificate: await certificateOf(fillNames(user.name, world), user.groups),
        });
      }
    },
  };
}

function writeScenario(random: Random, round: number): Scenario {
  const requests = times(writesPerScenario, () => {
    return { user: isOnceIn(random, 8) ? oneOf(random, users) : users[0], draw: drawWrite(random) };
  });
  return {
    title: `writes, round ${round}`,
    async run(server) {
      const world = await createNodeWorld(server);
      await waitForGraph(server, world);
      for (const { user = { name: "", groups: [] }, draw } of requests) {
        const { target, request } = draw(world);
        const certificate = await certificateOf(fillNames(user.name, world), user.groups);
        await server.send(target, { ...request, certificate });
      }
    },
  };
}

function reviewScenario(random: Random, round: number): Scenario {
  const reviews = times(reviewsPerScenario, () => drawReview(random, oneOf(random, users)));
  return {
    title: `reviews, round ${round}`,
    async run(server) {
      const world = await createNodeWorld(server);
      await waitForGraph(server, world);
      for (const review of reviews) {
        const body = fillNames(JSON.stringify(review), world);
        await server.send("/apis/authorization.k8s.io/v1/subjectaccessreviews", {
          body,
          headers: { "content-type": "application/json" },
        });
      }
    },
  };
}

/** The reference's graph follows the objects after a short time. The last object of a world is a Pod. */
async function waitForGraph(server: ComparedServer, { namespace, nodes: [own, other] }: NodeWorld): Promise<void> {
  const objects = [
    { certificate: await nodeCertificate(own), path: `/api/v1/namespaces/${namespace}/pods/mirror` },
    { certificate: await nodeCertificate(own), path: `/api/v1/persistentvolumes/${namespace}-volume` },
    { certificate: await nodeCertificate(other), path: `/api/v1/persistentvolumes/${namespace}-other-volume` },
    {
      certificate: await nodeCertificate(other),
      path: `/apis/storage.k8s.io/v1/volumeattachments/${other}-attachment`,
    },
  ];
  for (const { certificate, path } of objects) await untilAllowed(server, path, certificate);
}

const attemptsMax = 100;
const retryDelayMs = 20;

async function untilAllowed(server: ComparedServer, path: string, certificate: ClientCertificate): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await server.prepare(path, { certificate });
      return;
    } catch (error) {
      if (attempt === attemptsMax) throw error;
      await setTimeout(retryDelayMs);
    }
  }
}
