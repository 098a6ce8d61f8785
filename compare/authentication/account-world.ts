/** Objects on each server to which tokens refer, and the tokens for them. */
import { createHash } from "node:crypto";
import { accountTokenCases } from "../../test/authentication/account-token-cases.ts";
import type { ComparedServer } from "../suite.ts";
import type { SharedCredentials } from "./shared-credentials.ts";

/** Creates a ServiceAccount with objects for bound tokens, and returns tokens by their description. */
export async function accountTokens(
  server: ComparedServer,
  { rsaKey, ecKey }: SharedCredentials,
): Promise<ReadonlyMap<string, string>> {
  const namespace = `/api/v1/namespaces/${server.namespace}`;
  const create = async (path: string, body: object): Promise<string> => {
    const { json } = await server.prepare(path, { body });
    return String(json.metadata.uid);
  };
  const accountUid = await create(`${namespace}/serviceaccounts`, { metadata: { name: "bot" } });
  const podUid = await create(`${namespace}/pods`, {
    metadata: { name: "web" },
    spec: { serviceAccountName: "bot", containers: [{ name: "a", image: "b" }] },
  });
  const secretUid = await create(`${namespace}/secrets`, { metadata: { name: "note" } });
  const nodeName = server.name("n");
  const nodeUid = await create("/api/v1/nodes", { metadata: { name: nodeName } });
  return accountTokenCases({
    rsaKey,
    ecKey,
    domain: "kubernetes.io",
    legacyIssuer: "kubernetes/serviceaccount",
    nowSeconds: Math.floor(Date.now() / 1000),
    namespace: server.namespace,
    nodeName,
    accountUid,
    podUid,
    secretUid,
    nodeUid,
  });
}

/** A bootstrap token and its Secret. */
interface BootstrapToken {
  readonly token: string;
  readonly secret: object;
}

const soonMs = 3_600_000;

/** Fields of the Secrets of bootstrap tokens, by a description. Values are texts. */
const bootstrapVariants: Readonly<Record<string, (data: Record<string, string>) => Record<string, string>>> = {
  "valid": (data) => data,
  "with groups": (data) => ({ ...data, "auth-extra-groups": "system:bootstrappers:a,system:bootstrappers:b-c" }),
  "with a group of another form": (data) => ({ ...data, "auth-extra-groups": "system:masters" }),
  "with an expiry": (data) => ({ ...data, expiration: new Date(Date.now() + soonMs).toISOString() }),
  "expired": (data) => ({ ...data, expiration: "2020-01-01T00:00:00Z" }),
  "with an unreadable expiry": (data) => ({ ...data, expiration: "tomorrow" }),
  "without authentication": ({ "usage-bootstrap-authentication": _, ...data }) => data,
  "with authentication in another case": (data) => ({ ...data, "usage-bootstrap-authentication": "True" }),
  "without an id": ({ "token-id": _, ...data }) => data,
  "with the id of another token": (data) => ({ ...data, "token-id": "abcdef" }),
  "without a secret": ({ "token-secret": _, ...data }) => data,
  "with another secret": (data) => ({ ...data, "token-secret": "0000000000000000" }),
};

/** Returns bootstrap tokens whose ids derive from the namespace of the scenario, because they are cluster-wide. */
export function bootstrapTokens(server: ComparedServer): ReadonlyMap<string, BootstrapToken> {
  const entries = Object.entries(bootstrapVariants).map(([name, change]) => {
    const digest = createHash("sha256").update(`${server.namespace} ${name}`).digest("hex");
    const [id, secret] = [digest.slice(0, 6), digest.slice(6, 22)];
    const data = change({ "token-id": id, "token-secret": secret, "usage-bootstrap-authentication": "true" });
    const metadata = { name: `bootstrap-token-${id}` };
    return [
      name,
      { token: `${id}.${secret}`, secret: { metadata, type: "bootstrap.kubernetes.io/token", stringData: data } },
    ] as const;
  });
  return new Map(entries);
}
