import type { RehearsalCast, Rehearsals } from '@pennant/contract/rehearsal'
import type { Client } from './client.ts'

/** Only one can run at a time. */
export const endRehearsal = async (admin: Client): Promise<void> => {
  const { running } = (await admin.get<Rehearsals>('/api/rehearsal')).body
  if (running !== null) await admin.post(`/api/rehearsal/${running.id}/end`, { outcome: null })
}

export const newRehearsal = async (admin: Client, duringGame: string | null = null): Promise<string> => {
  await endRehearsal(admin)
  const answer = await admin.post<RehearsalCast>('/api/rehearsal', { teams: 1, duringGame })
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.body.id
}
