import { resolve } from "node:path";
import { issuerUrlProblem } from "../../client/oidc/index.ts";
import { vocabularyNames } from "../../meta/vocabulary.ts";
import { type Command, commandGroups } from "../command-line/command.ts";
import type { FlagSpec, FlagValues } from "../flags/flag-spec.ts";
import { withDefaults } from "../flags/flag-value.ts";
import { parseArguments } from "../flags/parse-flags.ts";
import { UsageError } from "../flags/usage-error.ts";
import { type LogoutInvocation, runLogout } from "../login/run-logout.ts";
import { exitCodesText } from "./shared-text.ts";

const loginsGroup = "Logins";

const flags = [
  {
    name: "issuer-url",
    type: "string",
    placeholder: "URL",
    group: loginsGroup,
    check: issuerUrlProblem,
    doc: "URL of the OpenID Connect issuer.",
  },
  {
    name: "client-id",
    type: "string",
    placeholder: "ID",
    group: loginsGroup,
    doc: "Client of the issuer. Default: all clients.",
  },
  {
    name: "all",
    type: "boolean",
    default: false,
    group: loginsGroup,
    doc: "End the logins at all issuers.",
  },
  {
    name: "vocabulary",
    type: "enum",
    values: vocabularyNames,
    default: "orch",
    group: loginsGroup,
    doc: "Vocabulary of the logins. With kubernetes, they are those in ~/.kube/login.",
  },
  {
    name: "ca-file",
    type: "path",
    group: "Issuer",
    doc: "Certificates in PEM that verify the issuers. Default: those of the system.",
  },
] as const satisfies readonly FlagSpec[];

type LogoutFlag = (typeof flags)[number];

/** `orch logout`. */
export const logoutCommand: Command<LogoutInvocation> = {
  name: "logout",
  group: commandGroups.objects,
  usage: "--issuer-url=URL | --all [flags]",
  summary: "remove stored logins, and end them at their issuers",
  doc: [
    "Removes the tokens that `orch login` has stored, with any scopes. If the issuer has an endpoint for it, the refresh token is " +
      "revoked. ID tokens cannot be revoked: a copy stays valid until it expires.",
    "A login is removed even if its issuer does not respond. The client configuration does not change: `orch login` can use its " +
      "user again.",
    exitCodesText("a refresh token was not revoked"),
  ],
  examples: [
    ["orch logout --issuer-url=https://login.example.com", "the logins at one issuer"],
    ["orch logout --all", "all logins"],
  ],
  program: "client",
  flags,
  read(args, { cwd }) {
    const { explicitValues, rejectedNames, problems, words } = parseArguments<LogoutFlag>(flags, args);
    const values = withDefaults<LogoutFlag>(flags, explicitValues);
    const allProblems = [...problems, ...problemsOf(values, rejectedNames, words)];
    if (allProblems.length > 0) throw new UsageError(allProblems);
    const { "issuer-url": issuerUrl, "client-id": clientId, "ca-file": caFile, vocabulary } = values;
    return {
      command: { issuerUrl, clientId },
      vocabulary,
      caFile: caFile === undefined ? undefined : resolve(cwd, caFile),
    };
  },
  run: runLogout,
};

function problemsOf(
  values: FlagValues<LogoutFlag>,
  rejectedNames: ReadonlySet<string> | undefined,
  words: readonly string[],
): readonly string[] {
  const hasIssuer = values["issuer-url"] !== undefined || rejectedNames?.has("issuer-url") === true;
  return [
    ...words.map((word) => `unexpected argument ${JSON.stringify(word)}`),
    ...(hasIssuer === values.all ? ["name the logins to end, with either --issuer-url or --all"] : []),
    ...(values.all && values["client-id"] !== undefined ? ["--client-id needs --issuer-url"] : []),
  ];
}
