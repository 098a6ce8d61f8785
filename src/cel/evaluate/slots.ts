/** Numbers the variables of an expression. */

/** The slots of variables. Each comprehension has separate slots for its variables. */
export class Slots {
  /** The variables of the environment that the expression uses, by name. */
  readonly global = new Map<string, number>();
  readonly #scoped: { readonly name: string; readonly slot: number }[] = [];
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** Adds a variable of a comprehension. Returns its slot. */
  enter(name: string): number {
    const slot = this.#count++;
    this.#scoped.push({ name, slot });
    return slot;
  }

  /** Removes the variables that were added last. */
  leave(count: number): void {
    this.#scoped.length -= count;
  }

  /** Returns the slot of a variable. */
  slotOf(name: string): number {
    for (let index = this.#scoped.length - 1; index >= 0; index--) {
      const variable = this.#scoped[index];
      if (variable?.name === name) return variable.slot;
    }
    let slot = this.global.get(name);
    if (slot === undefined) {
      slot = this.#count++;
      this.global.set(name, slot);
    }
    return slot;
  }
}
