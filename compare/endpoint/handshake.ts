/** TLS handshakes with the program `openssl`, which reports everything that a server sends, and its alerts. */
import { spawn } from "node:child_process";
import { once } from "node:events";

/** A client of a handshake. Members that are missing have the defaults of OpenSSL. */
export interface HandshakeClient {
  /** The requested host name. Default: none. */
  readonly serverName?: string;
  /** Protocols that the client offers in ALPN. */
  readonly protocols?: readonly string[];
  /** The only version of TLS that the client offers. */
  readonly version?: "tls1" | "tls1_1" | "tls1_2" | "tls1_3";
  /** Cipher suites of TLS 1.2 and older, in OpenSSL's notation. */
  readonly ciphers?: string;
  /** Cipher suites of TLS 1.3. */
  readonly suites?: string;
  /** Curves of the key exchange. */
  readonly curves?: string;
}

/** The outcome of a handshake, as a document that both servers can be compared by. */
export interface HandshakeOutcome {
  /** Number of the alert with which the server ended the handshake. */
  readonly alert?: number;
  readonly version?: string;
  readonly cipher?: string;
  readonly protocol?: string;
  readonly exchange?: string;
  /** Common name of the certificate that the server presents. */
  readonly certificate?: string;
  /** Whether the server requests a certificate, and the names of the authorities that it accepts. */
  readonly authorities?: readonly string[];
}

/** Makes a handshake, and ends the connection. @param host host and port of the server */
export async function handshake(host: string, client: HandshakeClient): Promise<HandshakeOutcome> {
  const { serverName, protocols, version, ciphers = "DEFAULT", suites, curves } = client;
  const args = [
    "s_client",
    "-connect",
    host,
    "-no_ign_eof",
    ...(serverName === undefined ? ["-noservername"] : ["-servername", serverName]),
    ...(protocols ? ["-alpn", protocols.join(",")] : []),
    ...(version === undefined ? [] : [`-${version}`]),
    // OpenSSL offers old versions only at this level.
    "-cipher",
    `${ciphers}@SECLEVEL=0`,
    ...(suites === undefined ? [] : ["-ciphersuites", suites]),
    ...(curves === undefined ? [] : ["-groups", curves]),
  ];
  const child = spawn("openssl", args, { stdio: ["pipe", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  }
  child.stdin.end();
  await once(child, "close");
  return outcomeIn(output);
}

function outcomeIn(output: string): HandshakeOutcome {
  const found = (pattern: RegExp): string => pattern.exec(output)?.[1] ?? "";
  const alert = found(/SSL alert number (\d+)/);
  if (alert !== "") return { alert: Number(alert) };
  const authorities = /^Acceptable client certificate CA names\n((?:[A-Z]+ ?=.*\n)*)/m.exec(output)?.[1];
  const isRequested = /^(?:No client certificate CA names sent|Acceptable client certificate|Requested Sig)/m.test(
    output,
  );
  return {
    // The details of the session are shown only for older versions.
    version: found(/^ {4}Protocol {2}: (\S+)$/m) || found(/^New, (\S+), Cipher is /m),
    cipher: found(/^New, \S+, Cipher is (\S+)/m),
    protocol: found(/^ALPN protocol: (.*)$/m) || "none",
    exchange: found(/^Server Temp Key: (.*)$/m) || "none",
    certificate: found(/^subject=.*CN ?= ?(\S+)/m),
    ...(isRequested ? { authorities: authorities?.trim().split("\n") ?? [] } : {}),
  };
}
