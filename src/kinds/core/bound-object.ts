/** The object that a TokenRequest binds its token to. */
import { type BoundObjectReference, node, type Pod, pod, secret } from "../../api/index.ts";
import type { AccountTokenRequest, ObjectInToken } from "../../meta/accounts/account-token.ts";
import { goQuote } from "../../meta/go-quote.ts";
import { formatGroupVersionKind, type GroupVersionKind, typeOfObject } from "../../meta/group-version.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import { badRequest, conflict, hasCode } from "../../meta/status-error.ts";
import type { KindDeclaration, SubresourceRequest } from "../../schema/index.ts";
import { requireReadableName } from "../require-name.ts";

/** The objects that a token names besides its account. */
export type BoundObjects = Pick<AccountTokenRequest, "pod" | "secret" | "node">;

/**
 * Returns the objects to which a token is bound. None if there is no reference.
 * @throws StatusError 400 if tokens cannot be bound to the object, 404 if it does not exist, 409 if its uid differs
 */
export async function boundObjects(
  reference: BoundObjectReference | null | undefined,
  request: SubresourceRequest,
): Promise<BoundObjects> {
  if (!reference) return {};
  const kind = typeOfObject(reference.apiVersion ?? "", reference.kind ?? "");
  const bound = await readBoundObjects(reference, kind, request);
  const uid = (bound.pod ?? bound.secret ?? bound.node)?.uid;
  if (reference.uid && reference.uid !== uid) {
    const why =
      `the UID in the bound object reference (${reference.uid}) does not match the UID in record. ` +
      "The object might have been deleted and then recreated";
    throw conflict({ group: kind.group, resource: kind.kind }, reference.name ?? "", why);
  }
  return bound;
}

async function readBoundObjects(
  { name = "" }: BoundObjectReference,
  { group, version, kind }: GroupVersionKind,
  request: SubresourceRequest,
): Promise<BoundObjects> {
  switch (group === "" ? kind : undefined) {
    case pod.kind:
      return await readPod(name, request);
    case node.kind:
      requireNodeBinding(request);
      return { node: referenceTo(await read(node, "", name, request)) };
    case secret.kind:
      return { secret: referenceTo(await read(secret, request.namespace, name, request)) };
    default:
      throw badRequest(`cannot bind token to object of type ${formatGroupVersionKind({ group, version, kind })}`);
  }
}

/** @throws StatusError 400 if tokens cannot be bound to nodes */
function requireNodeBinding({ isEnabled }: SubresourceRequest): void {
  const gate = "ServiceAccountTokenNodeBinding";
  if (isEnabled(gate)) return;
  throw badRequest(`cannot bind token to a Node object as the ${goQuote(gate)} feature-gate is disabled`);
}

/** Returns a Pod, and the node on which it runs. */
async function readPod(name: string, request: SubresourceRequest): Promise<BoundObjects> {
  const found: Pod = await read(pod, request.namespace, name, request);
  if (found.spec?.serviceAccountName !== request.name) {
    throw badRequest(
      `cannot bind token for serviceaccount ${goQuote(request.name)} to pod running with different serviceaccount name.`,
    );
  }
  const nodeName = found.spec.nodeName ?? "";
  const bound = { pod: referenceTo(found) };
  return nodeName === "" ? bound : { ...bound, node: await nodeReference(nodeName, request) };
}

/** Returns a reference to a node. If the node does not exist, the uid is empty. */
async function nodeReference(name: string, { objects }: SubresourceRequest): Promise<ObjectInToken> {
  try {
    return referenceTo(await objects.get(node, { namespace: "", name }));
  } catch (error) {
    if (hasCode(error, 404)) return { name, uid: "" };
    throw error;
  }
}

async function read<T extends ApiObject>(
  kind: KindDeclaration<T>,
  namespace: string,
  name: string,
  { objects }: SubresourceRequest,
): Promise<T> {
  requireReadableName(name);
  return await objects.get(kind, { namespace, name });
}

function referenceTo({ metadata }: ApiObject): ObjectInToken {
  return { name: metadata.name ?? "", uid: metadata.uid ?? "" };
}
