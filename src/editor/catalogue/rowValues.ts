/** What each row said, by the row's id. */
export type RowValues = ReadonlyMap<string, string>;
