import { describe, expect, test } from "vitest";
import { printedInCell, printedInTemplate } from "../../paths/printed-value.ts";
import { templateLimits } from "../../paths/template.ts";
import { ColumnsOutput, readColumnLines, readColumns } from "../output/columns-output.ts";
import { TemplateOutput } from "../output/template-output.ts";
import { CommandError, type Screen } from "../terminal.ts";
import { PathTemplate } from "./path-template.ts";

const pod = {
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "web", labels: { app: "web", "example.com/tier": "front" } },
  spec: {
    containers: [
      {
        args: ["a", "b", "c", "d", "e"],
        image: "nginx:1.27",
        name: "nginx",
        ports: [
          { containerPort: 80, name: "http" },
          { containerPort: 443, name: "https" },
          { containerPort: 9100, name: "metrics" },
        ],
      },
      { env: [{ name: "MODE", value: "a<b>&c" }], image: "busybox", name: "side" },
    ],
    hostNetwork: true,
    terminationGracePeriodSeconds: 30,
  },
};

function stage(columns?: number): { readonly screen: Screen; readonly printed: () => string } {
  let out = "";
  const screen: Screen = {
    cwd: "/",
    input: (async function* () {})(),
    columns,
    paint: (_, text) => text,
    progress: () => undefined,
    error: () => undefined,
    out: (text) => {
      out += text;
    },
  };
  return { screen, printed: () => out };
}

interface PrintSettings {
  readonly missing?: "nothing" | "error";
  readonly columns?: number;
}

function printed(text: string, object: object = pod, { missing = "nothing", columns }: PrintSettings = {}): string {
  const { screen, printed: all } = stage(columns);
  const template = new PathTemplate(text, "-o jsonpath");
  const output = new TemplateOutput(screen, { template, missing, isSingle: true });
  output.add(object as never);
  output.end();
  return all();
}

function nested(depth: number): object {
  let object: object = {};
  for (let level = 0; level < depth; level++) object = { object };
  return object;
}

/** The expected texts are what kubectl 1.32 prints for the same object. */
const answers: readonly (readonly [template: string, text: string])[] = [
  ["", ""],
  ["plain text", "plain text"],
  ["name: {.metadata.name}, kind: {.kind}!", "name: web, kind: Pod!"],
  ["{.kind}{.kind} {.kind}", "PodPod Pod"],
  ["{@.metadata.name}{$.metadata.name}{ .metadata.name }", "webwebweb"],
  ["{.metadata.labels.app}{.metadata.labels['app']}", "webweb"],
  ["{.metadata.labels['example.com/tier']}", ""],
  ["{.metadata.labels['example\\.com/tier']}", "front"],
  ["{.metadata.labels.example\\.com/tier}", "front"],
  ["{.metadata.labels.*}x", "web frontx"],
  ["{['kind']} {['kind','apiVersion']}", "Pod Pod v1"],
  ["{.['kind']}{.}", ""],
  ["{.metadata.name .kind}", ""],
  ["{.metadata.name|.kind}{.metadata.name(}", ""],
  ["{.missing}{.missing.more[0]}{.metadata.missing}x", "x"],
  ["{.spec.containers.name}", ""],
  ["{.spec.terminationGracePeriodSeconds} {.spec.hostNetwork}", "30 true"],
  ["{.spec.containers[0].name} {.spec.containers[-1].name} {.spec.containers[-1:].name}", "nginx side side"],
  [
    "{.spec.containers[*].name}|{.spec.containers[:].name}|{.spec.containers[0:].name}",
    "nginx side|nginx side|nginx side",
  ],
  ["{.spec.containers[01].name}", "side"],
  ["{.spec.containers[0].args[1:3]}", "b c"],
  ["{.spec.containers[0].args[::2]}", "a c e"],
  ["{.spec.containers[0].args[1:5:2]}", "b d"],
  ["{.spec.containers[0].args[-2:]}", "d e"],
  ["{.spec.containers[0].args[:-1]}", "a b c d"],
  ["{.spec.containers[0].args[1:1]}{.spec.containers[0].args[5:]}", ""],
  ["{.spec.containers[0].args[]}", "a"],
  ["{.spec.containers[0].args[0,2]}", "a c"],
  ["{.spec.containers[*].args}", '["a","b","c","d","e"]'],
  ["{.spec.containers[*].args[*]}", "a b c d e"],
  ["{.spec.containers[*]['name','image']}", "nginx side nginx:1.27 busybox"],
  ["{.spec.containers[0]['name', 'image']}", "nginx nginx:1.27"],
  ["{..containerPort}", "80 443 9100"],
  ["{.spec.containers[0]..containerPort}", "80 443 9100"],
  ["{.spec..name}", "nginx http https metrics side MODE"],
  ["{..['name']}", "web nginx http https metrics side MODE"],
  ['{.spec.containers[?(@.name=="side")].image}', "busybox"],
  ["{.spec.containers[?(@.name!='side')].image}", "nginx:1.27"],
  ['{.spec.containers[?( @.name == "side" )].image}', "busybox"],
  ['{.spec.containers[?(.name=="side")].image}', "busybox"],
  ['{.spec.containers[?("side"==@.name)].image}', "busybox"],
  ['{.spec.containers[?(@.name=="a)b")].image}', ""],
  ["{.spec.containers[?(@.name==@.name)].name}", "nginx side"],
  ["{.spec.containers[0].ports[?(@.containerPort>80)].name}", "https metrics"],
  ["{.spec.containers[0].ports[?(@.containerPort>=443)].name}", "https metrics"],
  ["{.spec.containers[0].ports[?(@.containerPort<443)].name}", "http"],
  ["{.spec.containers[0].ports[?(@.containerPort<=443)].name}", "http https"],
  ["{.spec.containers[0].ports[?(@.containerPort==80)].name}", "http"],
  ['{.spec.containers[0].args[?(@=="c")]}{.spec.containers[0].args[?(@>"c")]}', "cd e"],
  ["{.spec.containers[?(@.env)].name}", "side"],
  ['{.spec.containers[?(@.env[0].name=="MODE")].name}', "side"],
  ["{.spec.containers[?(@.args[9])].name}", "nginx"],
  ["{.missing[?(@.x)]}", ""],
  ['{range .spec.containers[*]}{.name}{"\\t"}{.image}{"\\n"}{end}', "nginx\tnginx:1.27\nside\tbusybox\n"],
  [
    "{range .spec.containers[*]}{.name}:{range .ports[*]}{.name},{end};{end}|{.metadata.name}",
    "nginx:http,https,metrics,;side:;|web",
  ],
  ["{range .spec.containers[*]}{.name} ", "nginx side  "],
  ["{range .none[*]}{.name}{end}end", "end"],
  ["{range .spec.containers[*]}[{.name}{.missing}]{end}", "[nginx][side]"],
  ["{range .metadata.name}<{@}>{end}", "<web>"],
  ["{range}", ""],
  ["{.spec.containers[0].ports[0]}", '{"containerPort":80,"name":"http"}'],
  ["{.spec.containers[1].env}", '[{"name":"MODE","value":"a\\u003cb\\u003e\\u0026c"}]'],
  ["{.spec.containers[1].env[0].value}", "a<b>&c"],
  ["{.metadata.name.*}", "119 101 98"],
  ["{\"quoted\"} {'single'} {'it\"s'} {'a\\'b'}", "quoted single it\"s a'b"],
  ["{1} {-1.5} {true}", "1 -1.5 true"],
  ["{.a}}", "}"],
  ["}{.kind}", "}Pod"],
];

/** Templates for which kubectl fails as well. */
const faults: readonly (readonly [template: string, message: string])[] = [
  ["{.spec.containers[0].args[9]}", "index 9 is out of range for a list of 5"],
  ["{.spec.containers[0].args[-9]}", "index -9 is out of range for a list of 5"],
  ["{.spec.containers[0].args[-6:]}", "index -6 is out of range for a list of 5"],
  ["{.spec.containers[0].args[1:9]}", "index 8 is out of range for a list of 5"],
  ["{.spec.containers[0].args[3:1]}", "a slice from 3 cannot end before 1"],
  ["{.spec.containers[0].args[0:2:0]}", "the step of a slice must be 1 or more"],
  ["{.spec.containers[0].args[ 0 ]}", "[ 0 ] does not select elements of a list; valid are [0], [-1]"],
  [
    '{.spec.containers[0]["name"]}',
    "[\"name\"] does not select elements of a list; valid are [0], [-1], [1:3], [*], ['name']",
  ],
  ["{.metadata[0]}", "only a list has elements, but the value is an object"],
  ["{.metadata.name[0]}", "only a list has elements, but the value is a text"],
  ["{..[0].name}", "only a list has elements, but the value is an object"],
  ['{.spec[?(@.name=="x")]}', "only a list can be filtered, but the value is an object"],
  [
    "{.spec.containers[0].ports[?(@.containerPort==80.5)].name}",
    "a whole number cannot be compared with a number with",
  ],
  ['{.spec.containers[0].ports[?(@.containerPort=="80")].name}', "a whole number cannot be compared with a text"],
  ['{.spec.containers[?(@.ports[*].name=="http")].name}', "a filter compares single values, but its path has several"],
  [
    "{.spec.containers[?(@.ports==1)].name}",
    "a filter compares texts, numbers and booleans, but the value is of another type",
  ],
  ['{.spec.containers[?(@.name=~"s.*")].name}', "= is not an operator; valid are ==, !=, <, <=, >, >="],
  ['{.spec.containers[?(@.name=="a" && @.image=="b")].name}', '"&" is unexpected there'],
  ["{.spec.containers[?(@.name==)].name}", "the right side of == is missing"],
  ["{.spec.containers[?(!@.name)].name}", '"!" is unexpected there'],
  ["{end}", "{end} has no {range}"],
  ["{metadata.name}", "metadata is unexpected there; a path begins with a dot: {.metadata}"],
  ['{"bad\\q"}', '"\\\\q" is not an escape sequence; valid are \\n, \\t'],
  ['{"open', 'the text after " has no closing "'],
  ["{.a", "a { has no closing } on its line"],
  ["{.a[0", "a [ has no ]"],
  ["{.a[x]}", "[x] does not select elements of a list"],
  ["{.a[-]}", "[-] does not select elements of a list: - is out of range"],
  ["{[?(@.x==1]}", "a [?( has no closing )]"],
  ["{.a[?(@.x)}", "a filter must end with )], but another character follows its )"],
  ["{....name}", "two .. follow each other"],
  ["{+}", "+ is not a number"],
  ["{*}", '"*" is unexpected there; a path begins with a dot'],
  ["{.kind,.apiVersion}", '"," is unexpected there; a path begins with a dot'],
];

describe("a template of paths", () => {
  test.each(answers)("the template %j prints %j", (template, text) => {
    expect(printed(template)).toBe(text);
  });

  test.each(faults)("the template %j throws: %s", (template, message) => {
    const print = (): string => printed(template);
    expect(print).toThrow(CommandError);
    expect(print).toThrow(`-o jsonpath: ${template}: ${message}`);
  });

  test("a recursive template visits the members of objects in order of their names", () => {
    expect(printed("{..}", { b: [1, "x"], a: { c: true }, d: {}, "10": "y", "9": "z" })).toBe(
      '{"10":"y","9":"z","a":{"c":true},"b":[1,"x"],"d":{}} y z {"c":true} [1,"x"] x',
    );
  });

  test("a template does not find inherited properties", () => {
    expect(printed("{.constructor}{.metadata.toString}{..hasOwnProperty}{.__proto__}")).toBe("");
    expect(printed("{.__proto__}", JSON.parse('{"__proto__": "own"}') as object)).toBe("own");
  });

  test("a template can report missing fields, but not in filters", () => {
    expect(() => printed("{.metadata.nope}", pod, { missing: "error" })).toThrow("{.metadata.nope}: nope is not found");
    expect(printed("{.spec.containers[?(@.env)].name}", pod, { missing: "error" })).toBe("side");
  });

  test("a template prints control characters unchanged to programs, and escaped to terminals", () => {
    const object = { text: "a\u001b[31mb\n" };
    expect(printed("{.text}", object)).toBe("a\u001b[31mb\n");
    expect(printed("{.text}", object, { columns: 80 })).toBe("a\\x1b[31mb\n");
  });

  test.each([
    ['"\\a\\b\\f\\n\\r\\t\\v\\\\x"', "\x07\b\f\n\r\t\v\\x"],
    ['"\\x41\\101\\u00e9\\U0001F600"', "AAé😀"],
    ['"\\xc3\\xa9"', "é"],
  ])("a template can contain the quoted text %s", (quoted, text) => {
    expect(printed(`{${quoted}}`)).toBe(text);
  });

  test.each(['"\\x4"', '"\\400"', '"\\ud800"', '"\\U00110000"', "'\\\"'"])(
    "a template rejects the quoted text %s",
    (quoted) => {
      expect(() => printed(`{${quoted}}`)).toThrow("is not an escape sequence");
    },
  );

  test("templates have limits on length, nested ranges, visited values and depth", () => {
    expect(() => printed("x".repeat(templateLimits.textCharsMax + 1))).toThrow("it has more than 65536 characters");
    expect(() => printed("{range @}".repeat(51))).toThrow("ranges are nested deeper than 50 levels");
    const tooMuch = "it selects from more than 10000000 values; use names of fields instead of * or ..";
    expect(() => printed("{range ..}{range ..}{range ..}x", nested(600))).toThrow(tooMuch);
    expect(() => printed("{range ..}{.a[?(@..)]}{...*...*...*}", nested(600))).toThrow(tooMuch);
    expect(() => printed("{}", nested(20_000))).toThrow(
      "a value has more than 1000 levels of nested objects and lists",
    );
  });

  test("a recursive template visits 100,000 objects once", () => {
    const items = Array.from({ length: 100_000 }, (_, index) => ({ metadata: { name: `n${index}` }, list: [index] }));
    const names = printed("{..name}", { items }).split(" ");
    expect(names).toHaveLength(100_000);
    expect(names.at(-1)).toBe("n99999");
  });
});

test.each<[unknown, string, string]>([
  [null, "null", "<nil>"],
  [undefined, "<no value>", "<nil>"],
  [true, "true", "true"],
  ["a b", "a b", "a b"],
  [0.5, "0.5", "0.5"],
  [0.00001, "1e-05", "1e-05"],
  [1000000.5, "1.0000005e+06", "1.0000005e+06"],
  [9223372036854775807n, "9223372036854775807", "9223372036854775807"],
  [18446744073709551616n, "1.8446744073709552e+19", "1.8446744073709552e+19"],
  [{ b: [1, null], a: "x" }, '{"a":"x","b":[1,null]}', "map[a:x b:[1 <nil>]]"],
  [[], "[]", "[]"],
  [{}, "{}", "map[]"],
])("%s is printed as %s in a template and as %s in a cell", (value, inTemplate, inCell) => {
  expect(printedInTemplate(value)).toBe(inTemplate);
  expect(printedInCell(value)).toBe(inCell);
});

describe("custom columns", () => {
  const api = {
    kind: "Pod",
    metadata: { name: "api", labels: { app: "api" } },
    spec: { containers: [{ image: "api:1" }] },
  };

  function table(spec: string, objects: readonly object[] = [api, pod], more: object = {}): string {
    const { screen, printed: all } = stage();
    const columns = readColumns(spec, "-o custom-columns");
    const output = new ColumnsOutput(screen, { columns, hasHeaders: true, isSingle: false, ...more });
    for (const object of objects) output.add(object as never);
    output.end();
    return all();
  }

  test("ColumnsOutput aligns columns below their headers and separates several values by commas", () => {
    expect(
      table("NAME:.metadata.name,IMAGES:.spec.containers[*].image,NOPE:.x,HOST:.spec.hostNetwork,KIND:.kind"),
    ).toBe(
      "NAME   IMAGES               NOPE     HOST     KIND\n" +
        "api    api:1                <none>   <none>   Pod\n" +
        "web    nginx:1.27,busybox   <none>   true     Pod\n",
    );
  });

  test("ColumnsOutput accepts paths with and without braces and leading dot, and pads columns to six characters", () => {
    expect(table("A:metadata.name,B:{.kind},C:{metadata.labels}")).toBe(
      "A     B     C\napi   Pod   map[app:api]\nweb   Pod   map[app:web example.com/tier:front]\n",
    );
    expect(table("A:.kind,B:.kind", [{ kind: "x" }])).toBe("A     B\nx     x\n");
  });

  test("ColumnsOutput accepts empty headers, empty paths, and no headers", () => {
    expect(table(":metadata.name")).toBe("\napi\nweb\n");
    expect(table("NAME:")).toBe("NAME\n<none>\n<none>\n");
    expect(table("NAME:.metadata.name", [api], { hasHeaders: false })).toBe("api\n");
  });

  test("ColumnsOutput without objects prints only the headers, or nothing for a single requested object", () => {
    expect(table("NAME:.metadata.name", [])).toBe("NAME\n");
    expect(table("NAME:.metadata.name", [], { hasHeaders: false })).toBe("");
    expect(table("NAME:.metadata.name", [], { isSingle: true })).toBe("");
  });

  test("ColumnsOutput prints values with several lines below each other, and escapes control characters", () => {
    expect(table("T:.data.text,N:.name", [{ data: { text: "one\ntwo" }, name: "settings" }])).toBe(
      "T     N\none\ntwo   settings\n",
    );
    expect(table("T:.text", [{ text: "a\u001bb\rc\td" }])).toBe("T\na\\x1bb\\x0dc d\n");
  });

  test("readColumnLines() reads headers and paths from two lines", () => {
    const { screen, printed: all } = stage();
    const columns = readColumnLines("NAME   IMG\n{.metadata.name} spec.containers[*].image\nmore\n", "a.txt");
    const output = new ColumnsOutput(screen, { columns, hasHeaders: true, isSingle: false });
    output.add(pod);
    output.end();
    expect(all()).toBe("NAME   IMG\nweb    nginx:1.27,busybox\n");
  });

  test.each<[message: string, spec: string]>([
    ['-o custom-columns: "NAME" is not a column; columns are HEADER:PATH, separated by commas', "NAME"],
    ['-o custom-columns: "" is not a column', "NAME:.a,"],
    ['-o custom-columns: "{.a{b}" is not the path of a field', "N:{.a{b}"],
    ["-o custom-columns: {.a[x]}: [x] does not select elements of a list", "N:.a[x]"],
    [
      "-o custom-columns: {.spec.containers[9].name}: index 9 is out of range for a list of 1",
      "N:.spec.containers[9].name",
    ],
    ["-o custom-columns: more than 200 columns", Array.from({ length: 201 }, () => "N:.a").join(",")],
  ])("readColumns() or ColumnsOutput throws: %s", (message, spec) => {
    expect(() => table(spec)).toThrow(message);
  });

  test.each<[string, string]>([
    ["NAME   IMG\nmetadata.name\n", "a.txt: the first line has 2 headers, but the second line has 1 paths"],
    ["NAME", "a.txt: the first line has 1 headers, but the second line has 0 paths"],
    ["", "a.txt: the first line has 0 headers, but the second line has 0 paths"],
  ])("readColumnLines() rejects the file %j", (text, message) => {
    expect(() => readColumnLines(text, "a.txt")).toThrow(message);
  });
});
