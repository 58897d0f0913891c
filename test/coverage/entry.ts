// What a row of the table is made of: something the interface document says, and where the extension answers to it.

/** A file of ours and the test in it, by its whole title. */
export type Test = readonly [file: string, title: string];

/** Something the document says that is implemented and proved. */
export interface Covered {
  readonly section: string;
  readonly of: string;
  readonly what: string;
  /** The implementing file, and a piece of its text that shows it. */
  readonly code: { readonly file: string; readonly needle: string };
  /** The proving test, and a piece of its file's text that shows that this is what it is about. */
  readonly test: { readonly file: string; readonly title: string; readonly needle: string };
}

/** Something the document says that the extension has no part in, and why. */
export interface OutOfReach {
  readonly section: string;
  readonly of: string;
  readonly what: string;
  readonly reason: string;
}

export type Entry = Covered | OutOfReach;

/** Where the items of a group are implemented and proved unless they say otherwise. */
interface Usual {
  readonly code?: string;
  readonly test?: Test;
}

/** An item in words; identifiers stand in backticks, and the first of them is looked for unless a needle is given. */
interface Item extends Usual {
  readonly what: string;
  readonly needle?: string;
  readonly inCode?: string;
  readonly inTest?: string;
  readonly reason?: string;
}

/** The rows of one part of a section. A text alone is an identifier. */
export function group(
  section: string,
  of: string,
  usual: Usual,
  items: readonly (string | Item)[],
): readonly Entry[] {
  return items.map((given): Entry => {
    const item = typeof given === "string" ? { what: `\`${given}\``, needle: given } : given;
    const place = { section, of, what: item.what };
    if (item.reason !== undefined) return { ...place, reason: item.reason };
    const needle = item.needle ?? /`([^`]+)`/.exec(item.what)?.[1] ?? item.what;
    const code = item.code ?? usual.code;
    const [file, title] = item.test ?? usual.test ?? [];
    if (code === undefined || file === undefined || title === undefined)
      throw new Error(`§${section} ${item.what}: neither implemented, nor proved, nor out of reach`);
    return {
      ...place,
      code: { file: code, needle: item.inCode ?? needle },
      test: { file, title, needle: item.inTest ?? needle },
    };
  });
}
