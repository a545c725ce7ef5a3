// @ts-check
import { createRandom } from '../kit/random.mjs'

/**
 * @typedef {import('./people.mjs').Person} Person
 * @typedef {import('./people.mjs').Team} Team
 */

const minute = 60_000
const minutesBefore = 50

/**
 * A game that is over, with results: the last teams to register are not part of it.
 *
 * @param {object} at
 * @param {import('../load.mjs').DemoServer} at.server
 * @param {import('../sample-event.mjs').SampleEvent} at.event
 * @param {number} at.start of the event
 * @param {Person} at.admin
 * @param {readonly Team[]} at.teams
 */
export async function playWarmUp({ server, event, start: eventStart, admin, teams: all }) {
  const { title, summary, teams: count, minutes, frozenMinutes, note, challenges } = event.warmUp
  const { below, shuffled } = createRandom('warm-up')
  const start = eventStart - minutesBefore * minute
  const end = start + minutes * minute
  server.setTime(start - minute)
  const { id } = await admin.post('/api/edit/games', {
    ...{ title, summary, acceptWithoutReview: true, practiceMode: false, start, end },
    freezeAt: end - frozenMinutes * minute,
  })
  const path = `/api/edit/games/${id}`
  const teams = all.slice(0, count)
  for (const team of teams)
    for (const player of team.players) await player.post(`/api/game/${id}`, { teamId: team.id })
  /** @type {{ id: number, flag: string }[]} */
  const placed = []
  for (const { flag, ...challenge } of challenges) {
    const made = await admin.post(`${path}/challenges`, { ...challenge, type: 'StaticAttachment' })
    const place = `${path}/challenges/${made.id}`
    await admin.post(`${place}/flags`, [{ flag }])
    await admin.put(place, { ...challenge, minScoreRate: 0.5, difficulty: 5 })
    await admin.put(place, { isEnabled: true })
    placed.push({ id: made.id, flag })
  }

  const scenes = teams.flatMap(({ captain }) => {
    let clock = 0
    return shuffled(placed).flatMap(({ id: challenge, flag }) => {
      clock += (2 + below(14)) * minute + below(60_000)
      if (clock >= minutes * minute) return []
      const sent = below(4) === 0 ? 'flag{is_it_this}' : flag
      const act = () => captain.post(`/api/game/${id}/challenges/${challenge}`, { flag: sent })
      return [{ at: start + clock, act }]
    })
  })
  for (const { at, act } of scenes.toSorted((one, other) => one.at - other.at)) {
    server.setTime(at)
    await act()
  }
  server.setTime(end + 5 * minute)
  await admin.post(`${path}/results`, { note })
}
