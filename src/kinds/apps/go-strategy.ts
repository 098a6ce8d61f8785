/** Prints the strategies of controllers in Go syntax, as error messages show them. */
import { GoText, goQuote } from "../../meta/go-quote.ts";
import { goPointer } from "../meta/go-values.ts";

interface Strategy {
  readonly type?: string;
  readonly rollingUpdate?: object;
}

/**
 * Returns a strategy in Go syntax.
 * @param struct name of the Go type of the strategy
 * @param settings name of the Go type of its `rollingUpdate`
 */
export function goStrategy(struct: string, settings: string, { type = "", rollingUpdate }: Strategy): GoText {
  const pointer = goPointer(`apps.${settings}`, rollingUpdate !== undefined);
  return new GoText(`apps.${struct}{Type:${goQuote(type)}, RollingUpdate:${pointer}}`);
}
