/** Something that the interface document calls by its own name. */
export interface Identifier {
  readonly section: string;
  /** The object that it belongs to, where the document names one right before. */
  readonly owner: string;
  readonly text: string;
}

/** What stands in backticks, and what begins a row of a table, in the sections of the document, each once. */
export function identifiersOf(document: string): readonly Identifier[] {
  const found = new Map<string, Identifier>();
  let section: string | undefined;
  let owner = "";
  let inTable = false;
  for (const line of document.split("\n")) {
    section = /^#{2,3} (\d+(?:\.\d+)?)/.exec(line)?.[1] ?? section;
    const isRow = line.startsWith("|");
    if (!isRow && line.trim() !== "") owner = ownerOf(line);
    const begins = isRow && inTable && !/^[-|]+$/.test(line) ? firstCell(line) : [];
    inTable = isRow;
    const quoted = [...line.matchAll(/`([^`]+)`/g)].map(([, text = ""]) => text);
    for (const text of section === undefined ? [] : [...begins, ...quoted])
      if (section !== undefined) found.set([section, owner, text].join(), { section, owner, text });
  }
  return [...found.values()];
}

/** A line that begins with the name of an object, in camel case, is about that object. */
function ownerOf(line: string): string {
  const [word = ""] = /^[A-Za-z]+/.exec(line) ?? [];
  return /[A-Z].*[A-Z]/.test(word) && /[a-z]/.test(word) ? word : "";
}

/** The first cell of a row: one name, several that are joined by commas, or words. */
function firstCell(row: string): readonly string[] {
  const text = (row.split("|")[1] ?? "").replaceAll("`", "").trim();
  return /^[\w.]+(, [\w.]+)+$/.test(text) ? text.split(", ") : [text];
}
