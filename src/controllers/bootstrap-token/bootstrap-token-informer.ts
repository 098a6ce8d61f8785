import { type Secret, secret } from "../../api/core/v1/secret.ts";
import { Informer } from "../../client/index.ts";
import { bootstrapTokenType } from "../../meta/tokens/bootstrap-token-secret.ts";
import { systemNamespace } from "../../meta/vocabulary.ts";
import { type ControllerContext, reportFailure } from "../frame/index.ts";

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
    fieldSelector: `type=${vocabulary.bind(bootstrapTokenType)}`,
    onError: (error) => reportFailure(logger, error, { resource: secret.plural }),
  });
}
