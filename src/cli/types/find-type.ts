/**
 * Finds the type that a user means: by plural, singular, kind or short name, optionally followed by `.group` or
 * `.version.group`.
 */

import { nearestName } from "../../base/nearest-name.ts";
import { splitOnce } from "../../base/split-once.ts";
import { formatGroupVersion, type GroupVersionKind } from "../../meta/group-version.ts";
import { CommandError } from "../terminal.ts";
import type { ServedType } from "./served-type.ts";

/**
 * Finds a type by name. A plural, singular or kind takes precedence over a short name. Among several types with the
 * same name, the first one is returned.
 * @returns undefined if there is none
 */
export function findType(types: readonly ServedType[], text: string): ServedType | undefined {
  const [name, place = ""] = splitOnce(text.toLowerCase(), ".");
  if (name === "") return undefined;
  const candidates = place === "" ? types : typesAt(types, place);
  return (
    candidates.find(({ plural, singular, kind }) => [plural, singular, kind.toLowerCase()].includes(name)) ??
    candidates.find(({ shortNames }) => shortNames.includes(name))
  );
}

/** Returns the types of a category, each in its preferred version. */
export function typesOfCategory(types: readonly ServedType[], category: string): readonly ServedType[] {
  return types.filter(({ categories, isPreferred }) => isPreferred && categories.includes(category));
}

/** Finds a type by name. @throws CommandError with the most similar name, if there is none */
export function typeNamed(types: readonly ServedType[], text: string): ServedType {
  const found = findType(types, text);
  if (found) return found;
  throw unknownType(types, text);
}

/** Returns the error for an unknown type, with the most similar name. */
export function unknownType(types: readonly ServedType[], text: string): CommandError {
  const [name, place = ""] = splitOnce(text.toLowerCase(), ".");
  const typeInOtherGroup = place === "" ? undefined : findType(types, name);
  const names = types.flatMap(({ plural, singular, shortNames }) => [plural, singular, ...shortNames]);
  const suggestion = typeInOtherGroup ? fullName(typeInOtherGroup) : nearestName(name.slice(0, 100), names);
  const hint = suggestion === undefined ? ";" : `; did you mean ${suggestion}?`;
  return new CommandError(
    `the server has no type ${JSON.stringify(text.slice(0, 100))}${hint} \`orch api-resources\` lists the types`,
  );
}

/** Finds the type of an object by its group, version and kind. @throws CommandError if there is none */
export function typeOfObject(types: readonly ServedType[], { group, version, kind }: GroupVersionKind): ServedType {
  const sameKind = types.filter((type) => type.kind === kind);
  const found = sameKind.find((type) => type.group === group && type.version === version);
  if (found) return found;
  const requestedVersion = formatGroupVersion({ group, version });
  const [other] = [...sameKind.filter((type) => type.group === group), ...sameKind];
  if (other) {
    throw new CommandError(
      `the server has no ${kind} in ${requestedVersion}; it serves it in ${formatGroupVersion(other)}`,
    );
  }
  const suggestion = nearestName(
    kind.slice(0, 100),
    types.map((type) => type.kind),
  );
  const hint = suggestion === undefined ? "" : `; did you mean ${suggestion}?`;
  throw new CommandError(`the server has no kind ${JSON.stringify(kind.slice(0, 100))} in ${requestedVersion}${hint}`);
}

/**
 * Returns the types of a group or group version. A unique prefix of the group suffices, as in `ingresses.networking`.
 */
function typesAt(types: readonly ServedType[], place: string): readonly ServedType[] {
  const exact = types.filter(({ group, version }) => {
    const inVersion = `${version}.${group}`;
    return group === place || inVersion === place || (group === "" && version === place);
  });
  return exact.length > 0 ? exact : types.filter(({ group }) => group.startsWith(place));
}

function fullName({ plural, version, group }: ServedType): string {
  return group === "" ? plural : `${plural}.${version}.${group}`;
}
