import { resolve } from "node:path";
import { issuerUrlProblem } from "../../client/oidc/index.ts";
import { type Command, commandGroups } from "../command-line/command.ts";
import { serverChoiceFlags } from "../command-line/connection-flags.ts";
import type { FlagSpec, FlagValues } from "../flags/flag-spec.ts";
import { withDefaults } from "../flags/flag-value.ts";
import { parseArguments } from "../flags/parse-flags.ts";
import { UsageError } from "../flags/usage-error.ts";
import { type LoginInvocation, runLogin } from "../login/run-login.ts";
import { exitCodesText } from "./shared-text.ts";

const issuerGroup = "Issuer";
const loginGroup = "Login";
const configurationGroup = "Client configuration";

const flags = [
  {
    name: "issuer-url",
    type: "string",
    placeholder: "URL",
    group: issuerGroup,
    check: issuerUrlProblem,
    doc: "URL of the OpenID Connect issuer. Required.",
  },
  {
    name: "client-id",
    type: "string",
    placeholder: "ID",
    group: issuerGroup,
    doc: "Client that the issuer has registered for this program. Required.",
  },
  {
    name: "client-secret",
    type: "string",
    placeholder: "SECRET",
    group: issuerGroup,
    doc: "Secret of this client, if it has one. It is stored with the tokens.",
  },
  {
    name: "scopes",
    type: "list",
    default: ["openid", "offline_access"],
    placeholder: "SCOPE",
    group: issuerGroup,
    doc: "Scopes to request. The scope openid is always requested. Without offline_access, many issuers return no refresh token.",
  },
  {
    name: "ca-file",
    type: "path",
    group: issuerGroup,
    doc: "Certificates in PEM that verify the issuer. Default: those of the system.",
  },
  {
    name: "device",
    type: "boolean",
    default: false,
    group: loginGroup,
    doc: "Print a code to enter in a browser on any device, instead of using a browser on this machine.",
  },
  {
    name: "port",
    type: "integer",
    default: 0,
    min: 0,
    max: 65_535,
    group: loginGroup,
    doc: "Port of this machine to which the browser returns, as http://127.0.0.1:PORT/callback; 0 for a free port.",
  },
  {
    name: "open-browser",
    type: "boolean",
    default: true,
    group: loginGroup,
    doc: "Open the browser. The URL is always printed.",
  },
  {
    name: "user",
    type: "string",
    placeholder: "NAME",
    default: "oidc",
    group: configurationGroup,
    doc: "Name of the user in the client configuration.",
  },
  {
    name: "configure",
    type: "boolean",
    default: true,
    group: configurationGroup,
    doc: "Write the user, and a context that uses it, into the client configuration.",
  },
  ...serverChoiceFlags,
] as const satisfies readonly FlagSpec[];

type LoginFlag = (typeof flags)[number];

/** `orch login`. */
export const loginCommand: Command<LoginInvocation> = {
  name: "login",
  group: commandGroups.objects,
  usage: "[token] --issuer-url=URL --client-id=ID [flags]",
  summary: "log in at an OpenID Connect issuer",
  doc: [
    "Logs in with a browser on this machine, or with --device on any other one. The tokens are stored in the folder login beside " +
      "the client configuration in the home directory, in files that only you can read. They are renewed until the issuer ends " +
      "the login.",
    "The client configuration gets a user that runs `orch login token`, and a context with this user and the cluster of the " +
      "current context. This context becomes the current one. Other entries do not change. The file is the one of --kubeconfig, " +
      "else one of those in ORCHCONFIG, else ~/.orch/config.",
    "`orch login token` is a credential plugin for clients such as `orch` and kubectl. It prints an ExecCredential with the stored " +
      "token, and renews it if necessary. If the login has ended, it lets you log in again, but only on a terminal.",
    exitCodesText("the login failed"),
  ],
  examples: [
    ["orch login --issuer-url=https://login.example.com --client-id=orch", "log in with the browser"],
    [
      "orch login --issuer-url=https://login.example.com --client-id=orch --device",
      "log in from a machine without a browser",
    ],
  ],
  program: "client",
  flags,
  read(args, { cwd }) {
    const { explicitValues, rejectedNames, problems, words } = parseArguments<LoginFlag>(flags, args);
    const values = withDefaults<LoginFlag>(flags, explicitValues);
    const allProblems = [...problems, ...problemsOf(values, rejectedNames, words)];
    if (allProblems.length > 0) throw new UsageError(allProblems);
    return invocationOf(values, words, cwd);
  },
  run: runLogin,
};

const requiredFlags = ["issuer-url", "client-id"] as const satisfies readonly LoginFlag["name"][];

function problemsOf(
  values: FlagValues<LoginFlag>,
  rejectedNames: ReadonlySet<string> | undefined,
  words: readonly string[],
): readonly string[] {
  const [action, ...others] = words;
  const unexpectedWords = action === undefined || action === "token" ? others : words;
  return [
    ...unexpectedWords.map((word) => `unexpected argument ${JSON.stringify(word)}`),
    ...requiredFlags
      .filter((name) => values[name] === undefined && !rejectedNames?.has(name))
      .map((name) => `--${name} is required`),
  ];
}

function invocationOf(values: FlagValues<LoginFlag>, words: readonly string[], cwd: string): LoginInvocation {
  const { "issuer-url": issuerUrl = "", "client-id": clientId = "", "ca-file": caFile } = values;
  const settings = {
    issuerUrl,
    clientId,
    clientSecret: values["client-secret"],
    scopes: [...new Set(["openid", ...values.scopes])],
    usesDevice: values.device,
    port: values.port,
    opensBrowser: values["open-browser"],
  };
  const action = words[0] === "token" ? "token" : "login";
  const { kubeconfig: path, context, user: userName } = values;
  return {
    command: {
      action,
      settings,
      vocabulary: values.vocabulary,
      caFile: caFile === undefined ? undefined : resolve(cwd, caFile),
    },
    configuration: values.configure ? { path, context, userName } : undefined,
  };
}
