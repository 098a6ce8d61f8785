/** Flags of `orch create token`, and the options that they describe. */
import type { BoundObject, CreateTokenCommand } from "../../cli/index.ts";
import type { FlagSpec, FlagValues } from "../flags/flag-spec.ts";
import { UsageError } from "../flags/usage-error.ts";

const tokenGroup = "Tokens of service accounts";
const boundKinds = ["Pod", "Secret", "Node"] as const;

/** Flags of `orch create token`. */
export const createTokenFlags = [
  {
    name: "audience",
    type: "list",
    default: [],
    placeholder: "AUDIENCE",
    group: tokenGroup,
    doc: "Recipients that accept the token. Default: the server.",
  },
  {
    name: "duration",
    type: "duration",
    default: "0s",
    minMs: 0,
    group: tokenGroup,
    doc: "Requested lifetime of the token; 0 for the server's default. The server may choose another one.",
  },
  {
    name: "bound-object-kind",
    type: "enum",
    values: boundKinds,
    group: tokenGroup,
    doc: "Kind of the object that the token is bound to. The token becomes invalid when the object is deleted.",
  },
  {
    name: "bound-object-name",
    type: "string",
    placeholder: "NAME",
    group: tokenGroup,
    doc: "Name of this object.",
  },
  {
    name: "bound-object-uid",
    type: "string",
    placeholder: "UID",
    group: tokenGroup,
    doc: "UID of this object. Default: that of the object with this name.",
  },
] as const satisfies readonly FlagSpec[];

type TokenFlag = (typeof createTokenFlags)[number];

/** Returns the options that the words after `token` and the flags describe. @throws UsageError with every problem */
export function createTokenOptions(
  values: FlagValues<TokenFlag>,
  words: readonly string[],
): Omit<CreateTokenCommand, "output" | "missingKeys"> {
  const [account = "", ...others] = words;
  const problems = [
    ...(account === "" ? ["name a service account: token ACCOUNT"] : []),
    ...others.map((word) => `unexpected argument ${JSON.stringify(word)}`),
    ...(values.duration % 1000 === 0 ? [] : ["--duration must be a whole number of seconds"]),
    ...boundObjectProblems(values),
  ];
  if (problems.length > 0) throw new UsageError(problems);
  return { account, audiences: values.audience, durationMs: values.duration, boundObject: boundObjectOf(values) };
}

function boundObjectProblems(values: FlagValues<TokenFlag>): readonly string[] {
  const { "bound-object-kind": kind, "bound-object-name": name, "bound-object-uid": uid } = values;
  if (kind !== undefined) return name === undefined ? ["--bound-object-kind needs --bound-object-name"] : [];
  return [
    ...(name === undefined ? [] : ["--bound-object-name needs --bound-object-kind"]),
    ...(uid === undefined ? [] : ["--bound-object-uid needs --bound-object-kind"]),
  ];
}

function boundObjectOf(values: FlagValues<TokenFlag>): BoundObject | undefined {
  const { "bound-object-kind": kind, "bound-object-name": name, "bound-object-uid": uid } = values;
  return kind === undefined || name === undefined ? undefined : { kind, name, uid };
}
