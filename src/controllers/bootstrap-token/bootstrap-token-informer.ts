import { type Secret, secret } from "../../api/core/v1/secret.ts";
import { Informer } from "../../client/index.ts";
import { subLabel, systemNamespace } from "../../meta/vocabulary.ts";
import { type ControllerContext, reportFailure } from "../frame/index.ts";

/** Type of the Secrets that hold bootstrap tokens. */
const tokenType = subLabel("bootstrap/token");

/** Returns an informer of all bootstrap tokens. The caller runs it. */
export function bootstrapTokenInformer({
  reader,
  vocabulary,
  clock,
  random,
  logger,
}: ControllerContext): Informer<Secret> {
  return new Informer(reader.api(secret, vocabulary.bind(systemNamespace("system"))), {
    clock,
    random,
    fieldSelector: `type=${vocabulary.bind(tokenType)}`,
    onError: (error) => reportFailure(logger, error, { resource: secret.plural }),
  });
}
