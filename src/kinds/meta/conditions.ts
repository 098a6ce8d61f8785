/** Lists of conditions, in which each type occurs once. */

interface AnyCondition {
  readonly type: string;
  readonly status: string;
  readonly lastTransitionTime?: string;
}

/** Returns the list with a condition added or replaced. If its status stays the same, it keeps its transition time. */
export function withCondition<C extends AnyCondition>(conditions: readonly C[] | undefined, condition: C): C[] {
  const list = [...(conditions ?? [])];
  const index = list.findIndex(({ type }) => type === condition.type);
  const old = list[index];
  const isSame = old?.status === condition.status && old.lastTransitionTime !== undefined;
  const dated = isSame ? { ...condition, lastTransitionTime: old.lastTransitionTime } : condition;
  if (old) list[index] = dated;
  else list.push(dated);
  return list;
}

/** Whether the list has a condition of the type with the status True. */
export function holds(conditions: readonly AnyCondition[] | undefined, type: string): boolean {
  return (conditions ?? []).some((one) => one.type === type && one.status === "True");
}
