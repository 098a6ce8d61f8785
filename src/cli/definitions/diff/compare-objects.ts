/** Finds the objects that a changed definition makes invalid. */
import type { ReadonlyJsonObject } from "../../../base/json-object.ts";
import { cloneJson } from "../../../base/json-tree.ts";
import { type Tree, textAt, treeAt, treesAt } from "../../../manifests/index.ts";
import type { Judge, OpenJudge } from "../../check/judge.ts";
import { titleOf } from "../../selection/manifest-files.ts";
import { CommandError } from "../../terminal.ts";
import type { Definition } from "../definition.ts";

/** An object that becomes invalid or loses data. */
export interface ObjectFinding {
  /** The kind and the name of the object. */
  readonly title: string;
  /** Errors that the old definition does not cause. */
  readonly errors: readonly string[];
  /** Fields that only the old definition keeps. */
  readonly lost: readonly string[];
}

/** Checks objects with an old and a new definition. */
export class ObjectComparison implements AsyncDisposable {
  readonly #old: Judge;
  readonly #now: Judge;
  readonly #definition: Definition;

  private constructor(old: Judge, now: Judge, definition: Definition) {
    this.#old = old;
    this.#now = now;
    this.#definition = definition;
  }

  /** @throws CommandError if a server would reject one of the definitions */
  static async open(old: Definition, now: Definition, openJudge: OpenJudge): Promise<ObjectComparison> {
    const judges = [await openDefinition(old, openJudge), await openDefinition(now, openJudge)] as const;
    return new ObjectComparison(...judges, now);
  }

  /** Returns what the new definition changes for an object. Undefined if it stays as it is. */
  async compare(object: Tree): Promise<ObjectFinding | undefined> {
    const { group, kind, plural, scope, versions } = this.#definition;
    const version = (textAt(object, "apiVersion") ?? "").slice(group.length + 1);
    const title = titleOf(object);
    if (!versions.some(({ name, isServed }) => name === version && isServed)) {
      return { title, errors: [`version ${version} is no longer served`], lost: [] };
    }
    const names = { group, version, kind, plural, scope };
    const before = new Set((await this.#old.judge(object, names)).errors.map(({ text }) => text));
    const after = (await this.#now.judge(object, names)).errors.map(({ text }) => text);
    const added = after.filter((text) => !before.has(text));
    const lost = added.filter((text) => unknownField.test(text)).map((text) => text.replace(unknownField, "$1"));
    const errors = added.filter((text) => !unknownField.test(text));
    return added.length === 0 ? undefined : { title, errors, lost };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#old[Symbol.asyncDispose]();
    await this.#now[Symbol.asyncDispose]();
  }
}

const unknownField = /^unknown field "(.*)"$/s;

async function openDefinition(definition: Definition, openJudge: OpenJudge): Promise<Judge> {
  const judge = await openJudge(definition.vocabulary);
  const { errors } = await judge.define(withoutSubresources(definition.json));
  if (errors.length === 0) return judge;
  await judge[Symbol.asyncDispose]();
  const reasons = errors.map(({ text }) => text).join("; ");
  throw new CommandError(`${definition.place}: a server would reject ${definition.name}: ${reasons}`);
}

/** Without the subresource `status`, a create checks the status of an object, too. */
function withoutSubresources(definition: ReadonlyJsonObject): Tree {
  const copy = cloneJson(definition) as Tree;
  for (const version of treesAt(treeAt(copy, "spec"), "versions")) delete version["subresources"];
  return copy;
}
