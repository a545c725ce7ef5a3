// @ts-check
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { listSlugs, readChallenge } from './challenge.mjs'
import { writeZip } from './kit/zip.mjs'
import { readSampleEvent } from './sample-event.mjs'

/** Fixed, because a package must be the same at each build. */
const start = Date.UTC(2026, 4, 1)
const hour = 3_600_000

/**
 * Without teams.
 *
 * @returns {Buffer}
 */
export function packSampleGame() {
  const event = readSampleEvent()
  /** @type {Record<string, Buffer>} */
  const files = {}
  /**
   * @param {string} file
   * @returns {{ hash: string, size: number }} under which it is in the package
   */
  const keep = (file) => {
    const bytes = readFileSync(file)
    const hash = createHash('sha256').update(bytes).digest('hex')
    files[`files/${hash}`] = bytes
    return { hash, size: bytes.length }
  }
  const challenges = listSlugs()
    .map(readChallenge)
    .toSorted((one, other) => one.originalScore - other.originalScore)
    .map((challenge, at) => describe(challenge, at + 1, keep))
  const poster = keep(path.join(import.meta.dirname, event.poster))
  const end = start + event.hours * hour
  const sizes = Object.values(files).map(({ length }) => length)
  return writeZip({
    'manifest.json': asText({
      version: '1.0',
      format: 'PENNANT-GAME',
      exportedAt: timeOf(start),
      exporterVersion: '1.0.0.0',
      game: { id: 1, title: event.title },
      statistics: {
        challengeCount: challenges.length,
        divisionCount: event.divisions.length,
        totalFlags: challenges.reduce(
          (sum, { flags }) => sum + (flags.template ? 1 : flags.static.length),
          0,
        ),
        totalFiles: sizes.length,
        totalFileSize: sizes.reduce((sum, size) => sum + size, 0),
      },
    }),
    'game.json': asText({
      title: event.title,
      summary: event.summary,
      content: event.content,
      hidden: true,
      practiceMode: event.practiceMode,
      acceptWithoutReview: true,
      inviteCode: null,
      teamMemberCountLimit: event.teamMemberCountLimit,
      containerCountLimit: event.containerCountLimit,
      startTime: timeOf(start),
      endTime: timeOf(end),
      freezeAt: timeOf(end - event.frozenHours * hour),
      writeup: null,
      bloodBonus: { first: 50, second: 30, third: 10 },
      posterHash: poster.hash,
      divisions: event.divisions.map(({ name, inviteCode }) => ({
        name,
        inviteCode,
        defaultPermissions: everyPermissionButReview,
        challengeConfig: [],
      })),
    }),
    ...Object.fromEntries(challenges.map((one) => [`challenges/challenge-${one.id}.json`, asText(one)])),
    ...files,
  })
}

/** All bits but one; without a review, the invite code is enough to join. */
const everyPermissionButReview = ['2147483643']

/** @param {number} time */
const timeOf = (time) => new Date(time).toISOString().replace('Z', '+00:00')

/** @param {unknown} document */
const asText = (document) => `${JSON.stringify(document, null, 2)}\n`

/**
 * @param {import('./challenge.mjs').Challenge} challenge
 * @param {number} id also its place in the order
 * @param {(file: string) => { hash: string, size: number }} keep
 */
function describe(challenge, id, keep) {
  const { container } = challenge
  /** @param {string} name */
  const attach = (name) => {
    const { hash, size } = keep(path.join(challenge.folder, 'files', name))
    return { type: 'Local', hash, fileName: path.basename(name), fileSize: size, remoteUrl: null }
  }
  return {
    id,
    title: challenge.title,
    content: challenge.content,
    category: challenge.category,
    type: challenge.type,
    enabled: false,
    order: id - 1,
    scoring: {
      original: challenge.originalScore,
      minRate: challenge.minScoreRate,
      difficulty: challenge.difficulty,
    },
    limits: { submission: challenge.submissionLimit, deadline: null },
    flags: {
      disableBloodBonus: challenge.disableBloodBonus,
      enableTrafficCapture: container?.enableTrafficCapture ?? false,
      template: challenge.flagTemplate ?? null,
      static: [
        ...(challenge.flag === undefined ? [] : [{ value: challenge.flag, attachment: null }]),
        ...challenge.variants.map(({ flag, file }) => ({ value: flag, attachment: attach(file) })),
      ],
    },
    attachment: challenge.attachment === undefined ? null : attach(challenge.attachment),
    level: challenge.level,
    tags: challenge.tags,
    authors: challenge.authors,
    hints: challenge.hints,
    fileName: challenge.fileName ?? null,
    container:
      container === undefined
        ? null
        : {
            image: container.image,
            memoryLimit: container.memoryLimit,
            cpuCount: container.cpuCount,
            storageLimit: container.storageLimit,
            exposePort: container.exposePort,
            networkMode: container.networkMode,
            fileName: challenge.fileName ?? null,
            allowUserChange: false,
          },
  }
}
