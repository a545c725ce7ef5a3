import { decideMany, editParticipation, type ParticipationInfo } from '@pennant/contract/participation'
import type { Route } from '@pennant/contract/route'
import { describe, expect, it } from 'vitest'
import type { Api } from '../../api/client.ts'
import { ApiProblem, refusal } from '../../api/problem.ts'
import { decideAll } from './decide.ts'

const participations = (count: number): ParticipationInfo[] =>
  Array.from({ length: count }, (_, id) => ({
    id,
    team: { id, locked: false, captainId: '', name: `Team ${id}`, bio: null, avatar: null, members: [] },
    registeredMembers: [],
    divisionId: id % 2 === 0 ? 7 : null,
    status: 'Pending',
  }))

type Asked = { route: Route; input: { params: { id: number }; body: { ids?: number[] } } }

const serverOf = (answer: (asked: Asked) => unknown, supported = true) => {
  const asked: Asked[] = []
  const call = async (route: Route, input: Asked['input']): Promise<unknown> => {
    asked.push({ route, input })
    return answer({ route, input })
  }
  return { asked, api: { call, extensions: { supported } } as unknown as Api }
}
const signal = new AbortController().signal
const tell = (): void => undefined

describe('deciding on many', () => {
  it('goes in chunks, and names those that were refused', async () => {
    const { api, asked } = serverOf(({ input }) =>
      (input.body.ids ?? []).map((id) => ({ id, code: id === 3 ? 'participation.notFound' : null })),
    )
    const told: number[] = []
    const refused = await decideAll(
      { api, game: 9, tell: (done) => told.push(done), signal },
      participations(501),
      {
        status: 'Accepted',
      },
    )
    expect(asked.map(({ route, input }) => [route, input.body.ids?.length])).toEqual([
      [decideMany, 500],
      [decideMany, 1],
    ])
    expect(refused.map(({ participation, why }) => [participation.id, why])).toEqual([
      [3, 'participation.notFound'],
    ])
    expect(told.at(-1)).toBe(501)
  })

  it('goes one by one, with the divisions kept, where the server does not know better', async () => {
    const { api, asked } = serverOf(({ route, input }) => {
      if (route === decideMany) throw refusal(404, {})
      if (input.params.id === 1) throw refusal(400, { title: 'No' })
      return undefined
    })
    const refused = await decideAll({ api, game: 9, tell, signal }, participations(3), { status: 'Rejected' })
    expect(asked.slice(1).map(({ route, input }) => [route, input.params.id, input.body])).toEqual([
      [editParticipation, 0, { status: 'Rejected', divisionId: 7 }],
      [editParticipation, 1, { status: 'Rejected', divisionId: null }],
      [editParticipation, 2, { status: 'Rejected', divisionId: 7 }],
    ])
    expect(refused.map(({ participation }) => participation.id)).toEqual([1])
  })

  it('does not ask a server that has no extensions', async () => {
    const { api, asked } = serverOf(() => undefined, false)
    await decideAll({ api, game: 9, tell, signal }, participations(2), { status: 'Accepted' })
    expect(asked.map(({ route }) => route)).toEqual([editParticipation, editParticipation])
  })

  it('fails as a whole when the server does', async () => {
    const { api } = serverOf(() => {
      throw refusal(500, {})
    })
    await expect(
      decideAll({ api, game: 9, tell, signal }, participations(2), { divisionId: 7 }),
    ).rejects.toBeInstanceOf(ApiProblem)
  })
})
