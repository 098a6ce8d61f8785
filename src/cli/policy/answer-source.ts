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

/** A form of a text. */
interface TextForm {
  readonly source: string;
  /** Texts before the part that the pattern matches. An empty one is the beginning of the text. */
  readonly after: readonly string[];
  /** Matches the beginning of the part. The message follows the match. Its groups are `name` and `binding`. */
  readonly pattern: RegExp;
}

const quoted = String.raw`"(?<name>(?:[^"\\]|\\.)*)"`;
const bound = String.raw`'(?<name>[^']*)'(?: with binding '(?<binding>[^']*)')?`;
const anywhere = ["", ": "];
const ofObject = ["forbidden: "];

/** The texts of a server. An error is also introduced by the name of its object. */
const forms: readonly TextForm[] = [
  {
    source: "ValidatingAdmissionPolicy",
    after: anywhere,
    pattern: new RegExp(`^ValidatingAdmissionPolicy ${bound} denied request: `),
  },
  {
    source: "ValidatingAdmissionPolicy",
    after: [""],
    pattern: new RegExp(`^Validation failed for ValidatingAdmissionPolicy ${bound}: `),
  },
  {
    source: "MutatingAdmissionPolicy",
    after: [""],
    pattern: new RegExp(`^policy (?:"(?<quotedName>[^"]*)"|${bound}) denied request: `),
  },
  {
    source: "webhook",
    after: [""],
    pattern: new RegExp(`^admission webhook ${quoted} (?=denied the request|does not support dry run)`),
  },
  { source: "webhook", after: ["failed calling webhook "], pattern: new RegExp(`^${quoted}: `) },
  {
    source: "PodSecurity",
    after: ["", ": "],
    pattern: new RegExp(`^(?:would violate|violates) PodSecurity ${quoted}: `),
  },
  { source: "ResourceQuota", after: ofObject, pattern: /^exceeded quota: (?<name>[^,]+), (?=requested: )/ },
  {
    source: "ResourceQuota",
    after: ofObject,
    pattern:
      /^failed quota: (?<name>[^:]+): (?=must specify )|^status unknown for quota: (?<quotedName>[^,]+), (?=resources: )/,
  },
  { source: "ResourceQuota", after: ofObject, pattern: /^(?=insufficient quota to (?:consume|match these scopes): )/ },
  {
    source: "RuntimeClass",
    after: ofObject,
    pattern:
      /^(?=pod rejected: (?:RuntimeClass |Pod's Overhead |Pod Overhead )|conflict: runtimeClass\.scheduling\.nodeSelector\[)/,
  },
  {
    source: "LimitRanger",
    after: ofObject,
    pattern: /^(?=\[?(?:minimum|maximum) \S+ usage per |\[?\S+ max limit to request ratio per )/,
  },
  { source: "ServiceAccount", after: ofObject, pattern: /^(?=error looking up service account )/ },
  {
    source: "Priority",
    after: ofObject,
    pattern:
      /^(?=no PriorityClass with name |the (?:integer value of priority|string value of PreemptionPolicy) \(|PriorityClass \S+ is already marked as default\.)/,
  },
  {
    source: "PersistentVolumeClaimResize",
    after: ofObject,
    pattern:
      /^(?=Only bound persistent volume claims can be expanded$|only dynamically provisioned pvc can be resized and the storageclass )/,
  },
  {
    source: "OwnerReferencesPermissionEnforcement",
    after: ofObject,
    pattern:
      /^(?=cannot set (?:an ownerRef on a resource you can't delete: |blockOwnerDeletion (?:if|in this case because) ))/,
  },
  {
    source: "NodeRestriction",
    after: ofObject,
    pattern: /^(?=node "(?:[^"\\]|\\.)*" (?:is not allowed to|can only|cannot) )/,
  },
  { source: "NamespaceLifecycle", after: [""], pattern: /^(?=namespaces "[^"]*" not found$)/ },
  {
    source: "NamespaceLifecycle",
    after: ofObject,
    pattern: /^(?=unable to create new content in namespace |this namespace may not be deleted$)/,
  },
  { source: "authorization", after: ofObject, pattern: /^(?=User "(?:[^"\\]|\\.)*" cannot \S+ resource )/ },
  { source: "the decoding of the object", after: anywhere, pattern: /^(?=strict decoding error: )/ },
];

/** Returns the source that a text of a server names. */
export function sourcedMessage(text: string): SourcedMessage {
  for (const { source, after, pattern } of forms) {
    for (const part of partsAfter(text, after)) {
      const match = pattern.exec(part);
      if (!match) continue;
      const { quotedName, name = quotedName, binding } = match.groups ?? {};
      const message = part.slice(match[0].length);
      return { source, name, binding, message: message.replace(/^denied the request: /, "") };
    }
  }
  return { source: undefined, name: undefined, binding: undefined, message: text };
}

/** Parts of a text that are compared with a form. */
const partsMax = 100;

/** Returns the parts of a text that follow one of the introductions. */
function partsAfter(text: string, introductions: readonly string[]): readonly string[] {
  return introductions.flatMap((introduction) => {
    if (introduction === "") return [text];
    const parts: string[] = [];
    let at = text.indexOf(introduction);
    while (at >= 0 && parts.length < partsMax) {
      parts.push(text.slice(at + introduction.length));
      at = text.indexOf(introduction, at + 1);
    }
    return parts;
  });
}

/** Returns the source for output: `ValidatingAdmissionPolicy names with binding all`. Undefined if the text names none. */
export function sourceTitle({ source, name, binding }: SourcedMessage): string | undefined {
  if (source === undefined) return undefined;
  const title = name === undefined ? source : `${source} ${name}`;
  return binding === undefined ? title : `${title} with binding ${binding}`;
}
