/** A certificate authority of a test: pass its `flags` to a server, and its certificates identify clients there. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { issueLeaf } from "../../src/app/pki/issue.ts";
import { type KeyPair, newKey } from "../../src/app/pki/key-pair.ts";
import { createCa } from "../../src/app/pki/make-pki.ts";
import { caSubject } from "../../src/app/pki/subjects.ts";
import { timeless, type Validity } from "../../src/app/pki/validity.ts";
import { systemClock } from "../../src/base/clock.ts";
import { TemporaryDirectory } from "../../src/storage/testing/temporary-directory.ts";

export interface CertificateHolder {
  readonly name: string;
  readonly groups?: readonly string[];
  /** Default: a client. */
  readonly usage?: "clientAuth" | "serverAuth";
  /** Default: a time that covers the system's clock and those that tests move. */
  readonly validity?: Validity;
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
    const subject = caSubject({ vocabulary: "orch", hostName: "test" });
    return new ClientAuthority(await createCa(subject, systemClock.nowMs(), timeless));
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
    validity = timeless,
  }: CertificateHolder): Promise<{ cert: string; key: string }> {
    const { key } = await newKey();
    const subject = { commonName: name, organizations: groups, usage, names: hosts };
    return { key, cert: await issueLeaf(this.#ca, { subject, key, validity }) };
  }

  [Symbol.dispose](): void {
    this.#folder[Symbol.dispose]();
  }
}
