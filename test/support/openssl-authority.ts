/** A certificate authority whose certificates are made by `openssl`, with any extension and any dates. */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A certificate that a test issues. */
export interface OpensslCertificate {
  /** In the form of openssl: `/O=team/CN=ann`. */
  readonly subject: string;
  /** Lines of an extension section of openssl. Default: the usage of clients. */
  readonly extensions?: readonly string[];
  /** First and last day, as `YYYYMMDD`. Default: 2020 to 2099. */
  readonly days?: readonly [first: string, last: string];
}

const clientUsage = ["extendedKeyUsage=clientAuth"];

/** A certificate authority in a folder. */
export class OpensslAuthority {
  readonly #folder: string;
  readonly certificate: string;

  private constructor(folder: string, { cert, key }: { readonly cert: string; readonly key: string }) {
    this.#folder = folder;
    this.certificate = cert;
    mkdirSync(folder, { recursive: true });
    writeAuthorityFiles(folder);
    writeFileSync(join(folder, "ca.crt"), cert);
    writeFileSync(join(folder, "ca.key"), key);
  }

  /** Makes a new authority. @param folder folder for its files, which does not exist */
  static create(folder: string, name: string): OpensslAuthority {
    mkdirSync(folder, { recursive: true });
    writeAuthorityFiles(folder);
    const key = newKey(folder, "ca");
    const { cert } = signed(
      folder,
      { subject: `/CN=${name}`, extensions: authorityExtensions },
      { key, more: ["-selfsign"] },
    );
    return new OpensslAuthority(folder, { cert, key: readFileSync(key, "utf8") });
  }

  /** Returns an authority that signs with an existing certificate. @param folder folder for its files, which does not exist */
  static from(folder: string, credentials: { readonly cert: string; readonly key: string }): OpensslAuthority {
    return new OpensslAuthority(folder, credentials);
  }

  /** Issues a certificate. Returns it with its key, in PEM, as options of a TLS client. */
  issue(certificate: OpensslCertificate): { readonly cert: string; readonly key: string } {
    return signed(this.#folder, certificate, { key: newKey(this.#folder, "leaf"), more: [] });
  }

  /** Issues the certificate of an authority below this one, and returns that authority. */
  issueAuthority(folder: string, name: string): OpensslAuthority {
    return new OpensslAuthority(folder, this.issue({ subject: `/CN=${name}`, extensions: authorityExtensions }));
  }
}

const authorityExtensions = ["basicConstraints=critical,CA:TRUE", "keyUsage=critical,keyCertSign"];

/** Signs a certificate in the folder of an authority. @param key path of the private key of the certificate's holder */
function signed(
  folder: string,
  { subject, extensions = clientUsage, days = ["20200101", "20991231"] }: OpensslCertificate,
  { key, more }: { readonly key: string; readonly more: readonly string[] },
): { readonly cert: string; readonly key: string } {
  const [request, file] = [join(folder, "leaf.csr"), join(folder, "leaf.crt")];
  writeFileSync(join(folder, "extensions"), `[e]\n${extensions.join("\n")}\n`);
  openssl("req", "-new", "-utf8", "-key", key, "-subj", subject, "-out", request);
  const [first, last] = days.map((day) => `${day}000000Z`);
  const dates = ["-startdate", first ?? "", "-enddate", last ?? ""];
  const output = ["-in", request, "-out", file, "-notext", "-batch", "-preserveDN"];
  const extensionFile = ["-extfile", join(folder, "extensions"), "-extensions", "e"];
  openssl("ca", "-config", join(folder, "config"), ...more, ...dates, ...output, ...extensionFile);
  return { cert: readFileSync(file, "utf8"), key: readFileSync(key, "utf8") };
}

function writeAuthorityFiles(folder: string): void {
  writeFileSync(join(folder, "index.txt"), "");
  writeFileSync(join(folder, "config"), authorityConfig(folder));
}

function authorityConfig(folder: string): string {
  return `[ca]
default_ca=d
[d]
database=${folder}/index.txt
new_certs_dir=${folder}
certificate=${folder}/ca.crt
private_key=${folder}/ca.key
rand_serial=yes
default_md=sha256
policy=p
unique_subject=no
[p]
commonName=optional
organizationName=optional
`;
}

function newKey(folder: string, name: string): string {
  const path = join(folder, `${name}.key`);
  openssl("ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", path);
  return path;
}

function openssl(...args: readonly string[]): void {
  execFileSync("openssl", args, { stdio: ["ignore", "ignore", "pipe"] });
}
