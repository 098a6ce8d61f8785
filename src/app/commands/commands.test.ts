import { describe, expect, test } from "vitest";
import type { PrintedText } from "../command-line/printed-text.ts";
import { readCommandLine } from "../command-line/read-command-line.ts";
import { upFlags } from "../config/server-flags.ts";
import { isListed } from "../flags/flag-help.ts";
import { commands } from "./index.ts";

type Reading = PrintedText | { readonly command: string; readonly options: unknown };

async function parse(args: readonly string[], columns = 80): Promise<Reading> {
  const invocation = await readCommandLine(args, { cwd: "/somewhere/there", columns, commands });
  if (invocation.kind !== "run") return invocation;
  const { command, options } = invocation;
  return command.name === "help" ? (options as PrintedText) : { command: command.name, options };
}

function textOf(reading: Reading, kind: PrintedText["kind"]): string {
  if ("kind" in reading && reading.kind === kind) return reading.text;
  throw new Error(`not ${kind}: ${JSON.stringify(reading)}`);
}

async function helpText(...args: string[]): Promise<string> {
  return textOf(await parse(args), "help");
}

test.each([[[]], [["help"]], [["--help"]], [["-h"]], [["help", "--help"]]])(
  "orch %j lists the commands",
  async (args) => {
    expect(await helpText(...args)).toBe(`orch is a complete cluster resource API in one program.

Usage: orch <command> [flags]

Servers:
  up                  run a whole cluster on this machine
  apiserver           run the API server alone
  controller-manager  run the controllers in a separate process
  backup              write the state of a cluster to a file
  restore             create the store of a cluster from a backup
  storage             check, measure, compact, rewrite and copy stores

Objects:
  get                 show objects
  watch               show changes of objects
  create              create objects, and tokens of service accounts
  apply               create or change objects as manifests describe
  diff                show what \`orch apply\` would change
  patch               change fields of objects
  label               set or remove labels of objects
  delete              delete objects and wait until they are deleted
  history             show the changes of an object
  undo                write an earlier state of an object back
  owners              show the field managers of an object's fields
  explain             explain a type of objects and its fields
  api-resources       list the types that the server serves
  whoami              show the user as whom the server authenticates you
  auth                ask what users may do and why, and reconcile roles
  token               create, list and delete bootstrap tokens
  kubeconfig          print a client configuration file of the server
  login               log in at an OpenID Connect issuer
  logout              remove stored logins, and end them at their issuers

Manifests without a server:
  convert             update manifests of removed versions
  check               validate manifests without a server
  types               print TypeScript types of custom types
  crd                 report what a change of custom types breaks
  cel                 evaluate an expression (CEL) on an object
  policy              test and explain policies

Others:
  completion          print a completion script for a shell
  version             print the version
  help                explain a command and its flags

\`orch help <command>\` explains a command and its flags.
`);
  },
);

test.each([[["help", "up"]], [["up", "--help"]], [["up", "-h", "--nonsense"]]])(
  "orch %j explains the command",
  async (args) => {
    const text = await helpText(...args);
    expect(text).toMatch(/^Usage: orch up \[flags\]\n\nRuns the API server/);
    const lines = text.split("\n").map((line) => line.replace(/^ {2}-\w, /, "  "));
    for (const { name, type } of upFlags.filter((flag) => isListed(flag))) {
      const [shown, whole] = [`  --${name}${type === "boolean" ? " " : "="}`, `  --${name}`];
      expect(
        lines.some((line) => line.startsWith(shown) || line === whole),
        `help does not show --${name}`,
      ).toBe(true);
    }
  },
);

test("flags are aligned, wrapped and shown with their defaults", async () => {
  expect(await helpText("up", "--help")).toContain(`
Serving:
  --bind-address=IP             Address to listen on; 0.0.0.0 or :: for all
                                interfaces. (default 127.0.0.1)
  --secure-port=NUMBER          Port for HTTPS; 0 takes a free port, which the
                                ready line names. (default 6443)
`);
  expect(await helpText("up", "--help")).toContain(`
  --min-request-timeout=SECONDS
                                Shortest duration of a watch whose client does
`);
});

test.each([
  [40, 80],
  [80, 80],
  [93, 93],
  [500, 100],
])("in a terminal of %i columns help is %i wide", async (columns, width) => {
  const lines = textOf(await parse(["help", "up"], columns), "help").split("\n");
  const longest = Math.max(...lines.map(({ length }) => length));
  expect(longest).toBeLessThanOrEqual(width);
  expect(longest).toBeGreaterThan(width - 8);
});

test("every command has its own help", async () => {
  for (const { name } of commands) expect(await helpText("help", name)).toContain(`Usage: orch ${name}`);
});

test("orch up and orch apiserver return their configuration", async () => {
  expect(await parse(["up", "--secure-port", "0"])).toMatchObject({
    command: "up",
    options: { command: "up", listener: { port: 0 } },
  });
  expect(await parse(["apiserver"])).toMatchObject({ command: "apiserver", options: { command: "apiserver" } });
});

test.each([[["version"]], [["--version"]]])("orch %j runs the version command", async (args) => {
  expect(await parse(args)).toEqual({ command: "version", options: undefined });
});

test("an unknown flag is rejected with the most similar name", async () => {
  expect(await parse(["up", "--secure-prot=1"])).toEqual({
    kind: "rejected",
    text: "orch up: unknown flag --secure-prot; did you mean --secure-port?\n`orch up --help` explains the flags.\n",
  });
});

test("several problems are listed on separate lines", async () => {
  expect(await parse(["apiserver", "--storage=disk", "--tls-cert-file=a"])).toEqual({
    kind: "rejected",
    text: `orch apiserver:
  --storage must be lmdb or memory, not "disk"
  --tls-cert-file needs --tls-private-key-file
\`orch apiserver --help\` explains the flags.
`,
  });
});

test("an unknown command is rejected with the most similar name", async () => {
  expect(await parse(["versoin"])).toEqual({
    kind: "rejected",
    text: 'orch: unknown command "versoin"; did you mean version?\n`orch help` lists the commands.\n',
  });
  expect(await parse(["help", "xyz"])).toEqual({
    kind: "rejected",
    text: 'orch: unknown command "xyz"\n`orch help` lists the commands.\n',
  });
  expect(await parse(["--secure-port=0"])).toMatchObject({ kind: "rejected" });
});

test("a command without flags rejects flags", async () => {
  expect(await parse(["version", "--short"])).toMatchObject({
    kind: "rejected",
    text: expect.stringContaining("--short"),
  });
});

test("--filename can be written in full or as -f", async () => {
  for (const args of [
    ["-f", "a.yaml,b", "-f=-", "-R", "-o", "json"],
    ["--filename=a.yaml", "--filename=b", "--filename", "-", "--recursive", "--output=json"],
  ]) {
    expect(await parse(["convert", ...args])).toMatchObject({
      command: "convert",
      options: { files: ["a.yaml", "b", "-"], recursive: true, output: "json", outputVersion: undefined },
    });
  }
});

test.each([
  [["check"], "orch check: manifests are required: -f FILE, -f FOLDER, or -f - for standard input"],
  [
    ["check", "-f", "x", "--costs", "-o", "json"],
    'orch check:\n  unexpected argument "-o"\n  unexpected argument "json"',
  ],
  [["convert", "-f", "x", "-o", "xml"], "orch convert: --output must be yaml or json"],
  [
    ["convert", "-f"],
    "orch convert:\n  --filename needs a value\n  manifests are required: -f FILE, -f FOLDER, or -f - for",
  ],
])("orch %j is rejected", async (args, text) => {
  expect(textOf(await parse(args), "rejected")).toContain(text);
});

describe("commands that ask a server", () => {
  test("client commands accept words and flags in any order", async () => {
    expect(await parse(["get", "-n", "shop", "pods", "web", "-oyaml", "--context=c"])).toMatchObject({
      command: "get",
      options: {
        connection: { namespace: "shop", context: "c", path: undefined, vocabulary: "orch", colour: "auto" },
        options: { words: ["pods", "web"], output: "yaml", isWide: false, chunkSize: 500, allNamespaces: false },
      },
    });
    expect(await parse(["get", "pods", "-Awo", "wide"])).toMatchObject({
      options: { options: { allNamespaces: true, watch: true, output: undefined, isWide: true } },
    });
    expect(
      await parse(["apply", "-Rf", "a,b", "--force-conflicts", "--dry-run=server", "--validate=warn"]),
    ).toMatchObject({
      options: {
        options: {
          files: ["a", "b"],
          recursive: true,
          forceConflicts: true,
          dryRun: "server",
          fieldValidation: "Warn",
          fieldManager: "orch",
        },
      },
    });
    expect(
      await parse(["delete", "pod/web", "--wait=false", "--timeout=1m", "--grace-period=0", "--cascade", "orphan"]),
    ).toMatchObject({
      options: { options: { wait: false, timeoutMs: 60_000, gracePeriod: 0, cascade: "orphan" } },
    });
    expect(await parse(["api-resources"])).toMatchObject({ options: { options: { namespaced: undefined } } });
    expect(await parse(["api-resources", "--namespaced=false"])).toMatchObject({
      options: { options: { namespaced: false } },
    });
  });

  test.each([
    [["get", "pods", "-o", "xml"], "orch get: --output must be yaml or json or name or wide"],
    [["get", "--selektor=a"], "orch get: unknown flag --selektor; did you mean --selector?"],
    [["apply", "-f"], "orch apply: --filename needs a value"],
    [
      ["apply", "--dry-run=local", "-x"],
      'orch apply:\n  --dry-run must be none or client or server, not "local"\n  unexpected argument "-x"',
    ],
    [["get", "-o", "jsonpath"], 'orch get: --output needs more than "jsonpath": jsonpath=TEMPLATE'],
    [["delete", "--grace-period=-1"], "orch delete: --grace-period must be a whole number from 0 to"],
    [["completion"], "orch completion: name a shell: bash or zsh"],
    [["completion", "fish"], 'orch completion: no script exists for "fish"; name another shell: bash or zsh'],
    [["completion", "bash", "zsh"], 'orch completion: unexpected argument "zsh"'],
    [["whoami", "ann"], 'orch whoami: unexpected argument "ann"'],
    [["kubeconfig", "deployer"], 'orch kubeconfig: unexpected argument "deployer"'],
    [["api-resources", "a", "-x"], 'orch api-resources:\n  unexpected argument "-x"\n  unexpected argument "a"'],
  ])("the client command %j is rejected", async (args, text) => {
    expect(textOf(await parse(args), "rejected")).toContain(text);
  });

  test("the help of client commands shows flags and examples", async () => {
    const text = await helpText("get", "--help");
    expect(text).toContain("Usage: orch get TYPE [NAME ...] | TYPE/NAME ... | -f FILE [flags]\n");
    expect(text).toContain("\nExamples:\n  # the Pods of all namespaces\n  orch get pods -A\n");
    expect(text).toContain("\n  -n, --namespace=NAMESPACE     Namespace of the objects.");
  });

  test("orch completion and orch __complete return the shell and its words", async () => {
    expect(await parse(["completion", "zsh"])).toEqual({ command: "completion", options: "zsh" });
    expect(await parse(["__complete", "bash", "--", "get", "-"])).toEqual({
      command: "__complete",
      options: { shell: "bash", words: ["get", "-"], commands },
    });
    expect(await parse(["__complete", "bash", "get"])).toMatchObject({ kind: "rejected" });
  });
});

describe("commands about identity", () => {
  const login = ["login", "--issuer-url=https://issuer.test", "--client-id=orch"];

  test("orch token returns the action with its defaults or flags", async () => {
    expect(await parse(["token", "create"])).toMatchObject({
      options: {
        options: {
          action: "create",
          token: undefined,
          ttlMs: 86_400_000,
          usages: ["signing", "authentication"],
          groups: ["system:bootstrappers:kubeadm:default-node-token"],
          description: "",
        },
      },
    });
    const flags = ["--ttl=0", "--usages=signing", "--groups=", "--description=for a worker"];
    expect(await parse(["token", "create", "abcdef.0123456789abcdef", ...flags])).toMatchObject({
      options: {
        options: {
          token: "abcdef.0123456789abcdef",
          ttlMs: 0,
          usages: ["signing"],
          groups: [],
          description: "for a worker",
        },
      },
    });
    expect(await parse(["token", "delete", "abcdef"])).toMatchObject({
      options: { options: { action: "delete", tokens: ["abcdef"] } },
    });
  });

  test("orch create token and orch kubeconfig return the requested token", async () => {
    const bound = ["--bound-object-kind=Pod", "--bound-object-name=web", "--bound-object-uid=u"];
    expect(
      await parse(["create", "token", "deployer", "--audience=a", "--audience=b", "--duration=10m", ...bound]),
    ).toMatchObject({
      options: {
        options: {
          kind: "token",
          command: {
            account: "deployer",
            audiences: ["a", "b"],
            durationMs: 600_000,
            boundObject: { kind: "Pod", name: "web", uid: "u" },
          },
        },
      },
    });
    expect(await parse(["kubeconfig", "--as-service-account=shop/deployer"])).toMatchObject({
      options: { options: { account: { namespace: "shop", name: "deployer" }, durationMs: 3_600_000 } },
    });
    expect(await parse(["kubeconfig", "--as-service-account=deployer", "--duration=10m"])).toMatchObject({
      options: { options: { account: { namespace: undefined, name: "deployer" }, durationMs: 600_000 } },
    });
  });

  test("orch logout returns the logins to end", async () => {
    expect(await parse(["logout", "--issuer-url=https://issuer.test", "--client-id=orch", "--ca-file=ca.pem"])).toEqual(
      {
        command: "logout",
        options: {
          command: { issuerUrl: "https://issuer.test", clientId: "orch" },
          vocabulary: "orch",
          caFile: "/somewhere/there/ca.pem",
        },
      },
    );
    expect(await parse(["logout", "--all", "--vocabulary=kubernetes"])).toMatchObject({
      options: { command: { issuerUrl: undefined, clientId: undefined }, vocabulary: "kubernetes" },
    });
  });

  test("orch login returns the settings of the login and of the configuration", async () => {
    expect(await parse(login)).toEqual({
      command: "login",
      options: {
        command: {
          action: "login",
          settings: {
            issuerUrl: "https://issuer.test",
            clientId: "orch",
            clientSecret: undefined,
            scopes: ["openid", "offline_access"],
            usesDevice: false,
            port: 0,
            opensBrowser: true,
          },
          vocabulary: "orch",
          caFile: undefined,
        },
        configuration: { path: undefined, context: undefined, userName: "oidc" },
      },
    });
    const flags = ["--scopes=email", "--ca-file=ca.pem", "--device", "--port=8000", "--open-browser=false"];
    expect(await parse([...login, "token", ...flags, "--configure=false", "--vocabulary=kubernetes"])).toMatchObject({
      options: {
        command: {
          action: "token",
          settings: { scopes: ["openid", "email"], usesDevice: true, port: 8000, opensBrowser: false },
          vocabulary: "kubernetes",
          caFile: "/somewhere/there/ca.pem",
        },
        configuration: undefined,
      },
    });
  });

  test.each([
    [["token"], "orch token: name an action: create, list or delete"],
    [["token", "delete"], "name a token to delete"],
    [["token", "delete", "abc"], "a token is named by its 6 characters before the dot"],
    [
      ["token", "create", "abc", "x", "--usages=mining"],
      '\n  unexpected argument "x"\n  --usages must be authentication or',
    ],
    [["token", "create", "--groups=admins"], '--groups must begin with "system:bootstrappers:"'],
    [["token", "list", "x"], 'unexpected argument "x"'],
    [["create", "role", "a"], "at least one verb must be specified\n  at least one resource must be specified"],
    [
      ["create", "role", "a", "--user=b"],
      "--user is only a flag of `orch create rolebinding`, `orch create clusterrolebinding`",
    ],
    [["create", "pod", "a", "--audience=b"], "--audience is only a flag of `orch create token`"],
    [["create", "clusterrolebinding", "a"], "--clusterrole is required"],
    [["create", "token"], "name a service account: token ACCOUNT"],
    [["create", "token", "a", "--duration=1500ms"], "--duration must be a whole number of seconds"],
    [["create", "token", "a", "--bound-object-kind=Pod"], "--bound-object-kind needs --bound-object-name"],
    [["create", "token", "a", "--bound-object-kind=Job"], "--bound-object-kind must be Pod or Secret or Node"],
    [["create", "token", "a", "--bound-object-uid=u"], "--bound-object-uid needs --bound-object-kind"],
    [["create", "ns", "a", "--audience=b"], "--audience is only a flag of `orch create token`"],
    [["create", "token", "a", "--dry-run=server"], "--dry-run is not a flag of `orch create token`"],
    [["create", "token", "a", "-f", "b"], "--filename is not a flag of `orch create token`"],
    [["kubeconfig", "--duration=1h"], "--duration needs --as-service-account"],
    [["kubeconfig", "--as-service-account=a/b/c"], "--as-service-account must be NAME or NAMESPACE/NAME"],
    [["login"], "orch login:\n  --issuer-url is required\n  --client-id is required\n"],
    [
      ["login", "--issuer-url=http://a", "--client-id="],
      'orch login:\n  --issuer-url must be a URL that begins with https://: "http://a"\n  --client-id is empty\n',
    ],
    [[...login, "logout"], 'unexpected argument "logout"'],
    [["logout"], "name the logins to end, with either --issuer-url or --all"],
    [
      ["logout", "--issuer-url=http://a"],
      'orch logout: --issuer-url must be a URL that begins with https://: "http://a"\n',
    ],
    [["logout", "--all", "--issuer-url=https://a"], "name the logins to end, with either --issuer-url or --all"],
    [["logout", "--all", "--client-id=b"], "--client-id needs --issuer-url"],
    [["logout", "--all", "me"], 'unexpected argument "me"'],
    [[...login, "--port=65536"], "--port must be a whole number from 0 to 65535"],
  ])("orch %j is rejected", async (args, text) => {
    expect(textOf(await parse(args), "rejected")).toContain(text);
  });
});

test("the help of orch check shows the short forms of flags", async () => {
  expect(await helpText("check", "--help")).toContain(
    "\n  -f, --filename=FILE,...       Files and folders with manifests; - is standard\n",
  );
});

describe("commands about custom types", () => {
  test("orch types returns its files, version and output file", async () => {
    expect(
      await parse(["types", "-f", "a.yaml", "-f", "-", "--version=v1", "-o", "a.ts", "--vocabulary=kubernetes"]),
    ).toMatchObject({
      command: "types",
      options: {
        files: ["a.yaml", "-"],
        recursive: false,
        version: "v1",
        outputFile: "a.ts",
        vocabulary: { name: "kubernetes" },
      },
    });
    expect(await parse(["types", "-f", "a.yaml"])).toMatchObject({
      options: { version: undefined, outputFile: undefined },
    });
  });

  test("orch crd diff returns its files and the source of objects", async () => {
    expect(await parse(["crd", "diff", "a.yaml", "b.yaml", "-f", "c.yaml", "-R", "-o", "json"])).toMatchObject({
      command: "crd",
      options: {
        options: {
          oldFile: "a.yaml",
          newFile: "b.yaml",
          objects: { files: ["c.yaml"], recursive: true },
          usesServerObjects: false,
          output: "json",
        },
      },
    });
    expect(await parse(["crd", "diff", "b.yaml", "--from-server", "--context=c"])).toMatchObject({
      options: {
        connection: { context: "c" },
        options: { oldFile: undefined, newFile: "b.yaml", usesServerObjects: true, output: "text" },
      },
    });
  });

  test.each([
    [["types"], "orch types: manifests are required"],
    [["types", "-f", "a", "b"], 'unexpected argument "b"'],
    [["crd"], "orch crd:\n  name an action: diff\n  name two files with definitions: OLD NEW\n"],
    [["crd", "diff"], "orch crd: name two files with definitions: OLD NEW\n"],
    [["crd", "diff", "a"], "orch crd: name a second file with definitions, or --from-server\n"],
    [["crd", "diff", "a", "b", "c"], 'orch crd: unexpected argument "c"\n'],
    [["crd", "diff", "a", "--from-server", "-f", "b"], "--from-server cannot be combined with --filename"],
    [["crd", "show", "a", "b"], "orch crd: name an action: diff\n"],
    [["crd", "diff", "a", "b", "-o", "yaml"], "orch crd: --output must be text or json"],
  ])("orch %j is rejected", async (args, text) => {
    expect(textOf(await parse(args), "rejected")).toContain(text);
  });
});

test.each([
  [[], "name an action: check, stats, compact, rewrite, remove-damaged or copy"],
  [["mend"], 'unknown action "mend"'],
  [["check", "x"], 'unexpected argument "x"'],
  [["remove-damaged"], "remove-damaged needs the key of an object, as `orch storage check` prints it"],
  [["copy", "to-etcd"], "copy needs --etcd-servers"],
  [["check", "--encryption-provider-config=e", "--etcd-servers=etcd:2379"], "--etcd-servers needs URLs"],
])("orch storage %j is rejected", async (args, problem) => {
  expect(textOf(await parse(["storage", ...args]), "rejected")).toContain(problem);
});

describe("flags without an effect on an action of orch storage", () => {
  const etcd = ["--etcd-servers=http://127.0.0.1:2379", "--etcd-cafile=a"];
  const server = ["--kubeconfig=k", "--context=c", "--as=a", "--as-group=b", "--as-uid=c"];
  const encryption = "--encryption-provider-config=e.yaml";

  test.each([
    { words: ["check"], rejected: [...etcd, ...server, "--etcd-prefix=/p"] },
    { words: ["stats"], rejected: [...etcd, ...server, encryption] },
    { words: ["compact"], rejected: [...etcd, ...server, encryption, "--etcd-prefix=/p"] },
    { words: ["remove-damaged", "/a"], rejected: [...etcd, ...server, encryption, "--etcd-prefix=/p"] },
    { words: ["rewrite"], rejected: [...etcd, "--etcd-prefix=/p"] },
    { words: ["copy", "to-etcd"], rejected: [...server, encryption] },
  ])("are rejected by name for $words", async ({ words, rejected }) => {
    for (const flag of rejected) {
      const [name = ""] = flag.split("=");
      const text = textOf(await parse(["storage", ...words, flag]), "rejected");
      expect(text).toMatch(new RegExp(`^orch storage: ${name}(: .check. uses| has no effect on .${words[0]}.)`));
    }
  });

  test.each([
    [["check", encryption, ...etcd, "--etcd-prefix=/p", ...server]],
    [["stats", "--etcd-prefix=/p"]],
    [["rewrite", encryption, ...server]],
    [["copy", "from-etcd", ...etcd, "--etcd-prefix=/p"]],
    [["compact", "--color=never", "--vocabulary=kubernetes", "--data-dir=d"]],
  ])("are not among those of %j", async (words) => {
    expect(await parse(["storage", ...words])).toMatchObject({ options: { action: expect.any(String) } });
  });
});

describe("orch storage and orch backup with encryption", () => {
  const config = "--encryption-provider-config=e.yaml";

  test("orch storage rewrite returns the types and the connection to the server", async () => {
    expect(await parse(["storage", "rewrite", "secrets", "pods,nodes", "--kubeconfig=k", config])).toMatchObject({
      options: {
        action: "rewrite",
        words: ["secrets", "pods,nodes"],
        encryptionConfig: expect.stringMatching(/\/e\.yaml$/),
        connection: { path: expect.stringMatching(/k$/) },
      },
    });
  });

  test("orch storage check decrypts only with a configuration", async () => {
    expect(await parse(["storage", "check"])).toMatchObject({ options: { action: "check" } });
    expect(await parse(["storage", "check", config, "--context=c"])).toMatchObject({
      options: {
        action: "check-encryption",
        connection: { context: "c" },
        options: { isServerNamed: true, etcd: undefined, keyPrefix: "/registry", vocabulary: undefined },
      },
    });
  });

  test.each([[["backup", "-"]], [["backup", "verify", "-"]]])(
    "orch %j is rejected, because it names no file",
    async (args) => {
      expect(textOf(await parse(args), "rejected")).toContain("a backup needs a file");
    },
  );

  test("orch restore cannot read standard input, because it reads the backup twice", async () => {
    expect(textOf(await parse(["restore", "-", "--dry-run"]), "rejected")).toContain(
      "standard input cannot be used, because the backup is read twice; `./-` names the file -",
    );
    expect(await parse(["restore", "./-"])).toMatchObject({
      options: { options: { file: expect.stringMatching(/\/-$/) } },
    });
  });

  test.each([
    "--etcd-servers=http://127.0.0.1:2379",
    "--etcd-prefix=/p",
    "--data-dir=d",
    "--include-keys",
    "--overwrite",
    "--kubeconfig=k",
    "--context=c",
    "--as=a",
  ])("orch backup verify rejects %s, which has no effect on a file", async (flag) => {
    const [name = ""] = flag.split("=");
    expect(textOf(await parse(["backup", "verify", "a", flag]), "rejected")).toBe(
      `orch backup: ${name} has no effect on \`verify\`, which works on a file\n\`orch backup --help\` explains the flags.\n`,
    );
  });

  test("orch backup takes a configuration only to verify a file", async () => {
    expect(await parse(["backup", "verify", "a", config])).toMatchObject({
      options: { options: { action: "verify", encryptionConfig: expect.stringMatching(/\/e\.yaml$/) } },
    });
    expect(textOf(await parse(["backup", "a", config]), "rejected")).toContain(
      "--encryption-provider-config belongs to `verify`",
    );
  });
});
