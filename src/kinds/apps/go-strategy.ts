/** Strategies of controllers as messages show them. */
import { GoText, goQuote } from "../../meta/go-quote.ts";
import { goPointer } from "../meta/go-values.ts";

interface Strategy {
  readonly type?: string;
  readonly rollingUpdate?: object;
}

/** @param struct, @param settings names of the types of the strategy and of its settings */
export function goStrategy(struct: string, settings: string, { type = "", rollingUpdate }: Strategy): GoText {
  const pointer = goPointer(`apps.${settings}`, rollingUpdate !== undefined);
  return new GoText(`apps.${struct}{Type:${goQuote(type)}, RollingUpdate:${pointer}}`);
}
