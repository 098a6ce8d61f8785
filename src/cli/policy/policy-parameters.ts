/** Which objects of the files are parameters of policies. */
import { type Tree, textAt, treeAt } from "../../manifests/index.ts";
import { fromLabelSelector } from "../../meta/label-selector.ts";

/** An object of the files. */
interface FoundObject {
  readonly object: Tree;
}

/** Returns a function that reports whether a binding refers to an object as a parameter. */
export function parameterTest(
  policies: readonly FoundObject[],
  bindings: readonly FoundObject[],
): (object: Tree) => boolean {
  const types = new Map(
    policies.map(({ object }) => [nameOf(object), typeText(treeAt(object, "spec", "paramKind"))] as const),
  );
  const tests = bindings.flatMap(({ object }) => {
    const type = types.get(textAt(treeAt(object, "spec"), "policyName"));
    const reference = treeAt(object, "spec", "paramRef");
    return reference ? [(one: Tree): boolean => typeText(one) === type && isReferred(one, reference)] : [];
  });
  return (object) => tests.some((refersTo) => refersTo(object));
}

function isReferred(object: Tree, reference: Tree): boolean {
  const metadata = treeAt(object, "metadata");
  const namespace = textAt(reference, "namespace");
  if (namespace !== undefined && namespace !== (textAt(metadata, "namespace") ?? "default")) return false;
  const name = textAt(reference, "name");
  if (name !== undefined) return name === textAt(metadata, "name");
  const selector = treeAt(reference, "selector");
  if (!selector) return false;
  return fromLabelSelector(selector).matches((treeAt(metadata, "labels") ?? {}) as Labels);
}

type Labels = Readonly<Record<string, string>>;

function nameOf(object: Tree): string | undefined {
  return textAt(treeAt(object, "metadata"), "name");
}

/** Returns the type that an object or a reference names, as a key. */
export function typeText(type: Tree | undefined): string {
  return `${textAt(type, "apiVersion") ?? ""} ${textAt(type, "kind") ?? ""}`;
}
