/** A certificate authority of a test: pass its `flags` to a server, and its certificates identify clients there. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type KeyPair, newKey } from "../../src/app/pki/key-pair.ts";
import { createCa, renewLeaf } from "../../src/app/pki/make-pki.ts";
import { systemClock } from "../../src/base/clock.ts";
import { TemporaryDirectory } from "../../src/storage/testing/temporary-directory.ts";

export interface CertificateHolder {
  readonly name: string;
  readonly groups?: readonly string[];
  /** Default: a client. */
  readonly usage?: "clientAuth" | "serverAuth";
  /** Host names and addresses of a server. */
  readonly hosts?: readonly string[];
}

export class ClientAuthority implements Disposable {
  readonly #folder = new TemporaryDirectory();
  readonly #ca: KeyPair;

  private constructor(ca: KeyPair) {
    this.#ca = ca;
    writeFileSync(this.caFile, ca.certificate);
  }

  static async create(): Promise<ClientAuthority> {
    return new ClientAuthority(await createCa({ vocabulary: "orch", hostName: "test" }, systemClock.nowMs()));
  }

  get caFile(): string {
    return join(this.#folder.path, "client-ca.crt");
  }

  /** Makes a server trust this authority. */
  get flags(): readonly string[] {
    return [`--client-ca-file=${this.caFile}`];
  }

  /** The authority's own certificate. */
  get certificate(): string {
    return this.#ca.certificate;
  }

  /** A certificate and its key, as TLS clients take them. */
  async issue({
    name,
    groups = [],
    usage = "clientAuth",
    hosts = [],
  }: CertificateHolder): Promise<{ cert: string; key: string }> {
    const { key } = await newKey();
    const subject = { commonName: name, organizations: groups, usage, names: hosts };
    return { key, cert: await renewLeaf(this.#ca, { subject, key, nowMs: systemClock.nowMs() }) };
  }

  [Symbol.dispose](): void {
    this.#folder[Symbol.dispose]();
  }
}
