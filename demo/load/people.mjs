// @ts-check
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createRandom } from '../kit/random.mjs'

/**
 * @typedef {ReturnType<typeof createPerson>} Person
 * @typedef {{ name: string, id: number, captain: Person, players: Person[] }} Team
 */

const avatars = join(import.meta.dirname, '../avatars')
const minute = 60_000
const hour = 3_600_000
/** More concurrent logins only wait for each other. */
const atOnce = 4

/**
 * @param {import('../load.mjs').DemoServer} server
 * @param {string} name
 * @param {string} [cookie]
 */
const createPerson = (server, name, cookie) => {
  /**
   * @param {string} method
   * @param {string} path
   * @param {{ body?: unknown, form?: FormData }} [content]
   */
  const call = async (method, path, content = {}) => {
    const answer = await server.call({
      method,
      path,
      ...content,
      ...(cookie === undefined ? {} : { cookie }),
    })
    cookie = answer.cookie ?? cookie
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
    return answer.body
  }
  return {
    name,
    /** @param {string} path */
    get: (path) => call('GET', path),
    /** @param {string} path @param {unknown} body */
    post: (path, body) => call('POST', path, { body }),
    /** @param {string} path @param {unknown} body */
    put: (path, body) => call('PUT', path, { body }),
    /**
     * @param {string} method
     * @param {string} path
     * @param {string} field
     * @param {{ name: string, bytes: Uint8Array<ArrayBuffer> }[]} files
     */
    upload(method, path, field, files) {
      const form = new FormData()
      for (const { name: fileName, bytes } of files) form.append(field, new Blob([bytes]), fileName)
      return call(method, path, { form })
    },
  }
}

/** @param {import('../load.mjs').DemoServer} server */
export function createPeople(server) {
  /** @param {string} name @param {string} password */
  const register = async (name, password) => {
    const person = createPerson(server, name)
    await person.post('/api/account/register', {
      userName: name,
      password,
      email: `${name}@players.example`,
    })
    return person
  }

  return {
    /** The account Admin exists already. */
    async firstAdministrator() {
      const admin = createPerson(server, 'Admin')
      await admin.post('/api/account/login', { userName: 'Admin', password: server.adminPassword })
      const monitor = await register('lighthouse', server.password)
      const { userId } = await monitor.get('/api/account/profile')
      await admin.put(`/api/admin/users/${userId}`, { role: 'Monitor' })
      return admin
    },

    /**
     * Teams register over the days before the start.
     *
     * @param {import('../sample-event.mjs').SampleEvent} event
     * @param {{ id: number, divisions: Map<string, number> }} game
     * @param {number} start
     * @returns {Promise<Team[]>}
     */
    async arrive(event, game, start) {
      const { below } = createRandom('arrivals')
      /** @type {Map<string, Person>} */
      const people = new Map()
      const names = event.teams.flatMap(({ players }) => players)
      const arriving = names.values()
      // As fast as the server's limit for one address allows.
      let registeredAt = start - 5 * 24 * hour
      const usher = async () => {
        for (const name of arriving) {
          server.setTime((registeredAt += 10_000))
          people.set(name, await register(name, server.password))
        }
      }
      await Promise.all(Array.from({ length: atOnce }, usher))

      /** @type {Team[]} */
      const teams = []
      const arrivals = event.teams
        .map((team, place) => ({ team, place, at: start - below(4 * 24 * 60) * minute - hour }))
        .toSorted((a, b) => a.at - b.at)
      for (const { team, place, at } of arrivals) {
        server.setTime(at)
        const players = team.players.map((name) => {
          const person = people.get(name)
          if (person === undefined) throw new Error(`${name} has not arrived`)
          return person
        })
        const [captain, ...mates] = players
        const { id } = await captain.post('/api/team', { name: team.name, bio: team.bio })
        await captain.upload('PUT', `/api/team/${id}/avatar`, 'file', [
          { name: 'avatar.webp', bytes: readFileSync(join(avatars, `${place + 1}.webp`)) },
        ])
        const invitation = await captain.get(`/api/team/${id}/invite`)
        for (const mate of mates) await mate.post('/api/team/accept', invitation)
        const division = event.divisions.find(({ name }) => name === team.division)
        for (const player of players)
          await player.post(`/api/game/${game.id}`, {
            teamId: id,
            divisionId: game.divisions.get(team.division),
            inviteCode: division?.inviteCode,
          })
        teams.push({ name: team.name, id, captain, players })
      }
      return teams
    },
  }
}
