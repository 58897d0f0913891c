/** How large JSON may be once it is parsed. */
export interface JsonBounds {
  /** Objects and arrays within each other. */
  readonly depth: number;
  /** Objects, arrays and single values. */
  readonly nodes: number;
}

const quote = 0x22;
const backslash = 0x5c;

/**
 * Whether a JSON text stays within bounds once it is parsed. It looks at the marks alone and keeps nothing, because
 * parsing would: a megabyte of brackets becomes more than a hundred. Of text that is no JSON it says nothing.
 */
export function isWithin(text: string, bounds: JsonBounds): boolean {
  // Most answers need no closer look: so few characters cannot hold more, nor so few brackets be nested deeper.
  if (text.length <= bounds.nodes && count(text, "[") + count(text, "{") <= bounds.depth) return true;
  let depth = 0;
  let nodes = 1;
  let opened = false;
  for (let at = 0; at < text.length; at++) {
    switch (text.charAt(at)) {
      case " ":
      case "\t":
      case "\r":
      case "\n":
        break;
      case "]":
      case "}":
        depth--;
        opened = false;
        break;
      case ",":
        nodes++;
        break;
      case "[":
      case "{":
        if (opened) nodes++;
        opened = true;
        if (++depth > bounds.depth) return false;
        break;
      default:
        // The first value of what was opened; the others follow a comma.
        if (opened) nodes++;
        opened = false;
        if (text.charCodeAt(at) === quote) at = endOfString(text, at);
    }
    if (nodes > bounds.nodes) return false;
  }
  return true;
}

function count(text: string, mark: string): number {
  let found = 0;
  for (let at = text.indexOf(mark); at !== -1; at = text.indexOf(mark, at + 1)) found++;
  return found;
}

/** Where a string ends that begins here; the end of the text where it does not end. */
function endOfString(text: string, begin: number): number {
  for (let end = text.indexOf('"', begin + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === backslash) escapes++;
    if (escapes % 2 === 0) return end;
  }
  return text.length;
}
