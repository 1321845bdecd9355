/** Most letters that the name of a sheet may have. */
const LONGEST = 31

/** The name of a sheet in a workbook: without what no such name may hold, and short enough. */
export function sheetTitle(name: string): string {
  return name.replaceAll(/[[\]:*?/\\]/g, '_').slice(0, LONGEST)
}
