/**
 * Resolves the arguments of a command to types and names: `pods web api`, `pods,services`, `pod/web deployment/api`.
 */
import { distinct } from "../../base/distinct.ts";
import { CommandUsageError } from "../terminal.ts";
import { findType, typesOfCategory, unknownType } from "../types/find-type.ts";
import type { ServedType } from "../types/served-type.ts";

/** A type, and the names of objects. */
export interface Target {
  readonly type: ServedType;
  /** Empty for all objects that the selectors select. */
  readonly names: readonly string[];
}

/** Checks the arguments as far as possible without a server. @throws CommandUsageError */
export function checkWords(words: readonly string[]): void {
  if (words.includes(""))
    throw new CommandUsageError("an argument is empty; names of types and objects may not be empty");
  if (words.length > 0) return;
  throw new CommandUsageError("a type is required: TYPE, TYPE NAME or TYPE/NAME, such as pods or pod/web");
}

/**
 * Resolves arguments.
 * @returns one target per type, or one per TYPE/NAME argument
 * @throws CommandError for invalid arguments and unknown types
 */
export function readTargets(words: readonly string[], types: readonly ServedType[]): readonly Target[] {
  checkWords(words);
  const [first = "", ...names] = words;
  const paired = words.filter((word) => word.includes("/"));
  if (paired.length === 0) return typesNamed(first, types).map((type) => ({ type, names: distinct(names) }));
  const stray = words.find((word) => !word.includes("/"));
  if (stray !== undefined) {
    throw new CommandUsageError(
      `${paired[0]} names a type and an object, but ${stray} does not; write all as TYPE/NAME, or as TYPE NAME NAME ...`,
    );
  }
  return paired.flatMap((word) => pairTargets(word, types));
}

/** Resolves arguments that must name exactly one object. @throws CommandError */
export function readTarget(
  words: readonly string[],
  types: readonly ServedType[],
): { readonly type: ServedType; readonly name: string } {
  const targets = readTargets(words, types);
  const [target] = targets;
  const [name] = target?.names ?? [];
  if (target && name !== undefined && targets.length === 1 && target.names.length === 1) {
    return { type: target.type, name };
  }
  throw new CommandUsageError(
    `one object is required: TYPE NAME or TYPE/NAME; ${words.join(" ")} names ${
      name === undefined ? "a type" : "several"
    }`,
  );
}

function pairTargets(word: string, types: readonly ServedType[]): readonly Target[] {
  const [type = "", name = "", ...rest] = word.split("/");
  if (type === "" || name === "" || rest.length > 0) {
    throw new CommandUsageError(`${JSON.stringify(word)} is not TYPE/NAME, such as pod/web`);
  }
  return typesNamed(type, types).map((one) => ({ type: one, names: [name] }));
}

function typesNamed(text: string, types: readonly ServedType[]): readonly ServedType[] {
  const found = text.split(",").flatMap((name) => {
    const type = findType(types, name);
    const matchingTypes = type ? [type] : typesOfCategory(types, name);
    if (matchingTypes.length === 0) throw unknownType(types, name);
    return matchingTypes;
  });
  return distinct(found);
}
