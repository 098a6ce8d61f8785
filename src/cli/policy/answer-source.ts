/** Finds the policy, plugin or webhook that an error or a warning names. */

/** A message and its source. */
export interface SourcedMessage {
  /** Such as `ValidatingAdmissionPolicy`. Undefined if the text names no source. */
  readonly source: string | undefined;
  /** Name of the policy or webhook, or the level of PodSecurity. */
  readonly name: string | undefined;
  /** Undefined unless a policy denies or warns because of a binding. */
  readonly binding: string | undefined;
  /** The text that follows the source. The whole text without a source. */
  readonly message: string;
}

/** A form of a text. Its groups are `name`, `binding` and `message`. */
interface TextForm {
  readonly source: string;
  readonly pattern: RegExp;
}

const quoted = String.raw`"(?<name>(?:[^"\\]|\\.)*)"`;
const bound = String.raw`'(?<name>[^']*)'(?: with binding '(?<binding>[^']*)')?`;

/** The texts of a server. An error is also introduced by the name of its object. */
const forms: readonly TextForm[] = [
  {
    source: "ValidatingAdmissionPolicy",
    pattern: new RegExp(`(?:^|: )ValidatingAdmissionPolicy ${bound} denied request: (?<message>.*)$`, "s"),
  },
  {
    source: "ValidatingAdmissionPolicy",
    pattern: new RegExp(`^Validation failed for ValidatingAdmissionPolicy ${bound}: (?<message>.*)$`, "s"),
  },
  {
    source: "MutatingAdmissionPolicy",
    pattern: new RegExp(`^policy (?:"(?<quotedName>[^"]*)"|${bound}) denied request: (?<message>.*)$`, "s"),
  },
  {
    source: "webhook",
    pattern: new RegExp(
      `^admission webhook ${quoted} (?<message>(?:denied the request|does not support dry run).*)$`,
      "s",
    ),
  },
  { source: "webhook", pattern: new RegExp(`failed calling webhook ${quoted}: (?<message>.*)$`, "s") },
  {
    source: "PodSecurity",
    pattern: new RegExp(`(?:^would violate|: violates) PodSecurity ${quoted}: (?<message>.*)$`, "s"),
  },
  {
    source: "ResourceQuota",
    pattern: /forbidden: exceeded quota: (?<name>[^,]+), (?<message>requested: .*)$/s,
  },
  {
    source: "LimitRanger",
    pattern: /forbidden: (?<message>\[?(?:(?:minimum|maximum) \S+ usage per |\S+ max limit to request ratio per ).*)$/s,
  },
  { source: "ServiceAccount", pattern: /forbidden: (?<message>error looking up service account .*)$/s },
  { source: "Priority", pattern: /forbidden: (?<message>no PriorityClass with name .*)$/s },
  { source: "NamespaceLifecycle", pattern: /^(?<message>namespaces "[^"]*" not found)$/ },
  {
    source: "NamespaceLifecycle",
    pattern: /forbidden: (?<message>unable to create new content in namespace .*)$/s,
  },
  { source: "authorization", pattern: /forbidden: (?<message>User "(?:[^"\\]|\\.)*" cannot \S+ resource .*)$/s },
  { source: "the decoding of the object", pattern: /(?:^|: )(?<message>strict decoding error: .*)$/s },
];

/** Returns the source that a text of a server names. */
export function sourcedMessage(text: string): SourcedMessage {
  for (const { source, pattern } of forms) {
    const groups = pattern.exec(text)?.groups;
    if (!groups) continue;
    const { name = groups["quotedName"], binding, message = "" } = groups;
    return { source, name, binding, message: message.replace(/^denied the request: /, "") };
  }
  return { source: undefined, name: undefined, binding: undefined, message: text };
}

/** Returns the source for output: `ValidatingAdmissionPolicy names with binding all`. Undefined if the text names none. */
export function sourceTitle({ source, name, binding }: SourcedMessage): string | undefined {
  if (source === undefined) return undefined;
  const title = name === undefined ? source : `${source} ${name}`;
  return binding === undefined ? title : `${title} with binding ${binding}`;
}
