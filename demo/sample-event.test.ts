import { readFileSync } from 'node:fs'
import path from 'node:path'
import { limits } from '@pennant/contract/limit'
import { identityKey } from '@pennant/rules/account/identity'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { drawAvatar } from './avatar.mjs'
import { listSlugs, readChallenge } from './challenge.mjs'
import { readSampleEvent } from './sample-event.mjs'

const event = readSampleEvent()
const { teams } = event

const expectLength = (text: string, max: number, min = 1) => {
  expect(text.trim()).toBe(text.trimEnd())
  expect([text, text.length >= min && text.length <= max]).toEqual([text, true])
}

describe('the sample event', () => {
  it('keeps to what the wire allows', () => {
    expectLength(event.title, limits.gameTitle)
    expectLength(event.summary, limits.gameSummary)
    expectLength(event.content, limits.gameContent)
    expect(event.posts).toHaveLength(4)
    for (const post of event.posts) {
      expectLength(post.title, limits.postTitle)
      expectLength(post.summary, limits.postSummary)
      expectLength(post.content, limits.postContent)
      expect(post.tags.length).toBeLessThanOrEqual(limits.postTags)
      for (const tag of post.tags) expectLength(tag, limits.postTag)
    }
    expect(event.posts.filter((post) => post.isPinned)).toHaveLength(1)
    expect(event.notices).toHaveLength(5)
    for (const { content, minute } of event.notices) {
      expectLength(content, limits.noticeContent)
      expect(minute).toBeGreaterThanOrEqual(0)
      expect(minute).toBeLessThan(event.hours * 60)
    }
    for (const { team, minute, points, reason } of event.pointsByHand) {
      expect(event.teams.map(({ name }) => name)).toContain(team)
      expectLength(reason, limits.adjustmentReason)
      expect(Math.abs(points)).toBeGreaterThan(0)
      expect(minute).toBeLessThan(event.hours * 60)
    }
    const { warmUp } = event
    expectLength(warmUp.title, limits.gameTitle)
    expectLength(warmUp.summary, limits.gameSummary)
    expectLength(warmUp.note, 2_000)
    expect(warmUp.teams).toBeLessThan(event.teams.length)
    expect(warmUp.frozenMinutes).toBeLessThan(warmUp.minutes)
    for (const { title, flag } of warmUp.challenges) {
      expectLength(title, limits.challengeTitle)
      expect(flag).toMatch(/^flag\{\w+\}$/)
    }
    expect(event.frozenHours).toBeGreaterThan(0)
    expect(event.frozenHours).toBeLessThan(event.hours)
    for (const { name, inviteCode } of event.divisions) {
      expectLength(name, limits.divisionName)
      if (inviteCode !== null) expect(inviteCode).toMatch(/^[A-Za-z0-9_-]{1,32}$/)
    }
  })

  it('says that its teams are invented', () => {
    expect(event.summary).toContain('all who sail there are invented')
    expect(event.content).toContain('so are the sixty teams of the demonstration')
  })

  it('speaks only of puzzles that there are', () => {
    const titles = new Set(listSlugs().map((slug) => readChallenge(slug).title))
    const table = event.posts.flatMap((post) => [...post.content.matchAll(/^\| ([A-Z][^|`]+?) \| [a-z]/gm)])
    const welcome = table.map((row) => row[1]?.trim() ?? '').filter((name) => name !== 'Puzzle')
    expect(welcome.length).toBeGreaterThan(3)
    expect(welcome.filter((name) => !titles.has(name))).toEqual([])
  })

  it('has sixty teams with names of their own', () => {
    expect(teams).toHaveLength(60)
    expect(new Set(teams.map(({ name }) => identityKey(name))).size).toBe(60)
    for (const { name, bio, division, players } of teams) {
      expectLength(name, limits.teamName)
      expectLength(bio, limits.teamBio)
      expect(event.divisions.map((one) => one.name)).toContain(division)
      expect(players.length).toBeGreaterThanOrEqual(2)
      expect(players.length).toBeLessThanOrEqual(event.teamMemberCountLimit)
    }
    for (const { name } of event.divisions)
      expect(teams.filter(({ division }) => division === name).length).toBeGreaterThan(10)
  })

  it('has players with names of their own', () => {
    const names = teams.flatMap(({ players }) => players)
    expect(new Set(names.map(identityKey)).size).toBe(names.length)
    for (const name of names) {
      expectLength(name, limits.userName.max, limits.userName.min)
      expect(name).toMatch(/^[\w.]+$/)
    }
  })

  it('has a file with a flag of its own for every team, and some to spare', () => {
    const counts = listSlugs().map((slug) => readChallenge(slug).variants.length)
    expect(counts.filter((count) => count > 0 && count < teams.length + 10)).toEqual([])
  })

  it('has a poster', async () => {
    const file = readFileSync(path.join(import.meta.dirname, event.poster))
    expect(file.length).toBeLessThan(limits.imageBytes)
    expect(await sharp(file).metadata()).toMatchObject({ format: 'webp', width: 1600, height: 900 })
  })
})

describe('an avatar', () => {
  it('is always the same for a name, and a picture', async () => {
    expect(drawAvatar('Paper Boats')).toBe(drawAvatar('Paper Boats'))
    expect(await sharp(Buffer.from(drawAvatar('Paper Boats'))).metadata()).toMatchObject({
      width: 256,
      height: 256,
    })
  })

  it('differs from team to team, nearly always', () => {
    const pictures = new Set(teams.map(({ name }) => drawAvatar(name)))
    expect(pictures.size).toBeGreaterThan(55)
  })

  it('carries nothing of the name into the picture', () => {
    expect(drawAvatar('<script>')).not.toContain('script')
  })
})
