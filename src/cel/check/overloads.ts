/** The overloads of a function, sorted for the checker. */
import type { FunctionDeclaration, Overload } from "../declarations/index.ts";
import { type Type, typeParts } from "../types/index.ts";

/** An overload, and the names of its type parameters. */
export interface OverloadCandidate {
  readonly overload: Overload;
  readonly typeParameters: readonly string[];
}

interface Candidates {
  readonly members: readonly OverloadCandidate[];
  readonly globals: readonly OverloadCandidate[];
}

const known = new WeakMap<FunctionDeclaration, Candidates>();

/** Returns the overloads of a function for calls with or without a target. */
export function candidatesOf(declaration: FunctionDeclaration, hasTarget: boolean): readonly OverloadCandidate[] {
  let candidates = known.get(declaration);
  if (candidates === undefined) {
    const all = declaration.overloads.map((overload) => ({ overload, typeParameters: parametersIn(overload) }));
    candidates = {
      members: all.filter(({ overload }) => overload.member),
      globals: all.filter(({ overload }) => !overload.member),
    };
    known.set(declaration, candidates);
  }
  return hasTarget ? candidates.members : candidates.globals;
}

function parametersIn({ parameters, result }: Overload): readonly string[] {
  const names = new Set<string>();
  const collect = (type: Type): void => {
    if (type.kind === "parameter") names.add(type.name);
    for (const part of typeParts(type)) collect(part);
  };
  for (const type of [...parameters, result]) collect(type);
  return [...names];
}
