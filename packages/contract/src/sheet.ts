/** `2026-11-21 10:15:30Z`, as times stand in the cells of sheets. */
export const cellTime = (at: number): string =>
  new Date(at).toISOString().replace('T', ' ').replace(/\.\d+/, '')
