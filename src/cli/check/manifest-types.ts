/** The custom types that the manifests of one command define. */
import { customResourceDefinition } from "../../api/index.ts";
import { type KnownType, type Tree, textAt, treeAt, treesAt } from "../../manifests/index.ts";
import { parseGroupVersion } from "../../meta/group-version.ts";
import type { Vocabulary } from "../../meta/vocabulary.ts";
import type { ServedNames } from "./judge.ts";

/** The part of a definition that decides which objects are of its type. */
export interface ManifestType {
  /** The vocabulary of its definition. */
  readonly vocabulary: Vocabulary;
  /** Whether a server accepts its definition. */
  readonly isDefined: boolean;
  readonly plural: string;
  readonly scope: ServedNames["scope"];
  /** Names of the served versions. */
  readonly versions: readonly string[];
}

/** Whether the type is that of definitions, in its present version. */
export function isTypeOfDefinitions({ declaration }: KnownType): boolean {
  return declaration?.kind === customResourceDefinition.kind && declaration.group === customResourceDefinition.group;
}

/** Custom types by group and kind. */
export class ManifestTypes {
  readonly #types = new Map<string, ManifestType>();

  /** Adds the type of a definition. */
  add(definition: Tree, { vocabulary, isDefined }: Pick<ManifestType, "vocabulary" | "isDefined">): void {
    const spec = treeAt(definition, "spec");
    const names = treeAt(spec, "names");
    const served = treesAt(spec, "versions").filter((version) => version["served"] === true);
    this.#types.set(keyOf(textAt(spec, "group"), textAt(names, "kind")), {
      vocabulary,
      isDefined,
      plural: textAt(names, "plural") ?? "",
      scope: textAt(spec, "scope") === "Cluster" ? "Cluster" : "Namespaced",
      versions: served.map((version) => textAt(version, "name") ?? ""),
    });
  }

  /** Returns the type of an object; undefined if no manifest defines it. */
  find(object: Tree): ManifestType | undefined {
    const version = parseGroupVersion(textAt(object, "apiVersion") ?? "");
    return this.#types.get(keyOf(version?.group, textAt(object, "kind")));
  }
}

function keyOf(group = "", kind = ""): string {
  return `${group}/${kind}`;
}
