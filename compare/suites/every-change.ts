/** Valid objects of every kind, with each single change that their schema suggests. Every request is a dry run. */
import { type Random, seededRandom } from "../../src/base/random.ts";
import { vocabularies } from "../../src/meta/vocabulary.ts";
import { type KindDeclaration, structInVocabulary } from "../../src/schema/index.ts";
import { shuffled } from "../random-choices.ts";
import type { Scenario, Suite } from "../suite.ts";
import { type Mutation, mutationsOf } from "../validation/mutations.ts";
import { creatableKinds, groupVersionOf, type ValidObject, validObjects } from "../validation/valid-objects.ts";
import { schemasOfCustomTypes, sendChanged, type Write, withoutBackgroundWork, writesOf } from "./validation.ts";

/** Number of changed objects in one scenario. */
const bodiesPerScenario = 50;

/**
 * Kinds with a Pod template. Only the templates of Deployments are changed, because all templates have the same rules.
 */
const withUnchangedTemplate = /^(CronJob|DaemonSet|Job|PodTemplate|ReplicaSet|ReplicationController|StatefulSet)$/;
const insideTemplate = /(^|\.)template\.spec\./;

interface ChangedKind {
  readonly kind: KindDeclaration;
  readonly object: ValidObject;
  readonly write: Write;
  readonly seed: number;
}

/** Sends each change once for each type of write. All of them are more than 100,000 requests. */
export const everyChange: Suite = {
  name: "every-change",
  covers: "creates, updates and status writes of valid objects of every kind, with each single change of their schema",
  usesNamespaces: true,
  rewriteBody: withoutBackgroundWork,
  standardCount: 20,
  *scenarios(random: Random): Iterable<Scenario> {
    let left = shuffled([...changedKinds(random)], random);
    for (let part = 0; left.length > 0; part++) {
      const unfinished: ChangedKind[] = [];
      for (const changed of left) {
        const { kind, object, write } = changed;
        const changes = changesOf(changed).slice(part * bodiesPerScenario, (part + 1) * bodiesPerScenario);
        if (changes.length === 0) continue;
        unfinished.push(changed);
        const requests = changes.map(({ body }) => ({ body, fieldValidation: "Strict" }) as const);
        const title = `${write} of a ${kind.kind} in ${groupVersionOf(kind)}, part ${part}`;
        yield { title, run: (server) => sendChanged(server, { kind, object, write, requests }) };
      }
      left = unfinished;
    }
  },
};

function* changedKinds(random: Random): Iterable<ChangedKind> {
  for (const kind of creatableKinds()) {
    const [object] = validObjects(kind);
    if (!object) continue;
    for (const write of writesOf(kind)) yield { kind, object, write, seed: random.below(2 ** 31) };
  }
}

/**
 * Returns all changes of an object in a random order, the same at each call. Each scenario computes them again and
 * sends one section of them, so that not all changes stay in memory.
 */
function changesOf({ kind, object, write, seed }: ChangedKind): readonly Mutation[] {
  const random = seededRandom(seed);
  const schema = structInVocabulary(kind.schema, vocabularies.kubernetes);
  const keptFields = write === "status" ? ["spec", "data", "metadata"] : ["status"];
  const all = mutationsOf(schema, object, random, { changesPerPlace: Infinity, keptFields, fillsAbsentFields: true });
  const isLeftOut = (shape: string): boolean =>
    schemasOfCustomTypes.test(shape) || (withUnchangedTemplate.test(kind.kind) && insideTemplate.test(shape));
  return shuffled(
    all.filter(({ shape }) => !isLeftOut(shape)),
    random,
  );
}
