import Papa from 'papaparse'

/** Commas, semicolons or tabs: found out from what is there. */
export const readCells = (text: string): string[][] =>
  Papa.parse<string[]>(text.replace(/^\uFEFF/, '').trim(), { skipEmptyLines: 'greedy' }).data
