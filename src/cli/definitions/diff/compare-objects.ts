/** Finds the objects that a changed definition makes invalid. */
import type { ReadonlyJsonObject } from "../../../base/json-object.ts";
import { cloneJson } from "../../../base/json-tree.ts";
import { type Tree, textAt, treeAt, treesAt } from "../../../manifests/index.ts";
import { parseGroupVersion } from "../../../meta/group-version.ts";
import type { Judge, Judgement, OpenJudge } from "../../check/judge.ts";
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

/** An object that could not be checked. */
export interface UncheckedObject {
  /** The kind and the name of the object. */
  readonly title: string;
  readonly reason: string;
}

/** Checks objects with an old and a new definition. */
export class ObjectComparison implements AsyncDisposable {
  readonly #old: JudgedDefinition;
  readonly #now: JudgedDefinition;

  private constructor(old: JudgedDefinition, now: JudgedDefinition) {
    this.#old = old;
    this.#now = now;
  }

  /** @throws CommandError if a server would reject one of the definitions */
  static async open(old: Definition, now: Definition, openJudge: OpenJudge): Promise<ObjectComparison> {
    return new ObjectComparison(await openDefinition(old, openJudge), await openDefinition(now, openJudge));
  }

  /** Returns what the new definition changes for an object. Undefined if it stays as it is. */
  async compare(object: Tree): Promise<ObjectFinding | UncheckedObject | undefined> {
    const version = parseGroupVersion(textAt(object, "apiVersion") ?? "")?.version ?? "";
    const title = titleOf(object);
    if (!serves(this.#old, version)) return { title, reason: `the old definition does not serve version ${version}` };
    if (!serves(this.#now, version)) {
      return { title, errors: [`version ${version} is no longer served`], lost: [] };
    }
    const old = await judgeWith(this.#old, object, version);
    const now = await judgeWith(this.#now, object, version);
    const unchecked = [old, now].find(({ isUnchecked }) => isUnchecked);
    if (unchecked) return { title, reason: unchecked.errors.map(({ text }) => text).join("; ") };
    const before = new Set(old.errors.map(({ text }) => text));
    const added = now.errors.map(({ text }) => text).filter((text) => !before.has(text));
    const lost = added.filter((text) => unknownField.test(text)).map((text) => text.replace(unknownField, "$1"));
    const errors = added.filter((text) => !unknownField.test(text));
    return added.length === 0 ? undefined : { title, errors, lost };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#old.judge[Symbol.asyncDispose]();
    await this.#now.judge[Symbol.asyncDispose]();
  }
}

/** A definition, and a checker that knows its type. */
interface JudgedDefinition {
  readonly definition: Definition;
  readonly judge: Judge;
}

function serves({ definition }: JudgedDefinition, version: string): boolean {
  return definition.versions.some(({ name, isServed }) => name === version && isServed);
}

async function judgeWith(
  { definition: { group, kind, plural, scope }, judge }: JudgedDefinition,
  object: Tree,
  version: string,
): Promise<Judgement> {
  return await judge.judge(object, { group, version, kind, plural, scope });
}

const unknownField = /^unknown field "(.*)"$/s;

async function openDefinition(definition: Definition, openJudge: OpenJudge): Promise<JudgedDefinition> {
  const judge = await openJudge(definition.vocabulary);
  const { errors } = await judge.define(withoutSubresources(definition.json));
  if (errors.length === 0) return { definition, judge };
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
