/** The authorizers of a server in their order. Their configuration file may change while the server runs. */

import type { AuthorizerSettings } from "../../authz/configuration/index.ts";
import { authorizeBy, authorizePrivilegedGroup, type ListedAuthorizer, listRulesBy } from "../../authz/index.ts";
import type { Authorizer, RuleLister } from "../../meta/access/access-control.ts";

/** Returns the authorizer that settings describe. */
export type MakeAuthorizer = (settings: AuthorizerSettings) => ListedAuthorizer;

/** Calls authorizers in the order of their settings. */
export class ReloadingChain {
  readonly #make: MakeAuthorizer;
  #settings: readonly AuthorizerSettings[] = [];
  #authorize!: Authorizer;
  #list!: RuleLister;

  constructor(settings: readonly AuthorizerSettings[], make: MakeAuthorizer) {
    this.#make = make;
    this.#use(settings);
  }

  /** The present settings. */
  get settings(): readonly AuthorizerSettings[] {
    return this.#settings;
  }

  readonly authorize: Authorizer = (user, attributes) => this.#authorize(user, attributes);

  readonly listRules: RuleLister = (user, namespace) => this.#list(user, namespace);

  /** Uses new settings for later decisions. Returns false if they equal the present ones. */
  replace(settings: readonly AuthorizerSettings[]): boolean {
    if (JSON.stringify(settings) === JSON.stringify(this.#settings)) return false;
    this.#use(settings);
    return true;
  }

  #use(settings: readonly AuthorizerSettings[]): void {
    const authorizers = settings.map((one) => this.#make(one));
    this.#settings = settings;
    // This group is asked first, so that no other authorizer can deny anything to it. As in the reference, its rules are not
    // listed: a binding for it usually exists.
    this.#authorize = authorizeBy([authorizePrivilegedGroup, ...authorizers.map(({ authorize }) => authorize)]);
    this.#list = listRulesBy(authorizers.map(({ list }) => list));
  }
}
