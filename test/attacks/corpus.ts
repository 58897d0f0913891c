/**
 * A text that takes effect if it is interpreted as more than text. `{watched}` is replaced by the address of a
 * server that records its requests.
 */
export interface HostileText {
  readonly name: string;
  readonly text: string;
  /** Occurs in the text and, unchanged, in the display of the text, even if a name is capitalized. */
  readonly mark: string;
  /** The display of the mark if a name of the service is split into words. */
  readonly worded?: string;
}

/** Markup that runs, loads, navigates or breaks out, in twelve ways. */
const markup: Readonly<Record<string, string>> = {
  "a script": "<script>window.pwned=1</script>",
  "a picture that fails": "<img src=x onerror='window.pwned=2'>",
  "a picture of another server":
    "<img src='{watched}/img.png'><picture><source srcset='{watched}/set.png'></picture>",
  "a drawing that loads": "<svg/onload=window.pwned=3><use href='{watched}/use.svg#x'/></svg>",
  "a page within": "<iframe srcdoc='<script>parent.pwned=4</script>' src='{watched}/frame'></iframe>",
  "a link that runs": "<a href='javascript:window.pwned=5' autofocus onfocus=window.pwned=6>press</a>",
  "a style": "<style>@import '{watched}/style.css';*{background:url({watched}/background.png)}</style>",
  "another base":
    "<base href='{watched}/'><link rel=stylesheet href=link.css><link rel=prefetch href='{watched}/next'>",
  "a refresh": "<meta http-equiv=refresh content='0;url={watched}/refresh'>",
  "a form":
    "<form action='{watched}/form'><input name=q autofocus onfocus=this.form.submit()><button>go</button></form>",
  "an object":
    "<object data='{watched}/object'></object><embed src='{watched}/embed'><video src='{watched}/video' autoplay>",
  "a way out of text":
    "--></title></textarea></style></script></bdi>&lt;b&gt;&#60;i&#62;<details open ontoggle=window.pwned=7><math><mtext></table><img src=x onerror=window.pwned=8>",
};

const otherTexts: Readonly<Record<string, string>> = {
  "a command":
    '[x](command:workbench.action.closeWindow) [y](command:runCommands?{"commands":["workbench.action.quit"]})',
  "a link of Markdown":
    "[x]({watched}/link) ![y]({watched}/markdown.png) <{watched}/auto> [z](https://evil.example 'title')",
  "a file": "[x](file:///etc/passwd) [y](vscode://publisher.extension/run) file:///etc/passwd",
  icons: "$(rocket) $(verified-filled) $(bug~spin) \\$(rocket) $$(rocket)",
  "changes of direction":
    "\u202egpj.exe\u202c \u2066a\u2069 \u200e\u200f\u061c \u202a\u202b\u202d\u2067\u2068",
  "control characters":
    "a\u0000b\u0007c\u001b[31md\u001b]0;title\u0007e\u007ff\u0085g\u009b1m\u2028h\u2029i\tj",
  "lines of a log": "x\r\n2026-11-20 10:00:00.000 [error] FORGED\nFORGED: granted\u2028FORGED\u0085FORGED",
  "a flood of marks": `${"z\u0323\u0324\u0325\u0326\u0330\u0331".repeat(40)}${"e\u0301".repeat(200)}a${"\u0301".repeat(500)}`,
  "joined characters": `${"👩\u200d".repeat(500)}\u200b\ufeff\u00ad\u2060\u034f\u180e${"🏴".repeat(50)}`,
  "half characters": "a\ud800b\udfffc \udc00\ud800 \ud83d",
  "places in a format": "%s %d %n %x %o %c {0} {1} {2} ${0} ${env:HOME} #{x} {{7*7}} %7B0%7D \\u0041 &amp;",
};

/** Parts of all other texts, for surfaces that show one text and at most its first 200 characters. */
const samples: Readonly<Record<string, string>> = {
  "markup of each kind":
    "<script>pwned=1</script><img src='{watched}/i'><svg/onload=pwned=3><iframe src='{watched}/f'><base href='{watched}/b'><a href='javascript:pwned=5'>a</a></bdi><b>",
  "what VS Code would read":
    "$(rocket) $(bug~spin) \\$(verified-filled) [x](command:runCommands) [y]({watched}/l) [z](file:///etc/passwd) <{watched}/a> {0} %s ${env:HOME} &lt;b&gt;",
  "characters of each kind":
    "\u202egpj\u202c \u2066a\u2069\u061c a\u0000b\u001b[31mc\u0085\tj\r\nFORGED\n2026-11-20 10:00\u2028FORGED\u2029FORGED z\u0323\u0324 👩\u200d\u200b\ufeff\u00ad a\ud800b\udfffc",
};

/** Returns short texts that represent all others. Each starts with its own mark. */
export function sampleTexts(watched: string): readonly HostileText[] {
  return Object.entries(samples).map(([name, text], index): HostileText => {
    const mark = `A${index}q`;
    return { name, text: `${mark} ${text.replaceAll("{watched}", watched)}`, mark };
  });
}

/** Returns all texts. Each starts with its own mark. */
export function corpus(watched: string): readonly HostileText[] {
  const marked = Object.entries({ ...markup, ...otherTexts }).map(([name, text], index): HostileText => {
    const mark = `M${index}q`;
    return { name, text: `${mark} ${text.replaceAll("{watched}", watched)} END`, mark };
  });
  return [
    ...marked,
    // Must be the whole text, otherwise the name isn't the critical one.
    { name: "a prototype", text: "__proto__", mark: "__proto__", worded: "Proto" },
    { name: "60 KiB", text: `MLong ${"<b>long</b> ".repeat(5_120)}`.slice(0, 60 * 1024), mark: "MLong" },
  ];
}
