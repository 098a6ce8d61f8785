/** Lists of conditions, in which each type stands once. */

interface AnyCondition {
  readonly type: string;
  readonly status: string;
  readonly lastTransitionTime?: string;
}

/**
 * The list with a condition put in, in the place of the one of its type. Its time, which is that of the change, moves on
 * only with its status.
 */
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

/** True when there is such a condition and it holds. */
export function holds(conditions: readonly AnyCondition[] | undefined, type: string): boolean {
  return (conditions ?? []).some((one) => one.type === type && one.status === "True");
}
