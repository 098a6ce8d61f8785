/** A browser that follows redirects, keeps cookies and submits the first form of each page. */

import { request as plainRequest } from "node:http";
import { request } from "node:https";

interface Page {
  readonly status: number;
  readonly url: string;
  readonly text: string;
}

const stepsMax = 30;

/** A browser of a user. */
export class ScriptedBrowser {
  readonly #ca: string;
  readonly #fields: Readonly<Record<string, string>>;
  readonly #cookies = new Map<string, string>();

  /** @param fields values of the form fields that the user fills in */
  constructor(ca: string, fields: Readonly<Record<string, string>>) {
    this.#ca = ca;
    this.#fields = fields;
  }

  /** Opens a page, and submits forms until a page has none. Returns this page. */
  async visit(url: string): Promise<Page> {
    let page = await this.#load("GET", url);
    for (let step = 0; step < stepsMax; step++) {
      const form = /<form[^>]*action="([^"]*)"[^>]*>([\s\S]*?)<\/form>/.exec(page.text);
      if (!form) return page;
      const [, action = "", content = ""] = form;
      page = await this.#load("POST", new URL(unescape(action), page.url).href, this.#fieldsOf(content));
    }
    throw new Error(`the forms do not end: ${page.url}`);
  }

  #fieldsOf(content: string): URLSearchParams {
    const fields = new URLSearchParams();
    for (const [input] of content.matchAll(/<input[^>]*>/g)) {
      const name = /name="([^"]*)"/.exec(input)?.[1] ?? "";
      const value = this.#fields[name] ?? unescape(/value="([^"]*)"/.exec(input)?.[1] ?? "");
      if (name !== "") fields.set(name, value);
    }
    return fields;
  }

  async #load(method: string, url: string, form?: URLSearchParams): Promise<Page> {
    let [nextMethod, nextUrl, body] = [method, url, form];
    for (let step = 0; step < stepsMax; step++) {
      const { location, ...page } = await this.#request(nextMethod, nextUrl, body);
      if (location === undefined) return page;
      [nextMethod, nextUrl, body] = ["GET", new URL(location, nextUrl).href, undefined];
    }
    throw new Error(`the redirects do not end: ${nextUrl}`);
  }

  #request(
    method: string,
    url: string,
    form: URLSearchParams | undefined,
  ): Promise<Page & { readonly location: string | undefined }> {
    const send = url.startsWith("https:") ? request : plainRequest;
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = form ? { cookie, "content-type": "application/x-www-form-urlencoded" } : { cookie };
    return new Promise((resolve, reject) => {
      const sent = send(url, { method, headers, ca: this.#ca }, (response) => {
        for (const line of response.headers["set-cookie"] ?? []) this.#keepCookie(line);
        let text = "";
        response.setEncoding("utf8").on("data", (piece: string) => (text += piece));
        response.once("end", () => {
          resolve({ status: response.statusCode ?? 0, url, text, location: response.headers.location });
        });
      });
      sent.once("error", reject);
      sent.end(form?.toString());
    });
  }

  #keepCookie(line: string): void {
    const [pair = ""] = line.split(";");
    const equals = pair.indexOf("=");
    const [name, value] = [pair.slice(0, equals), pair.slice(equals + 1)];
    if (value === "") this.#cookies.delete(name);
    else this.#cookies.set(name, value);
  }
}

function unescape(text: string): string {
  return text.replaceAll("&quot;", '"').replaceAll("&#39;", "'").replaceAll("&amp;", "&");
}
