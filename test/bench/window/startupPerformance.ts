/** Milliseconds of loading the code and of activating, from the table of "Developer: Startup Performance". */
export function activationOf(table: string, extension: string): number {
  // Extension, eager, load code, call activate, finish activate, event, by.
  const rows = table.split("\n").map((line) => line.split("|").map((cell) => cell.trim()));
  const row = rows.find(([, name]) => name === extension);
  if (row === undefined) throw new Error(`VS Code's table of its startup has no ${extension}`);
  const total = row.slice(3, 6).reduce((sum, cell) => sum + Number(cell), 0);
  if (Number.isNaN(total)) throw new Error(`VS Code's table of its startup says: ${row.join(" | ")}`);
  return total;
}
