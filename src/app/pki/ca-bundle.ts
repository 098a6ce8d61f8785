/** CA certificates of one purpose: those of the cluster, and those of a file that is read again when it changes. */
import { type CertificatePool, emptyPool, parsePool } from "../../authn/index.ts";
import type { Logger } from "../../base/logger.ts";
import { reasonOf } from "../../base/reason-of.ts";
import { WatchedFile } from "../machine/watched-file.ts";

/** Where CA certificates come from. It is plain data, so that all processes of a server can get it. */
export interface CaSource {
  /** Flag that names the file. */
  readonly flag: string;
  /** CA certificates in PEM that never change. */
  readonly fixed: string;
  /** Undefined if there are no other ones. */
  readonly file: { readonly path: string; readonly content: string } | undefined;
}

/** Current CA certificates of one purpose. */
export class CaBundle {
  readonly #source: CaSource;
  readonly #logger: Logger;
  readonly #file: WatchedFile | undefined;
  #content: string | undefined;
  #pool: CertificatePool;
  /** Numbers of reloads of the file. */
  readonly reloads = { success: 0, failure: 0 };

  constructor(source: CaSource, logger: Logger) {
    this.#source = source;
    this.#logger = logger;
    this.#file = source.file && new WatchedFile(source.file.path);
    this.#content = source.file?.content;
    this.#pool = poolOf(source.fixed, this.#content);
  }

  /** The flag that names the file. Undefined if there is no file. */
  get fileFlag(): string | undefined {
    return this.#file && this.#source.flag;
  }

  /** The certificates. It is another object after a change. */
  get pool(): CertificatePool {
    return this.#pool;
  }

  /** The source with the content that is in effect. */
  get source(): CaSource {
    const { file } = this.#source;
    return file ? { ...this.#source, file: { path: file.path, content: this.#content ?? "" } } : this.#source;
  }

  /** The certificates in PEM. */
  get pems(): readonly string[] {
    return [this.#source.fixed, this.#content ?? ""].filter((pem) => pem !== "");
  }

  /**
   * Reads the file again if it has changed. A file that cannot be used is logged, and the previous certificates stay.
   * @returns whether the certificates have changed
   */
  reload(): boolean {
    const { flag } = this.#source;
    const path = this.#file?.path ?? "";
    try {
      const content = this.#file?.readIfChanged();
      if (content === undefined || content === this.#content) return false;
      this.#pool = poolOf(this.#source.fixed, content);
      this.#content = content;
      this.reloads.success++;
      this.#logger.info(`${flag}: the changed file was loaded`, { path });
      return true;
    } catch (error) {
      this.reloads.failure++;
      this.#logger.error(`${flag}: the changed file cannot be used, the previous certificates stay`, undefined, {
        path,
        reason: reasonOf(error),
      });
      return false;
    }
  }
}

/** @param content content of the file; undefined if there is no file */
function poolOf(fixed: string, content: string | undefined): CertificatePool {
  const fixedPool = fixed === "" ? emptyPool : parsePool(fixed);
  const filePool = content === undefined ? emptyPool : parsePool(content);
  return { certificates: [...fixedPool.certificates, ...filePool.certificates] };
}
