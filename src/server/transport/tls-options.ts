/** The options of a listener's TLS: its certificates, and which of them a client gets. */
import { constants, X509Certificate } from "node:crypto";
import { isIP } from "node:net";
import type { TlsOptions } from "node:tls";

/** A serving certificate with its key, in PEM. */
export interface NamedCertificate {
  readonly cert: string;
  readonly key: string;
  /** Names for which it is used; a name may begin with `*.`. Empty: the names of the certificate. */
  readonly names: readonly string[];
}

/** Certificates of a listener, in PEM. */
export interface TlsCredentials {
  /** The serving certificate. */
  readonly cert: string;
  readonly key: string;
  /** The authorities whose client certificates are accepted. */
  readonly clientCa: readonly string[];
  /** Certificates for clients that request one of their names. An earlier one takes precedence. Default: none. */
  readonly named?: readonly NamedCertificate[] | undefined;
}

/** Which TLS is accepted. */
export interface TlsSettings {
  readonly minVersion: "TLSv1" | "TLSv1.1" | "TLSv1.2" | "TLSv1.3";
  /** Cipher suites in OpenSSL's notation, the preferred ones first. Default: those of Node. */
  readonly ciphers?: string | undefined;
  /** Whether HTTP/2 is offered. Default: true. */
  readonly servesHttp2?: boolean | undefined;
  readonly handshakeTimeoutMs: number;
}

/** Returns the options of a TLS server. */
export function tlsOptions(credentials: TlsCredentials, settings: TlsSettings): TlsOptions {
  const { handshakeTimeoutMs, servesHttp2 = true } = settings;
  return {
    ...contextOptions(credentials, settings),
    handshakeTimeout: handshakeTimeoutMs,
    requestCert: true,
    // A certificate that cannot be verified is accepted here. Its requests get 401.
    rejectUnauthorized: false,
    ALPNProtocols: servesHttp2 ? ["h2", "http/1.1"] : ["http/1.1"],
  };
}

function contextOptions({ cert, key, clientCa }: TlsCredentials, { minVersion, ciphers }: TlsSettings): TlsOptions {
  const isOld = minVersion === "TLSv1" || minVersion === "TLSv1.1";
  // OpenSSL allows the hashes of old versions only at this level.
  const level = isOld ? ":@SECLEVEL=0" : "";
  return {
    cert,
    key,
    ca: clientCa.filter((pem) => pem !== ""),
    minVersion,
    ...(ciphers !== undefined || isOld ? { ciphers: `${ciphers ?? "DEFAULT"}${level}` } : {}),
    // The bundle may contain a certificate that another one has signed. It is trusted without that one.
    allowPartialTrustChain: true,
    // A resumed session would not verify the client's certificate again. A client that prefers ChaCha20 has no fast AES.
    secureOptions:
      constants.SSL_OP_NO_TICKET | constants.SSL_OP_CIPHER_SERVER_PREFERENCE | constants.SSL_OP_PRIORITIZE_CHACHA,
  };
}

/** A certificate, and the TLS server that serves it. */
interface Served<T> {
  readonly certificate: X509Certificate;
  readonly server: T;
}

/** Chooses a certificate by the name that a client requests, as the reference does. */
export class CertificateChoice<T> {
  /** By the name. A name that a flag gives takes precedence over that of a certificate. */
  readonly #byName = new Map<string, T>();
  readonly #main: T;
  /** All certificates in the order of precedence. */
  readonly #all: readonly Served<T>[];

  /**
   * @param main server of the certificate without a name
   * @param makeServer makes the server of another certificate
   */
  constructor(
    { cert, named = [] }: TlsCredentials,
    main: T,
    makeServer: (pair: Pick<TlsCredentials, "cert" | "key">) => T,
  ) {
    this.#main = main;
    const others = named.map(({ cert: pem, key, names }) => ({
      names,
      certificate: new X509Certificate(pem),
      server: makeServer({ cert: pem, key }),
    }));
    this.#all = [{ certificate: new X509Certificate(cert), server: main }, ...others];
    for (const { names, server } of others) this.#add(names, server);
    for (const { names, server, certificate } of others)
      if (names.length === 0) this.#add(namesIn(certificate), server);
  }

  /**
   * @param serverName the name that a client requests; empty if it requests none
   * @param localAddress the IP address to which it connects
   */
  serverFor(serverName: string, localAddress: string): T {
    if (serverName === "") return this.#byName.get(localAddress) ?? this.#main;
    const name = serverName.toLowerCase();
    return (
      this.#byName.get(name) ??
      this.#byName.get(name.replace(/^[^.]*/, "*")) ??
      this.#all.find(({ certificate }) => certificate.checkHost(name, { subject: "never" }) !== undefined)?.server ??
      this.#main
    );
  }

  #add(names: readonly string[], server: T): void {
    for (const name of names) if (!this.#byName.has(name)) this.#byName.set(name, server);
  }
}

const domain = /^(?:\*\.)?[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/;

/** Returns the common name, if it is a domain, and the DNS names of a certificate. */
function namesIn({ subject, subjectAltName = "" }: X509Certificate): readonly string[] {
  const common = /^CN=(.*)$/m.exec(subject)?.[1] ?? "";
  const others = [...subjectAltName.matchAll(/(?:^|, )DNS:([^,"]+)/g)].map(([, name = ""]) => name);
  const isName = common === "*" || (domain.test(common) && isIP(common) === 0);
  return [...(isName ? [common] : []), ...others];
}
