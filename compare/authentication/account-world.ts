/** Objects on each server to which the tokens of a service account refer. */
import { accountTokenCases } from "../../test/authentication/account-token-cases.ts";
import type { SharedCredentials } from "../../test/authentication/reference/shared-credentials.ts";
import type { ComparedServer } from "../suite.ts";

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
