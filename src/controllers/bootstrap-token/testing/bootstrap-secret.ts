import type { Secret } from "../../../api/core/v1/secret.ts";

/** Returns the Secret of the token 07401b.f395accd246ae52d, which signs and never expires. @param data changed values */
export function bootstrapSecret(
  data: Readonly<Record<string, string | undefined>> = {},
  name = "bootstrap-token-07401b",
): Secret {
  const values = {
    "token-id": "07401b",
    "token-secret": "f395accd246ae52d",
    "usage-bootstrap-signing": "true",
    ...data,
  };
  const encoded = Object.entries(values).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, Buffer.from(value).toString("base64")]],
  );
  return {
    kind: "Secret",
    apiVersion: "v1",
    metadata: { namespace: "orch-system", name, uid: "uid-1", resourceVersion: "7" },
    type: "bootstrap.orch.io/token",
    data: Object.fromEntries(encoded) as Record<string, string>,
  };
}
