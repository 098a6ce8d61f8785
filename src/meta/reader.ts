/** Reading objects of one kind inside the server, without a request: what authorization and admission look things up with. */
export interface Reader<T> {
  /**
   * The latest state of an object, or undefined when there is none. Shared: it must not be changed.
   * @param namespace empty for cluster-scoped kinds
   */
  get(namespace: string, name: string): Promise<Readonly<T> | undefined>;
}
