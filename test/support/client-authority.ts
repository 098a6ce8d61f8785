/** A certificate authority for tests. A server that starts with its `flags` accepts its client certificates. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { issueLeaf } from "../../src/app/pki/issue.ts";
import { type KeyPair, newKey } from "../../src/app/pki/key-pair.ts";
import { createCa } from "../../src/app/pki/make-pki.ts";
import { caSubject } from "../../src/app/pki/subjects.ts";
import { timeless, type Validity } from "../../src/app/pki/validity.ts";
import { systemClock } from "../../src/base/clock.ts";
import { TemporaryDirectory } from "../../src/storage/testing/temporary-directory.ts";

/** Subject and purpose of a certificate that a test issues. */
export interface CertificateHolder {
  readonly name: string;
  readonly groups?: readonly string[];
  /** Default: `clientAuth`. */
  readonly usage?: "clientAuth" | "serverAuth";
  /** Default: `timeless`, which covers the system's time and the times that tests set. */
  readonly validity?: Validity;
  /** Host names and addresses of a server certificate. */
  readonly hosts?: readonly string[];
}

/**
 * Certificate authority that issues certificates for clients and servers of a test. Its files are in a temporary
 * folder.
 */
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

  /** Flags that make a server trust this authority. */
  get flags(): readonly string[] {
    return [`--client-ca-file=${this.caFile}`];
  }

  /** Certificate of the authority itself, in PEM. */
  get certificate(): string {
    return this.#ca.certificate;
  }

  /** Issues a certificate. Returns it with its key, in PEM, as options of a TLS client. */
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
