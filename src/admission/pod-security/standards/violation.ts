/** A violation of one check, and the words that violations share. */

/** The reason why a check rejects a Pod. */
export interface Violation {
  /** The name of the problem. It has no names or values, so that many Pods can share it. */
  readonly reason: string;
  /** The parts of the Pod that cause it. */
  readonly detail: string;
}

/** Returns all reasons in one text. */
export function reasonsOf(violations: readonly Violation[]): string {
  return violations.map(({ reason }) => reason).join(", ");
}

/** Returns all reasons with their details in one text. */
export function detailsOf(violations: readonly Violation[]): string {
  return violations.map(({ reason, detail }) => `${reason} (${detail})`).join(", ");
}

/** Returns texts in quotes, which are not escaped, with commas between them. */
export function quoted(texts: readonly string[]): string {
  return texts.map((text) => `"${text}"`).join(", ");
}

/** Returns different texts in their order. */
export function sortedSet(texts: Iterable<string>): readonly string[] {
  return [...new Set(texts)].sort();
}

/** Returns the plural of a word, which adds an s, unless there is one. */
export function counted(word: string, count: number): string {
  return count === 1 ? word : `${word}s`;
}

/** Returns `container "a"`, or `containers "a", "b"`. */
export function containersText(containers: readonly { readonly name: string }[]): string {
  return namesText("container", containers);
}

/** Returns a word and names: `volume "a"`, or `volumes "a", "b"`. */
export function namesText(word: string, items: readonly { readonly name: string }[]): string {
  return `${counted(word, items.length)} ${quoted(items.map(({ name }) => name))}`;
}

/** Returns the subject of a sentence about a Pod, its containers, or both: `pod and container "a"`. */
export function settersText(isPod: boolean, containers: readonly { readonly name: string }[]): string {
  const names = containers.length === 0 ? [] : [containersText(containers)];
  return [...(isPod ? ["pod"] : []), ...names].join(" and ");
}
