import { type Secret, secret } from "../../api/core/v1/secret.ts";
import { type ServiceAccount, serviceAccount } from "../../api/core/v1/service-account.ts";
import { Controller, type ControllerSource, controllerSource, Informer } from "../../client/index.ts";
import { keyOf } from "../../meta/object-key.ts";
import {
  accountNameAnnotation,
  accountTokenType,
  accountUidAnnotation,
} from "../../meta/tokens/account-token-secret.ts";
import { type AccountReference, accountReference, isReferenced, readAccount } from "../account-token/index.ts";
import { type ControllerContext, ignoreNotFound, reportFailure } from "../frame/index.ts";
import { decide, encode, type TokenSecretAction, withoutReference } from "./decide.ts";
import { parseSecretKey, secretKey } from "./secret-key.ts";
import { type SignToken, secretTokenClaims } from "./token-claims.ts";

/** Properties of the tokens. */
export interface TokenSecretOptions {
  readonly signToken: SignToken;
  /** CA certificates of the API server in PEM. Empty if Secrets get none. */
  readonly rootCa: string;
}

/** Name of the index of Secrets by the `namespace/name` of their account. */
const byAccount = "account";

/** Completes token Secrets, deletes those without an account, and removes references to deleted ones. */
export class TokenSecretController {
  readonly #context: ControllerContext;
  readonly #options: TokenSecretOptions;
  readonly #accounts: Informer<ServiceAccount>;
  readonly #secrets: Informer<Secret>;

  constructor(context: ControllerContext, options: TokenSecretOptions) {
    const { reader, informers, vocabulary, clock, random, logger } = context;
    this.#context = context;
    this.#options = options;
    this.#accounts = informers.of(serviceAccount);
    this.#secrets = new Informer(reader.api(secret), {
      clock,
      random,
      fieldSelector: `type=${vocabulary.bind(accountTokenType)}`,
      indexes: { [byAccount]: (object) => [keyOf(accountReference(object, vocabulary))] },
      onError: (error) => reportFailure(logger, error, { resource: secret.plural }),
    });
  }

  async run(signal: AbortSignal): Promise<void> {
    const { clock, metrics, workers, logger, vocabulary } = this.#context;
    const controller = new Controller({
      name: "serviceaccount_tokens_secret",
      clock,
      metrics,
      workers,
      sources: [
        controllerSource(this.#secrets, (object) => [secretKey(object, vocabulary)]),
        this.#secretsOfDeletedAccounts(),
      ],
      reconcile: (key, until) => this.#reconcile(key, until),
      onError: (error, key) => reportFailure(logger, error, { secret: key }),
    });
    await Promise.all([this.#secrets.run(signal), controller.run(signal)]);
  }

  #secretsOfDeletedAccounts(): ControllerSource {
    const accounts = this.#accounts;
    const { lister } = this.#secrets;
    const { vocabulary } = this.#context;
    return {
      get synced() {
        return accounts.synced;
      },
      watch: (add) =>
        accounts.addHandler({
          deleted: ({ metadata: { namespace = "", name = "" } }) => {
            for (const object of lister.byIndex(byAccount, keyOf({ namespace, name }))) {
              add(secretKey(object, vocabulary));
            }
          },
        }),
    };
  }

  async #reconcile(key: string, signal: AbortSignal): Promise<void> {
    const { name, account } = parseSecretKey(key);
    const stored = this.#secrets.lister.get(keyOf({ namespace: account.namespace, name }));
    if (!stored) return await this.#removeReference(account, name, signal);
    const owner = await this.#findAccount(accountReference(stored, this.#context.vocabulary), signal);
    const action = decide({ secret: stored, account: owner, rootCa: this.#options.rootCa });
    if (action.type === "delete") await this.#delete(stored, signal);
    if (action.type === "complete") await this.#complete(stored, action, signal);
  }

  /** Asks the server about an account that is not in the cache, because the account may be new. */
  async #findAccount(reference: AccountReference, signal: AbortSignal): Promise<Readonly<ServiceAccount> | undefined> {
    const cached = this.#accounts.lister.get(keyOf(reference));
    if (cached && isReferenced(cached, reference)) return cached;
    return await readAccount(this.#context.client, reference, signal);
  }

  async #delete({ metadata }: Readonly<Secret>, signal: AbortSignal): Promise<void> {
    const { namespace = "", name = "", uid = "", resourceVersion = "" } = metadata;
    const preconditions = { uid, resourceVersion };
    await ignoreNotFound(this.#context.client.api(secret, namespace).delete(name, { preconditions, signal }));
  }

  async #complete(
    object: Readonly<Secret>,
    { account, data, needsToken }: Extract<TokenSecretAction, { type: "complete" }>,
    signal: AbortSignal,
  ): Promise<void> {
    const { client, vocabulary } = this.#context;
    const { metadata } = object;
    const claims = secretTokenClaims(account, metadata.name ?? "", vocabulary);
    const token = needsToken ? { token: encode(await this.#options.signToken(claims)) } : {};
    const annotations = {
      ...metadata.annotations,
      [vocabulary.bind(accountNameAnnotation)]: account.metadata.name ?? "",
      [vocabulary.bind(accountUidAnnotation)]: account.metadata.uid ?? "",
    };
    const completed = {
      ...object,
      metadata: { ...metadata, annotations },
      data: { ...object.data, ...data, ...token },
    };
    await ignoreNotFound(client.api(secret).update(completed, { signal }));
  }

  async #removeReference(reference: AccountReference, secretName: string, signal: AbortSignal): Promise<void> {
    const cached = this.#accounts.lister.get(keyOf(reference));
    if (!cached || !isReferenced(cached, reference)) return;
    const { client } = this.#context;
    const stored = await readAccount(client, reference, signal);
    const changed = stored && withoutReference(stored, secretName);
    if (changed) await ignoreNotFound(client.api(serviceAccount).update(changed, { signal }));
  }
}
