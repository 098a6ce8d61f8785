/** Start objects of the random suites of writes. */
import type { Random } from "../../src/base/random.ts";
import type { KindDeclaration } from "../../src/schema/index.ts";
import { oneOf } from "../random-choices.ts";
import { creatableKinds, type ValidObject, validObjects } from "../validation/valid-objects.ts";

/** A valid object with its kind. */
export interface RandomObject {
  readonly kind: KindDeclaration;
  readonly object: ValidObject;
  /** The same kind in every version. */
  readonly versions: readonly KindDeclaration[];
}

/**
 * Kinds that controllers of the reference write, and kinds whose schemas are values. The suite `writes` covers them.
 */
const excludedKinds: ReadonlySet<string> = new Set([
  "CustomResourceDefinition",
  "APIService",
  "FlowSchema",
  "StorageVersion",
]);

/**
 * Kinds whose rich object is excluded. A Service with fixed addresses cannot exist twice. Untyped data of a
 * ControllerRevision changes with every patch in the reference (see docs/differences.md).
 */
const kindsWithoutRichObject: ReadonlySet<string> = new Set(["Service", "ControllerRevision"]);

/** Yields random objects of all kinds that support the verb, without end. */
export function* randomObjects(random: Random, verb: KindDeclaration["verbs"][number]): Generator<RandomObject, never> {
  const kinds = creatableKinds().filter(({ kind, verbs }) => !excludedKinds.has(kind) && verbs.includes(verb));
  for (;;) {
    const kind = oneOf(random, kinds);
    const objects = validObjects(kind);
    const object = kindsWithoutRichObject.has(kind.kind) ? objects.at(-1) : oneOf(random, objects.slice(0, 2));
    if (!object) continue;
    const versions = kinds.filter(({ plural, group }) => plural === kind.plural && group === kind.group);
    yield { kind, object, versions };
  }
}
