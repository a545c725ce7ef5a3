// @ts-check
import { readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * What `event.json` and `teams.json` say, with the texts that they name.
 *
 * @typedef {object} SampleEvent
 * @property {string} title
 * @property {string} summary
 * @property {string} slogan of the platform, while it shows this event
 * @property {string} content
 * @property {string} poster a file in this folder
 * @property {number} hours how long it lasts
 * @property {number} frozenHours how long before its end the scoreboard freezes
 * @property {number} teamMemberCountLimit
 * @property {number} containerCountLimit
 * @property {boolean} practiceMode
 * @property {{ name: string, inviteCode: string | null }[]} divisions
 * @property {{ title: string, summary: string, content: string, tags: string[], isPinned: boolean }[]} posts
 * @property {{ minute: number, content: string }[]} notices with the minute of the event in which they appear
 * @property {{ minute: number, team: string, points: number, reason: string }[]} pointsByHand
 * @property {WarmUp} warmUp a short game before it, which is over
 * @property {Team[]} teams
 *
 * @typedef {object} WarmUp
 * @property {string} title
 * @property {string} summary
 * @property {number} teams how many play it
 * @property {number} minutes
 * @property {number} frozenMinutes
 * @property {string} note beside its results
 * @property {{ title: string, category: string, originalScore: number, flag: string, content: string }[]} challenges
 *
 * @typedef {object} Team
 * @property {string} name
 * @property {string} bio
 * @property {string} division the name of one
 * @property {string[]} players user names, the captain first
 */

/** @param {string} name */
const read = (name) => readFileSync(path.join(import.meta.dirname, name), 'utf8')

/** @returns {SampleEvent} */
export function readSampleEvent() {
  /** @type {Omit<SampleEvent, 'teams'>} */
  const event = JSON.parse(read('event.json'))
  return {
    ...event,
    content: read(event.content),
    posts: event.posts.map((post) => ({ ...post, content: read(post.content) })),
    teams: JSON.parse(read('teams.json')),
  }
}
