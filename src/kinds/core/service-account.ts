import type { ServiceAccount } from "../../api/index.ts";
import { label } from "../../meta/vocabulary.ts";
import type { KindHooks } from "../../schema/index.ts";
import { serviceAccountColumns } from "./service-account-columns.ts";
import { createToken, prepareTokenRequest } from "./service-account-token.ts";

/** Annotation that limits the account's Pods to its own Secrets. */
const enforceAnnotation = label("enforce-mountable-secrets");

/** Hooks of ServiceAccounts: references to Secrets, warnings, columns. */
export const serviceAccountHooks: KindHooks<ServiceAccount> = {
  prepareForCreate: keepNames,
  prepareForUpdate: keepNames,
  nameFormat: "dns1123Subdomain",
  warnings: ({ metadata }, old, { vocabulary }) => {
    const key = vocabulary.bind(enforceAnnotation);
    const isNew = metadata.annotations?.[key] !== undefined && old?.metadata.annotations?.[key] === undefined;
    const advice = "deprecated in v1.32+; prefer separate namespaces to isolate access to mounted secrets";
    return isNew ? [`metadata.annotations[${key}]: ${advice}`] : [];
  },
  columns: serviceAccountColumns,
  posted: { token: createToken },
  postedPreparations: { token: prepareTokenRequest },
};

/** Removes all fields but the names from the references to Secrets. */
function keepNames(account: ServiceAccount): void {
  if (account.secrets) account.secrets = account.secrets.map(({ name }) => (name === undefined ? {} : { name }));
}
