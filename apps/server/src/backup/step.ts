import type { BackupStep } from '@pennant/contract/status'

/** What `pennant backup create` says on its way. */
const said: readonly (readonly [RegExp, BackupStep])[] = [
  [/^Reading the database/, 'reading'],
  [/^\d+ tables read\./, 'writing'],
  [/ written\. Proving it/, 'proving'],
  [/ Comparing scoreboards/, 'comparing'],
  [/^Checking the files/, 'files'],
]

export const stepOf = (line: string): BackupStep | null => said.find(([text]) => text.test(line))?.[1] ?? null
