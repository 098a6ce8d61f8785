/** Returns the client certificate and key that a client configuration embeds, in PEM. */
export function certificatesIn(kubeconfig: string): { readonly cert: string; readonly key: string } {
  const embedded = (name: string): string => {
    const found = new RegExp(`${name}: (\\S+)`).exec(kubeconfig)?.[1];
    if (found === undefined) throw new Error(`${name} is not in the client configuration`);
    return Buffer.from(found, "base64").toString("utf8");
  };
  return { cert: embedded("client-certificate-data"), key: embedded("client-key-data") };
}
