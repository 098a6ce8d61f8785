/** Service accounts with token Secrets, and bootstrap tokens, in a simulated cluster: random steps and invariants. */
import type { ConfigMap, Secret, ServiceAccount } from "../../../src/api/index.ts";
import type { Random } from "../../../src/base/random.ts";
import type { ApiObject } from "../../../src/meta/object-meta.ts";

const accountTokenType = "orch.io/service-account-token";
const bootstrapTokenType = "bootstrap.orch.io/token";
const nameAnnotation = "orch.io/service-account.name";
const uidAnnotation = "orch.io/service-account.uid";
const accountNames = ["robot", "builder"];
const expirySpreadMs = 3_600_000;

/** The ConfigMap that bootstrap tokens sign. */
export const clusterInfo: ApiObject & { readonly data: Record<string, string> } = {
  kind: "ConfigMap",
  apiVersion: "v1",
  metadata: { name: "cluster-info", namespace: "orch-public" },
  data: { kubeconfig: "text" },
};

/** Returns a new ServiceAccount, token Secret or bootstrap token. The account of a Secret may not exist. */
export function randomTokenObject(random: Random, namespace: string, nowMs: number): ApiObject {
  const account = accountNames[random.below(accountNames.length)] ?? "";
  switch (random.below(3)) {
    case 0:
      return { kind: "ServiceAccount", apiVersion: "v1", metadata: { name: account, namespace } };
    case 1: {
      const name = `t${random.below(1_000_000)}`;
      const metadata = { name, namespace, annotations: { [nameAnnotation]: account } };
      return { kind: "Secret", apiVersion: "v1", metadata, type: accountTokenType } as ApiObject;
    }
    default:
      return bootstrapToken(random, nowMs);
  }
}

function bootstrapToken(random: Random, nowMs: number): ApiObject {
  const id = String(100_000 + random.below(900_000));
  const expiration = new Date(nowMs + random.below(expirySpreadMs)).toISOString();
  const stringData = {
    "token-id": id,
    "token-secret": "f395accd246ae52d",
    "usage-bootstrap-signing": "true",
    ...(random.below(3) === 0 ? {} : { expiration }),
  };
  const metadata = { name: `bootstrap-token-${id}`, namespace: "orch-system" };
  return { kind: "Secret", apiVersion: "v1", metadata, type: bootstrapTokenType, stringData } as ApiObject;
}

/** Whether a controller may have deleted the Secret. @param present all existing objects by uid */
export function mayBeDeleted(object: ApiObject, present: ReadonlyMap<string, ApiObject>): boolean {
  const { type, data, metadata } = object as Secret;
  if (type === bootstrapTokenType) return data?.["expiration"] !== undefined;
  // Without a uid, the Secret may have been deleted before its account was created.
  const uid = metadata.annotations?.[uidAnnotation];
  return type === accountTokenType && (uid === undefined || !present.has(uid));
}

/** Returns one sentence for each violated invariant of tokens. */
export function tokenViolations(objects: readonly ApiObject[], nowMs: number): readonly string[] {
  const secrets = objects.filter(({ kind }) => kind === "Secret") as Secret[];
  const accounts = objects.filter(({ kind }) => kind === "ServiceAccount") as ServiceAccount[];
  const bootstrapTokens = secrets.filter(({ type }) => type === bootstrapTokenType);
  const expired = bootstrapTokens.filter(
    (one) => textOf(one, "expiration") !== "" && Date.parse(textOf(one, "expiration")) <= nowMs,
  );
  return [
    ...secrets.filter(({ type }) => type === accountTokenType).flatMap((one) => accountTokenViolations(one, accounts)),
    ...expired.map((one) => `${one.metadata.name} has expired, and is there`),
    ...signatureViolations(objects, bootstrapTokens),
  ];
}

function accountTokenViolations(object: Secret, accounts: readonly ServiceAccount[]): readonly string[] {
  const { name, namespace, annotations = {} } = object.metadata;
  const account = accounts.find(
    ({ metadata }) => metadata.namespace === namespace && metadata.name === annotations[nameAnnotation],
  );
  if (!account) return [`the account of ${namespace}/${name} does not exist`];
  if (annotations[uidAnnotation] !== account.metadata.uid)
    return [`${namespace}/${name} has another uid than its account`];
  const claims = textOf(object, "token");
  return claims.includes(account.metadata.uid ?? "?") ? [] : [`${namespace}/${name} has the token ${claims}`];
}

function signatureViolations(objects: readonly ApiObject[], tokens: readonly Secret[]): readonly string[] {
  const { name, namespace } = clusterInfo.metadata;
  const map: ConfigMap | undefined = objects.find(
    ({ kind, metadata }) => kind === "ConfigMap" && metadata.name === name && metadata.namespace === namespace,
  );
  if (!map) return [];
  const signers = Object.keys(map.data ?? {}).filter((key) => key.startsWith("jws-kubeconfig-"));
  const expected = tokens.map((one) => `jws-kubeconfig-${textOf(one, "token-id")}`);
  return signers.sort().join() === expected.sort().join() ? [] : [`the signatures are ${signers.join()}`];
}

function textOf({ data }: Secret, key: string): string {
  return Buffer.from(data?.[key] ?? "", "base64").toString("utf8");
}
