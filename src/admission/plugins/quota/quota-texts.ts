/** Amounts and scopes in the reference's messages about quotas. */
import { type Amounts, amountList, type ScopeRequirement } from "../../../usage/index.ts";

/** Returns amounts, sorted by name: `pods=1,requests.cpu=500m`. */
export function amountTexts(amounts: Amounts): string {
  return Object.entries(amountList(amounts))
    .map(([name, amount]) => `${name}=${amount}`)
    .join(",");
}

/** Returns a requirement as Go prints it: `{PriorityClass In [high low]}`. */
export function scopeText({ scopeName, operator, values = [] }: ScopeRequirement): string {
  return `{${scopeName} ${operator} [${values.join(" ")}]}`;
}

/** Returns a list of requirements as Go prints it. */
export function scopeTexts(requirements: readonly ScopeRequirement[]): string {
  return `[${requirements.map(scopeText).join(" ")}]`;
}
