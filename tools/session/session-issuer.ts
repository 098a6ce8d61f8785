/**
 * The OpenID provider of a recorded session, and a browser in which the user `ann` logs in. The provider has its own process,
 * because the recorder waits for each command.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** A running provider. */
export class SessionIssuer implements AsyncDisposable {
  readonly url: string;
  /** File with the certificate that verifies the provider. */
  readonly caFile: string;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, { url, caFile }: { readonly url: string; readonly caFile: string }) {
    this.#child = child;
    this.url = url;
    this.caFile = caFile;
  }

  static async start(): Promise<SessionIssuer> {
    const program = join(import.meta.dirname, "issuer-program.ts");
    const child = spawn(process.execPath, ["--import", "tsx", program], { stdio: ["pipe", "pipe", "ignore"] });
    const [line] = (await once(child.stdout, "data")) as [Buffer];
    return new SessionIssuer(child, JSON.parse(line.toString("utf8")) as { url: string; caFile: string });
  }

  /** Returns the flags with which a server accepts the provider's tokens, and bootstrap tokens. */
  flags(caFile: string): readonly string[] {
    return [
      "--enable-bootstrap-token-auth",
      `--oidc-issuer-url=${this.url}`,
      "--oidc-client-id=orch",
      `--oidc-ca-file=${caFile}`,
    ];
  }

  /** Writes the program that `orch login` starts as the user's browser. */
  installBrowser(path: string): void {
    const root = dirname(dirname(import.meta.dirname));
    const program = join(import.meta.dirname, "browser-of-ann.ts");
    writeFileSync(path, `#!/bin/sh\ncd "${root}" && exec "${process.execPath}" --import tsx "${program}" "$1"\n`);
    chmodSync(path, 0o755);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.stdin?.end();
    await once(this.#child, "close");
  }
}
