// @ts-check
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { listSlugs, readChallenge } from './challenge.mjs'
import { playHistory } from './load/history.mjs'
import { createPeople } from './load/people.mjs'
import { playWarmUp } from './load/warm-up.mjs'
import { readSampleEvent } from './sample-event.mjs'

/**
 * @typedef {object} DemoServer what the server lends: its API, and its clock
 * @property {(request: { method: string, path: string, body?: unknown, form?: FormData, cookie?: string }) =>
 *   Promise<{ status: number, body: any, text: string, cookie: string | undefined }>} call
 * @property {(time: number) => void} setTime
 * @property {number} now
 * @property {string} adminPassword
 * @property {string} password
 * @property {(line: string) => void} say
 *
 * @typedef {import('./challenge.mjs').Challenge & { id: number, flagOf: Map<string, string> }} Placed
 *   a challenge in the game; of dynamic attachments, which flag is in the file of which hash
 */

const hour = 3_600_000
const hoursPlayed = 19
const preparedDaysBefore = 6

/**
 * @param {DemoServer} server
 * @returns {Promise<string[]>} who can log in, line by line
 */
export async function load(server) {
  const event = readSampleEvent()
  const start = server.now - hoursPlayed * hour
  server.say(`Filling the installation with the sample event “${event.title}”; this takes a minute`)
  server.setTime(start - preparedDaysBefore * 24 * hour)
  const people = createPeople(server)
  const admin = await people.firstAdministrator()
  await admin.put('/api/admin/config', { globalConfig: { title: 'Harbour', slogan: event.slogan } })

  for (const [place, { title, summary, content, tags, isPinned }] of event.posts.toReversed().entries()) {
    server.setTime(start - (preparedDaysBefore - place) * 24 * hour)
    const id = await admin.post('/api/edit/posts', { title, summary, content, tags })
    if (isPinned) await admin.put(`/api/edit/posts/${id}`, { isPinned: true })
  }

  const game = await openGame(admin, event, start)
  const placed = []
  for (const slug of listSlugs()) placed.push(await placeChallenge(admin, game, readChallenge(slug)))
  const inOrder = placed.toSorted((one, other) => one.originalScore - other.originalScore)
  await admin.put(
    `${game.path}/challenges`,
    inOrder.map(({ id }) => id),
  )
  server.say(`${placed.length} challenges are in place; ${event.teams.length} teams are arriving`)

  const teams = await people.arrive(event, game, start)
  await playWarmUp({ server, event, start, admin, teams })
  await playHistory({ server, event, game, start, admin, teams, challenges: placed })

  const [captain] = teams
  return [
    `The sample event “${event.title}” is under way. Who can log in:`,
    `  Admin / ${server.adminPassword}   (builds and runs everything)`,
    `  lighthouse / ${server.password}   (a monitor: events, submissions, cheating)`,
    `  ${captain.captain.name} / ${server.password}   (captain of ${captain.name}; so can all other players)`,
  ]
}

/**
 * @param {import('./load/people.mjs').Person} admin
 * @param {import('./sample-event.mjs').SampleEvent} event
 * @param {number} start
 */
async function openGame(admin, event, start) {
  const end = start + event.hours * hour
  const { id } = await admin.post('/api/edit/games', {
    title: event.title,
    summary: event.summary,
    content: event.content,
    acceptWithoutReview: true,
    practiceMode: event.practiceMode,
    teamMemberCountLimit: event.teamMemberCountLimit,
    containerCountLimit: event.containerCountLimit,
    start,
    end,
    freezeAt: end - event.frozenHours * hour,
    writeupRequired: true,
    writeupDeadline: end + 24 * hour,
    writeupNote: 'A page or two about the challenge you are proudest of, as a PDF.',
  })
  await admin.upload('PUT', `/api/edit/games/${id}/poster`, 'file', [
    { name: 'poster.webp', bytes: readFileSync(path.join(import.meta.dirname, event.poster)) },
  ])
  /** @type {Map<string, number>} */
  const divisions = new Map()
  for (const { name, inviteCode } of event.divisions) {
    // Without review: the code is enough to join.
    const division = await admin.post(`/api/edit/games/${id}/divisions`, {
      name,
      inviteCode,
      defaultPermissions: 2_147_483_643,
    })
    divisions.set(name, division.id)
  }
  return { id, path: `/api/edit/games/${id}`, divisions }
}

/**
 * @param {import('./load/people.mjs').Person} admin
 * @param {{ id: number, path: string }} game
 * @param {import('./challenge.mjs').Challenge} challenge
 * @returns {Promise<Placed>}
 */
async function placeChallenge(admin, game, challenge) {
  const { title, category, type, container } = challenge
  const { id } = await admin.post(`${game.path}/challenges`, { title, category, type })
  const place = `${game.path}/challenges/${id}`
  /** @param {string} name */
  const fileOf = (name) => ({
    name: path.basename(name),
    bytes: readFileSync(path.join(challenge.folder, 'files', name)),
  })

  if (challenge.attachment !== undefined) {
    const [file] = await admin.upload('POST', '/api/assets', 'files', [fileOf(challenge.attachment)])
    await admin.post(`${place}/attachment`, { attachmentType: 'Local', fileHash: file.hash })
  }
  const flagOf = new Map()
  if (challenge.variants.length > 0) {
    // One after the other: two with the same name would be hard to tell apart.
    const flags = []
    for (const { flag, file } of challenge.variants) {
      const [{ hash }] = await admin.upload('POST', '/api/assets', 'files', [fileOf(file)])
      flags.push({ flag, attachmentType: 'Local', fileHash: hash })
      flagOf.set(hash, flag)
    }
    await admin.post(`${place}/flags`, flags)
  } else if (challenge.flag !== undefined) await admin.post(`${place}/flags`, [{ flag: challenge.flag }])

  await admin.put(place, {
    content: challenge.content,
    level: challenge.level,
    tags: challenge.tags,
    authors: challenge.authors,
    hints: challenge.hints,
    originalScore: challenge.originalScore,
    minScoreRate: challenge.minScoreRate,
    difficulty: challenge.difficulty,
    submissionLimit: challenge.submissionLimit,
    disableBloodBonus: challenge.disableBloodBonus,
    ...(challenge.flagTemplate === undefined ? {} : { flagTemplate: challenge.flagTemplate }),
    ...(challenge.fileName === undefined ? {} : { fileName: challenge.fileName }),
    ...(container === undefined ? {} : containerSettings(container)),
  })
  await admin.put(place, { isEnabled: true })
  return { ...challenge, id, flagOf }
}

/** @param {import('./challenge.mjs').Container} container */
const containerSettings = (container) => ({
  containerImage: container.image,
  memoryLimit: container.memoryLimit,
  cpuCount: container.cpuCount,
  storageLimit: container.storageLimit,
  exposePort: container.exposePort,
  networkMode: container.networkMode,
  enableTrafficCapture: container.enableTrafficCapture,
})
