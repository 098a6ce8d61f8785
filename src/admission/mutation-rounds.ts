/** The rounds of the mutating phase: plugins are called a second time if a policy or webhook has changed the object. */

/** The rounds of one request. Plugins can use it as the key of what they remember between the rounds. */
export class MutationRounds {
  #isRepeated = false;
  #isRepetitionNeeded = false;

  /** Whether this is the second round. */
  get isRepeated(): boolean {
    return this.#isRepeated;
  }

  /** Makes all plugins be called a second time. Has no effect in the second round. */
  repeat(): void {
    this.#isRepetitionNeeded = true;
  }

  /** Runs one round, and a second one if a plugin asks for it. */
  async run(round: () => Promise<void>): Promise<void> {
    await round();
    if (!this.#isRepetitionNeeded) return;
    this.#isRepeated = true;
    await round();
  }
}
