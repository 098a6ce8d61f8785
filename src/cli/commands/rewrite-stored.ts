/**
 * `orch storage rewrite`: makes the server write its objects again, so that the store has them in their present form.
 *
 * An empty patch changes nothing. The server still writes the object if its stored form is outdated: encrypted with an
 * earlier key, not encrypted, or in another version, from which a webhook converts it. It applies the patch to the newest state, so concurrent writes are kept.
 */
import { type Api, hasCode, type ObjectList, StatusError } from "../../client/index.ts";
import type { GroupResource } from "../../meta/group-version.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import type { ClientContext } from "../context.ts";
import { Failures } from "../failures.ts";
import { objectTitle } from "../output/objects.ts";
import { runConcurrently } from "../run-concurrently.ts";
import { printable } from "../screen/printable.ts";
import { readTargets } from "../selection/targets.ts";
import { CommandUsageError, count, exitCodes } from "../terminal.ts";
import { loadTypes } from "../types/load-types.ts";
import { type ServedType, typeTitle } from "../types/served-type.ts";

/** Options of `orch storage rewrite`. */
export interface RewriteCommand {
  /** Types, as `pods` or `pods,secrets`. Empty for all types that `isChosen` chooses. */
  readonly words: readonly string[];
  /** Whether the objects of a type are rewritten, if the command line names no types. */
  readonly isChosen: (resource: GroupResource) => boolean;
}

/** Number of objects in a response. */
const chunkObjects = 500;
/** Number of attempts if other clients write an object at the same time. */
const attemptsMax = 5;
/** Number of failures of one type that are printed. */
const printedFailuresMax = 20;

/** Outcomes of an object. */
type Rewritten = "rewritten" | "current" | "deleted";

type Counts = Record<Rewritten | "failed", number>;

/** An object as the list showed it. */
interface ListedObject {
  readonly api: Api;
  readonly name: string;
  readonly resourceVersion: string | undefined;
}

/** Rewrites the objects. @returns the exit code: 1 if an object could not be rewritten @throws CommandError */
export async function rewriteStored(command: RewriteCommand, context: ClientContext): Promise<number> {
  const types = await chosenTypes(command, context);
  const rewriting = new Rewriting(context, pluralsOfSeveralGroups(types));
  for (const type of types) await rewriting.rewriteType(type);
  return rewriting.end();
}

async function chosenTypes(
  { words, isChosen }: RewriteCommand,
  context: ClientContext,
): Promise<readonly ServedType[]> {
  const types = await loadTypes(context.client, context.signal);
  const canBeRewritten = ({ verbs }: ServedType): boolean => verbs.includes("list") && verbs.includes("patch");
  if (words.length === 0) {
    return types.filter(
      (type) => type.isPreferred && canBeRewritten(type) && isChosen({ group: type.group, resource: type.plural }),
    );
  }
  const named = words.find((word) => word.includes("/"));
  if (named !== undefined) throw new CommandUsageError(`${named} names an object; rewrite takes only types`);
  const chosen = readTargets([words.join(",")], types).map(({ type }) => type);
  const other = chosen.find((type) => !canBeRewritten(type));
  if (other) throw new CommandUsageError(`${typeTitle(other)} is not stored, or cannot be listed and patched`);
  return chosen;
}

/** Returns the plurals that several groups have. Their types can be the same objects, as with Events. */
function pluralsOfSeveralGroups(types: readonly ServedType[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const repeated = types.filter(({ plural }) => seen.size === seen.add(plural).size);
  return new Set(repeated.map(({ plural }) => plural));
}

/** A run of the command. */
class Rewriting {
  readonly #context: ClientContext;
  readonly #failures: Failures;
  readonly #sharedPlurals: ReadonlySet<string>;
  /** Uids of the objects of these plurals that were rewritten. */
  readonly #seenUids = new Set<string>();
  readonly #total = noCounts();

  constructor(context: ClientContext, sharedPlurals: ReadonlySet<string>) {
    this.#context = context;
    this.#failures = new Failures(context.terminal);
    this.#sharedPlurals = sharedPlurals;
  }

  async rewriteType(type: ServedType): Promise<void> {
    const counts = noCounts();
    const objects = await this.#listed(type, counts);
    const title = printable(typeTitle(type));
    const { terminal } = this.#context;
    let done = 0;
    const work = (object: ListedObject): Promise<Rewritten> => this.#rewrite(object);
    for await (const { item, ...outcome } of runConcurrently(objects, () => type, work)) {
      terminal.progress(`${title}: ${++done} of ${objects.length}`);
      if ("error" in outcome) this.#report(outcome.error, nameOf(type, item), counts);
      else counts[outcome.result]++;
    }
    terminal.progress("");
    for (const name of countNames) this.#total[name] += counts[name];
    if (counts.failed > printedFailuresMax) {
      terminal.error(`${title}: ${counts.failed - printedFailuresMax} other failures are not shown\n`);
    }
    if (objects.length > 0 || counts.failed > 0) terminal.out(`${title}: ${describe(counts)}\n`);
  }

  /** Prints the sum. Returns the exit code. */
  end(): number {
    this.#context.terminal.out(`total: ${describe(this.#total)}\n`);
    return this.#total.failed > 0 ? exitCodes.failed : exitCodes.fine;
  }

  /** Prints and counts a failure. @throws the reason of the interruption, if the user has interrupted the command */
  #report(error: unknown, title: string, counts: Counts): void {
    this.#context.signal.throwIfAborted();
    const isShown = counts.failed < printedFailuresMax || !(error instanceof StatusError);
    if (isShown) this.#failures.report(error, title);
    counts.failed++;
  }

  /** Returns the objects of a type. If one of them cannot be read, returns those of all namespaces without such objects. */
  async #listed(type: ServedType, counts: Counts): Promise<readonly ListedObject[]> {
    try {
      return await this.#listedIn(type, "");
    } catch (error) {
      const isUnreadable = error instanceof StatusError && error.reason === "StorageReadError";
      if (isUnreadable && type.namespaced) return await this.#listedByNamespace(type, counts);
      this.#report(error, typeTitle(type), counts);
      return [];
    }
  }

  async #listedByNamespace(type: ServedType, counts: Counts): Promise<readonly ListedObject[]> {
    const { client, signal } = this.#context;
    const namespaces = await client.metadata(namespaceType).listAll({ signal });
    const objects: ListedObject[] = [];
    for (const { metadata } of namespaces.items) {
      const { name = "" } = metadata;
      try {
        for (const object of await this.#listedIn(type, name)) objects.push(object);
      } catch (error) {
        this.#report(error, `${typeTitle(type)} in namespace ${name}`, counts);
      }
    }
    return objects;
  }

  async #listedIn(type: ServedType, namespace: string): Promise<readonly ListedObject[]> {
    const { client, signal } = this.#context;
    const api = client.metadata(type, namespace);
    const objects: ListedObject[] = [];
    const add = ({ items }: ObjectList<ApiObject>): void => {
      for (const { metadata } of items) if (this.#isNew(type, metadata.uid)) objects.push(listedObject(api, metadata));
    };
    try {
      for await (const chunk of api.chunks({ limit: chunkObjects, signal })) add(chunk);
      return objects;
    } catch (error) {
      if (!hasCode(error, 410)) throw error;
      // The token of the next chunk has expired. A single response cannot expire.
      const seen = new Set(objects.map(({ api: { namespace: place }, name }) => `${place}/${name}`));
      const { items, ...list } = await api.list({ signal });
      add({
        ...list,
        items: items.filter(({ metadata }) => !seen.has(`${metadata.namespace ?? ""}/${metadata.name}`)),
      });
      return objects;
    }
  }

  #isNew({ plural }: ServedType, uid = ""): boolean {
    if (!this.#sharedPlurals.has(plural)) return true;
    if (this.#seenUids.has(uid)) return false;
    this.#seenUids.add(uid);
    return true;
  }

  async #rewrite({ api, name, resourceVersion }: ListedObject): Promise<Rewritten> {
    const { signal } = this.#context;
    for (let attempt = 1; ; attempt++) {
      try {
        const { metadata } = await api.patch(name, "merge", {}, { signal });
        return metadata.resourceVersion === resourceVersion ? "current" : "rewritten";
      } catch (error) {
        if (hasCode(error, 404)) return "deleted";
        if (!hasCode(error, 409) || attempt === attemptsMax) throw error;
      }
    }
  }
}

const namespaceType = { group: "", version: "v1", kind: "Namespace", plural: "namespaces", namespaced: false };

function listedObject(api: Api, { namespace = "", name = "", resourceVersion }: ApiObject["metadata"]): ListedObject {
  return { api: api.in(namespace), name, resourceVersion };
}

function nameOf(type: ServedType, { api: { namespace }, name }: ListedObject): string {
  return namespace === "" ? objectTitle(type, name) : `${objectTitle(type, name)} in namespace ${namespace}`;
}

const countNames = ["rewritten", "current", "deleted", "failed"] as const;

function noCounts(): Counts {
  return { rewritten: 0, current: 0, deleted: 0, failed: 0 };
}

function describe({ rewritten, current, deleted, failed }: Counts): string {
  return [
    `${rewritten} rewritten`,
    `${current} already in the present form`,
    ...(deleted > 0 ? [`${deleted} deleted meanwhile`] : []),
    ...(failed > 0 ? [count(failed, "failure")] : []),
  ].join(", ");
}
