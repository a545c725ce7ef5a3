/** What was done, as far as rows come of it. */
export const createCounts = () => ({
  logins: 0,
  logouts: 0,
  submissions: 0,
  solves: 0,
  opened: 0,
  downloads: 0,
  instances: 0,
  notices: 0,
  adjustments: 0,
  uploads: 0,
  /** Attached at the moment. */
  files: 0,
  edits: 0,
})

export type Counts = ReturnType<typeof createCounts>
