/** Client certificates of users and proxies: valid, invalid and unusual ones. */
import { issueLeaf } from "../../../src/app/pki/issue.ts";
import { type KeyPair, newKey } from "../../../src/app/pki/key-pair.ts";
import { type Validity, validityFor } from "../../../src/app/pki/validity.ts";
import { proxyName, type SharedCredentials } from "./shared-credentials.ts";

/** A client certificate and its key, in PEM. */
export interface ClientCertificate {
  readonly cert: string;
  readonly key: string;
}

interface Holder {
  readonly ca: (credentials: SharedCredentials) => KeyPair;
  readonly commonName: string;
  readonly organizations?: readonly string[];
  /** Default: `clientAuth`. */
  readonly usage?: "clientAuth" | "serverAuth";
  readonly validity?: Validity;
}

const masters = "system:masters";
const ofUsers = ({ userCa }: SharedCredentials): KeyPair => userCa;
const ofProxies = ({ proxyCa }: SharedCredentials): KeyPair => proxyCa;
const past: Validity = { fromMs: Date.UTC(2020, 0, 1), toMs: Date.UTC(2020, 0, 2) };
const yearMs = 365 * 24 * 3_600_000;
const future: Validity = { fromMs: Date.now() + yearMs, toMs: Date.now() + 2 * yearMs };

/** The certificates of users, by a description. */
const userHolders: Readonly<Record<string, Holder>> = {
  "a user": { ca: ofUsers, commonName: "ann" },
  "a user of groups": { ca: ofUsers, commonName: "ann", organizations: ["b", "a", masters] },
  "a user of the second authority": {
    ca: ({ secondUserCa }) => secondUserCa,
    commonName: "bob",
    organizations: [masters],
  },
  "a stranger": { ca: ({ strangerCa }) => strangerCa, commonName: "admin", organizations: [masters] },
  "an expired certificate": { ca: ofUsers, commonName: "ann", organizations: [masters], validity: past },
  "a future certificate": { ca: ofUsers, commonName: "ann", organizations: [masters], validity: future },
  "a server's certificate": { ca: ofUsers, commonName: "ann", organizations: [masters], usage: "serverAuth" },
  "an empty name": { ca: ofUsers, commonName: "", organizations: [masters] },
  "a name with a NUL": { ca: ofUsers, commonName: "ann\u0000admin", organizations: [masters] },
  "a name with a line break": { ca: ofUsers, commonName: "ann\nadmin", organizations: [masters] },
  "a name with other letters": { ca: ofUsers, commonName: "j\u00fcrgen \u{1f600}", organizations: [masters] },
  "the anonymous user": { ca: ofUsers, commonName: "system:anonymous", organizations: [masters] },
  "repeated groups": { ca: ofUsers, commonName: "ann", organizations: ["a", masters, "a", ""] },
  "the group of unauthenticated users": { ca: ofUsers, commonName: "ann", organizations: ["system:unauthenticated"] },
  "the group of authenticated users": {
    ca: ofUsers,
    commonName: "ann",
    organizations: ["system:authenticated", masters],
  },
  "300 groups": {
    ca: ofUsers,
    commonName: "ann",
    organizations: [...Array.from({ length: 300 }, (_, index) => `group-${index}`), masters],
  },
  "a proxy's certificate": { ca: ofProxies, commonName: proxyName, organizations: [masters] },
};

/** The certificates of proxies, by a description. */
const proxyHolders: Readonly<Record<string, Holder>> = {
  "the proxy": { ca: ofProxies, commonName: proxyName },
  "a proxy with another name": { ca: ofProxies, commonName: "other-proxy" },
  "a user with the proxy's name": { ca: ofUsers, commonName: proxyName, organizations: [masters] },
  "a stranger with the proxy's name": { ca: ({ strangerCa }) => strangerCa, commonName: proxyName },
  "an expired proxy": { ca: ofProxies, commonName: proxyName, validity: past },
  "a proxy with a server's certificate": { ca: ofProxies, commonName: proxyName, usage: "serverAuth" },
};

/** Descriptions of the certificates. */
export const userCertificateNames: readonly string[] = Object.keys(userHolders);
export const proxyCertificateNames: readonly string[] = Object.keys(proxyHolders);

const issued = new WeakMap<SharedCredentials, Map<string, Promise<ClientCertificate>>>();

/** Returns the certificate with a description. It is the same for both servers. */
export function clientCertificate(name: string, credentials: SharedCredentials): Promise<ClientCertificate> {
  const known = issued.get(credentials) ?? new Map<string, Promise<ClientCertificate>>();
  issued.set(credentials, known);
  const earlier = known.get(name);
  if (earlier) return earlier;
  const holder = userHolders[name] ?? proxyHolders[name];
  if (!holder) throw new Error(`there is no certificate for ${name}`);
  const certificate = issue(holder, credentials);
  known.set(name, certificate);
  return certificate;
}

async function issue(holder: Holder, credentials: SharedCredentials): Promise<ClientCertificate> {
  const { ca, commonName, organizations = [], usage = "clientAuth", validity = validityFor(Date.now(), 30) } = holder;
  const { key } = await newKey();
  const subject = { commonName, organizations, usage, names: [] };
  return { key, cert: await issueLeaf(ca(credentials), { subject, key, validity }) };
}
