/**
 * Subjects of bindings as short texts, which are compared instead of objects: `U` and the name of a user, `G` and the name of a
 * group, `S` with the namespace and the name of a service account.
 */
import { goQuote } from "../../meta/go-quote.ts";
import type { User } from "../../meta/user.ts";

/** The subject of a binding, as the API represents it. */
export interface BindingSubject {
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string | undefined;
}

const accountPrefix = "system:serviceaccount:";

/**
 * Returns the text of a subject. Undefined if no user can match it.
 * @param bindingNamespace namespace of a service account without one. Empty: the binding has no namespace
 */
export function subjectText(
  { kind, name, namespace = "" }: BindingSubject,
  bindingNamespace: string,
): string | undefined {
  switch (kind) {
    case "User":
      return `U${name}`;
    case "Group":
      return `G${name}`;
    case "ServiceAccount": {
      const accountNamespace = namespace || bindingNamespace;
      return accountNamespace === "" ? undefined : `S${accountNamespace}:${name}`;
    }
    default:
      return undefined;
  }
}

/** Returns the texts of all subjects that match a user. */
export function subjectsOfUser({ name, groups }: User): readonly string[] {
  const subjects = [`U${name}`];
  if (name.startsWith(accountPrefix)) subjects.push(`S${name.slice(accountPrefix.length)}`);
  for (const group of groups) subjects.push(`G${group}`);
  return subjects;
}

/** Returns a subject as the reference describes it in the reason of a decision: `User "jane"`. */
export function describeSubject(text: string): string {
  const { kind, name, namespace } = parseSubject(text);
  return `${kind} ${goQuote(namespace === undefined ? name : `${name}/${namespace}`)}`;
}

/** Returns the subject of a text. */
function parseSubject(text: string): BindingSubject {
  const name = text.slice(1);
  if (text.startsWith("U")) return { kind: "User", name };
  if (text.startsWith("G")) return { kind: "Group", name };
  const end = name.indexOf(":");
  return { kind: "ServiceAccount", name: name.slice(end + 1), namespace: name.slice(0, end) };
}
