/**
 * `tsx tools/record-session.ts [PAGE]`: runs the commands of a script against the built server, and writes a page with
 * their output. The page `session` uses the kubectl of the PATH, and the others the commands of `orch`. The
 * recording fails, and writes nothing, if a command has another exit code than the script says, or if the output names
 * this machine.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { buildProgram, OrchProcess } from "../test/support/orch-process.ts";
import { authenticationSession } from "./session/authentication-script.ts";
import { authorizationSession } from "./session/authorization-script.ts";
import { commandsSession } from "./session/commands-script.ts";
import { encryptionSession, encryptionStartFiles } from "./session/encryption-script.ts";
import { historySession } from "./session/history-script.ts";
import { type SessionCommand, type SessionSection, session } from "./session/script.ts";
import { SessionIssuer } from "./session/session-issuer.ts";

const root = dirname(import.meta.dirname);
const lineLengthMax = 120;

interface Page {
  readonly title: string;
  /** First sentence of the page: the tool and its version. */
  readonly origin: string;
  readonly startLine: string;
  readonly flags: readonly string[];
  /** Home folder of the commands. Default: the folder of the recording. */
  readonly home?: string;
  /** Folder of the recording, which must not exist. Default: a temporary folder, which the output may not name. */
  readonly folder?: string;
  readonly sections: readonly SessionSection[];
  /** Files that exist before the server starts, by name. Default: none. */
  readonly startFiles?: Readonly<Record<string, string>>;
}

await using issuer = await SessionIssuer.start();

const pages: Readonly<Record<string, () => Page>> = {
  session: () => ({
    title: "A session with kubectl",
    origin: `Recorded by \`tsx tools/record-session.ts\` with kubectl ${kubectlVersion()}`,
    startLine: "npm start -- --vocabulary=kubernetes",
    flags: ["--vocabulary=kubernetes"],
    sections: session,
  }),
  "commands-session": () => ({
    title: "A session with the commands of orch",
    origin: "Recorded by `tsx tools/record-session.ts commands-session`",
    startLine: "orch up",
    flags: [],
    // This folder does not exist. Error messages name it.
    home: "/home/ann",
    sections: commandsSession,
  }),
  "history-session": () => ({
    title: "A session with earlier states and backups",
    origin: "Recorded by `tsx tools/record-session.ts history-session`",
    startLine: "orch up",
    flags: [],
    folder: "/home/ann",
    sections: historySession,
  }),
  "encryption-session": () => ({
    title: "A session with encryption at rest",
    origin: "Recorded by `tsx tools/record-session.ts encryption-session`",
    startLine: "orch up --encryption-provider-config=encryption.yaml",
    flags: ["--encryption-provider-config=/home/ann/encryption.yaml"],
    folder: "/home/ann",
    startFiles: encryptionStartFiles,
    sections: encryptionSession,
  }),
  "authentication-session": () => ({
    title: "A session with credentials",
    origin: "Recorded by `tsx tools/record-session.ts authentication-session`",
    startLine: `orch up ${issuer.flags("issuer-ca.pem").join(" ")}`,
    flags: issuer.flags(issuer.caFile),
    folder: "/home/ann",
    sections: authenticationSession(issuer.url),
  }),
  "authorization-session": () => ({
    title: "A session about permissions",
    origin: "Recorded by `tsx tools/record-session.ts authorization-session`",
    startLine: "orch up --explain-denials",
    flags: ["--explain-denials"],
    home: "/home/ann",
    sections: authorizationSession,
  }),
};

const [name = "session"] = process.argv.slice(2);
const page = pages[name]?.();
if (!page) throw new Error(`unknown page ${name}; the pages are ${Object.keys(pages).join(", ")}`);
const file = `docs/${name}.md`;
const folder = page.folder ?? mkdtempSync(join(tmpdir(), "orch-session-"));
const dataDir = join(folder, ".orch");
/** Folder on the PATH in which commands find `orch`, like an installed program. */
const programs = join(folder, ".programs");

const env = {
  PATH: `${programs}:${process.env["PATH"] ?? ""}`,
  HOME: page.home ?? folder,
  PWD: folder,
  KUBECONFIG: join(dataDir, "admin.kubeconfig"),
  // `orch login` opens a browser only on a machine with a screen.
  DISPLAY: ":0",
  ISSUER_CA: issuer.caFile,
};

function startServer(): OrchProcess {
  return new OrchProcess(["up", ...(page?.flags ?? []), `--data-dir=${dataDir}`]);
}

function block(language: string, text: string): string {
  return `\`\`\`${language}\n${text.trimEnd()}\n\`\`\`\n`;
}

/** Breaks a paragraph into lines. */
function wrap(text: string): string {
  const lines = [""];
  for (const word of text.split(" ")) {
    const line = lines.at(-1) ?? "";
    if (line.length + word.length < lineLengthMax) lines[lines.length - 1] = line === "" ? word : `${line} ${word}`;
    else lines.push(word);
  }
  return `${lines.join("\n")}\n`;
}

/** Runs a command. Returns it with its standard output and standard error, like a terminal shows them. */
function record(command: SessionCommand): string {
  const { run, exitCode } = typeof command === "string" ? { run: command, exitCode: 0 } : command;
  const { status, stdout } = spawnSync("bash", ["-c", `exec 2>&1; ${run}`], { cwd: folder, env, encoding: "utf8" });
  if (status !== exitCode) throw new Error(`${run}: exit code ${status} instead of ${exitCode}\n${stdout}`);
  return `$ ${run}\n${stdout === "" || stdout.endsWith("\n") ? stdout : `${stdout}\n`}`;
}

/** A command in a second terminal, and its output until it is interrupted. */
class SecondTerminal {
  readonly #child: ChildProcess;
  readonly #command: string;
  #printed = "";

  constructor(command: string) {
    this.#command = command;
    this.#child = spawn("bash", ["-c", `exec ${command} 2>&1`], {
      cwd: folder,
      env,
      stdio: ["ignore", "pipe", "ignore"],
    });
    this.#child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      this.#printed += text;
    });
  }

  /** Resolves when the command has printed `count` lines. */
  async waitForLines(count: number): Promise<void> {
    while (this.#printed.split("\n").length <= count) await once(this.#child.stdout ?? this.#child, "data");
  }

  async interrupt(): Promise<string> {
    this.#child.kill("SIGINT");
    await once(this.#child, "close");
    return `$ ${this.#command}\n${this.#printed}`;
  }
}

async function recordSection({
  title,
  text,
  files = {},
  secondTerminalCommand,
  commands,
}: SessionSection): Promise<string> {
  const parts = [`## ${title}\n`, wrap(text)];
  for (const [name, content] of Object.entries(files)) {
    parts.push(`\`${name}\`:\n`, block("yaml", content));
  }
  const secondTerminal = secondTerminalCommand === undefined ? undefined : new SecondTerminal(secondTerminalCommand);
  // Wait for the header of the table and the first row.
  await secondTerminal?.waitForLines(2);
  parts.push(block("console", commands.map(record).join("")));
  if (secondTerminal) {
    await secondTerminal.waitForLines(2 + commands.length);
    parts.push("Meanwhile, in a second terminal:\n", block("console", await secondTerminal.interrupt()));
  }
  return parts.join("\n");
}

function writeFiles(files: Readonly<Record<string, string>> = {}): void {
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
}

function kubectlVersion(): string {
  const { stdout } = spawnSync("kubectl", ["version", "--client", "-o", "json"], { encoding: "utf8" });
  return (JSON.parse(stdout) as { clientVersion: { gitVersion: string } }).clientVersion.gitVersion;
}

function rejectMachineNames(text: string): void {
  for (const machineName of [...(page?.folder === undefined ? [folder] : []), root, hostname()]) {
    if (text.includes(machineName))
      throw new Error(`the recording contains ${machineName}, which identifies this machine`);
  }
}

async function recordAll({ title, origin, startLine, sections }: Page): Promise<string> {
  const parts = [
    `# ${title}\n`,
    wrap(
      `${origin}. The output is unchanged, with the ages and identifiers at the time of the recording. The server was ` +
        "started in another terminal, with an empty data directory:",
    ),
    block("console", `$ ${startLine}\norch is ready at https://127.0.0.1:6443`),
  ];
  let server = startServer();
  try {
    await server.waitUntilReady();
    for (const section of sections) {
      writeFiles(section.files);
      if (section.restart) {
        server.signal("SIGTERM");
        await server.waitForExit();
        server = startServer();
        await server.waitUntilReady();
      }
      parts.push(await recordSection(section));
    }
  } finally {
    await server[Symbol.asyncDispose]();
  }
  return parts.join("\n");
}

await buildProgram();
if (page.folder !== undefined) mkdirSync(page.folder);
mkdirSync(programs);
issuer.installBrowser(join(programs, "xdg-open"));
writeFiles(page.startFiles);
copyFileSync(issuer.caFile, join(folder, "issuer-ca.pem"));
symlinkSync(join(root, "bin/orch.js"), join(programs, "orch"));
try {
  const text = await recordAll(page);
  rejectMachineNames(text);
  writeFileSync(join(root, file), text);
  console.log(`wrote ${file}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
