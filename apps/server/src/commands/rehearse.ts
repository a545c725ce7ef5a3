import { constants } from 'node:fs'
import { access, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { RehearsalReport, Rehearsals, RehearsalState } from '@pennant/contract/rehearsal'
import { type Performed, perform, type Step } from '@pennant/load/rehearse/perform'
import type { SeenStatus } from '@pennant/load/rehearse/sample'
import { siteOf } from '@pennant/load/rehearse/site'
import { reportHtml } from '@pennant/load/report/html'
import { reportText } from '@pennant/load/report/text'
import { bottleneckText, shortfallText } from '@pennant/load/report/words'
import { castOf } from './rehearse-cast.ts'
import { isOnThisMachine, openSite, type RemoteSite } from './rehearse-site.ts'
import {
  done,
  type Exit,
  finding,
  type Finding,
  type Input,
  type Io,
  type Outcome,
  Refusal,
  type Verb,
  type Verbs,
  wrongUsage,
} from './verb.ts'

const siteFlags = {
  url: { type: 'string' },
  'token-file': { type: 'string' },
} as const
const siteTexts = {
  url: 'The address of the site. Otherwise, PENNANT_URL',
  'token-file': 'A file with the API token. Otherwise, PENNANT_TOKEN or PENNANT_TOKEN_FILE',
} as const

const exitOf = { green: 0, yellow: 3, inconclusive: 3, red: 1 } as const satisfies Record<
  RehearsalReport['verdict'],
  Exit
>

const stepTexts: Readonly<Record<Step, string>> = {
  door: 'Everyone logs in ...',
  opening: 'Everyone opens the game and its challenges ...',
  burst: 'Teams submit flags ...',
  instances: 'Teams start instances ...',
  steady: 'Everyone stays ...',
}

const mostTries = 5
const againMs = 1_000
const cleanMs = 1_800_000

type Ended = { left: string[]; report: RehearsalReport | null }

const rehearse: Verb = {
  words: [],
  flags: {
    ...siteFlags,
    teams: { type: 'string' },
    minutes: { type: 'string' },
    burst: { type: 'string' },
    instances: { type: 'string' },
    'one-address': { type: 'boolean' },
    'during-game': { type: 'string' },
    kill: { type: 'boolean' },
    report: { type: 'string' },
  },
  flagTexts: {
    ...siteTexts,
    teams: 'How many teams. Otherwise, half as many again as were accepted, and at least 200',
    minutes: 'How long they play. Otherwise, 3.5',
    burst: 'Submissions a second. Otherwise, a tenth of the teams',
    instances: 'How many instances are started. Otherwise, none',
    'one-address': 'All players come from this machine’s address, as in a school',
    'during-game': 'The name of the game that is running, or starts within an hour',
    kill: 'Asks you to stop a server process while everyone stays',
    report: 'Also write the report to this file: a page (.html), data (.json), or text',
  },
  summary: 'Play an opening with made-up players, and say whether the installation holds it',
  async run(input, io) {
    const plan = planOf(input)
    const minutes = numberOf(input, 'minutes', { least: 0.05, most: 30 })
    const file = await reportFile(input, io)
    const site = await openSite(input, io)
    const sameMachine = await isOnThisMachine(site.url)
    if (sameMachine)
      io.say('This is the machine of the server, so the figures will include the load generator.')
    io.say('Creating teams and challenges ...')
    // Not interrupted: only who knows what was begun can end it.
    const { id, size } = await site.ask<RehearsalState>('POST', '/api/rehearsal', plan)
    io.say(`${size.teams} teams with ${size.players} players.`)

    const performed = await play(site, id, { minutes, kill: input.flags['kill'] === true, io })
    io.say('Cleaning up ...')
    const isPlayed = 'figures' in performed
    const outcome = isPlayed ? { sameMachine, ...performed } : null
    const ended = await end(site, id, outcome)
    if (!isPlayed) return brokenOff(performed.error, ended, io)
    if (ended.report === null) throw new Error('the site has not judged the rehearsal')
    const report = { ...ended.report, format: 1 as const, url: site.url }
    const text = reportText(report)
    if (file !== null) await writeFile(file, fileText(file, report, text))
    return { exit: exitOf[report.verdict], text, result: report, findings: findingsOf(report), isTold: true }
  },
}

export const rehearseVerbs: Verbs = {
  rehearse,
  'rehearse clean': {
    words: [],
    flags: siteFlags,
    flagTexts: siteTexts,
    summary: 'Remove what a rehearsal left behind. The server does so after an hour, too',
    async run(input, io) {
      const site = await openSite(input, io)
      const { running } = await site.ask<Rehearsals>('GET', '/api/rehearsal')
      if (running === null) return done('There is nothing to clean up.', { left: [] })
      const { left } = await end(site, running.id, null)
      if (left.length > 0) return leftBehind(1, left)
      return done(`The rehearsal of ${running.by} is cleaned up.`, { left })
    },
  },
}

const newPatience = () => ({ tries: mostTries, until: performance.now() + cleanMs })

/** Players that have left may hold connections for a moment, and a proxy may not wait for thousands of teams to go. */
const end = async (
  site: RemoteSite,
  id: string,
  outcome: object | null,
  { tries, until } = newPatience(),
): Promise<Ended> => {
  try {
    return await site.ask<Ended>('POST', `/api/rehearsal/${id}/end`, { outcome })
  } catch (error) {
    if (!(error instanceof Refusal) || error.exit !== 5) throw error
    const isLate = error.finding.code === 'site.late' && performance.now() < until
    if (tries <= 1 && !isLate) throw error
    await wait(againMs)
    return end(site, id, outcome, { tries: isLate ? tries : tries - 1, until })
  }
}

type Playing = { minutes: number | null; kill: boolean; io: Io }

const play = async (
  site: RemoteSite,
  id: string,
  { minutes, kill, io }: Playing,
): Promise<Performed | { error: unknown }> => {
  try {
    return await perform(await castOf(site, id, io), {
      ...{ site: siteOf(site.url), minutes, signal: io.signal },
      status: () => site.ask<SeenStatus>('GET', '/api/admin/status'),
      async onStep(step) {
        io.say(stepTexts[step])
        if (step === 'steady' && kill) io.say('Stop one of the server processes now, and start it again.')
        await site.ask('PUT', `/api/rehearsal/${id}`, { step }).catch((error: unknown) => {
          // A site that can't be reached is what a rehearsal is to find out.
          if (!(error instanceof Refusal) || error.exit !== 5) throw error
        })
      },
    })
  } catch (error) {
    // What it has created has to go first.
    return { error }
  }
}

const brokenOff = (error: unknown, { left }: Ended, { signal }: Io): Outcome => {
  if (!signal.aborted && left.length === 0) throw error
  if (left.length > 0) return leftBehind(signal.aborted ? 130 : 1, left)
  const why = 'Interrupted. All that the rehearsal created is removed.'
  return { exit: 130, text: '', result: null, findings: [finding('error', 'interrupted', 'command', why)] }
}

const leftBehind = (exit: Exit, left: readonly string[]): Outcome => {
  const why = `The rehearsal left behind ${left.join(', ')}.`
  const remedy = 'The server tries again every minute. Look at its log.'
  const findings = [finding('error', 'rehearsal.left', 'site', why, { remedy, facts: { left } })]
  return { exit, text: '', result: { left }, findings }
}

const planOf = (input: Input): object => ({
  teams: numberOf(input, 'teams', { least: 1, most: 20_000, whole: true }),
  burst: numberOf(input, 'burst', { least: 1, most: 5_000, whole: true }),
  instances: numberOf(input, 'instances', { least: 0, most: 5_000, whole: true }),
  oneAddress: input.flags['one-address'] === true,
  duringGame: input.flags['during-game'] ?? null,
})

type Range = { least: number; most: number; whole?: boolean }

const numberOf = ({ flags }: Input, name: string, { least, most, whole = false }: Range): number | null => {
  const text = flags[name]
  if (text === undefined) return null
  const value = typeof text === 'string' && text.trim() !== '' ? Number(text) : Number.NaN
  if (!(value >= least && value <= most) || (whole && !Number.isInteger(value)))
    throw wrongUsage(`--${name} needs a number from ${least} to ${most}.`)
  return value
}

const reportFile = async ({ flags }: Input, { cwd }: Io): Promise<string | null> => {
  const name = flags['report']
  if (typeof name !== 'string') return null
  const file = resolve(cwd, name)
  await access(dirname(file), constants.W_OK).catch(() => {
    throw wrongUsage('The folder for the report can’t be written.')
  })
  return file
}

type Report = Parameters<typeof reportText>[0]

const fileText = (file: string, report: Report, text: string): string => {
  if (/\.html?$/i.test(file)) return reportHtml(report)
  return /\.json$/i.test(file) ? `${JSON.stringify(report, null, 2)}\n` : `${text}\n`
}

const findingsOf = (report: Report): Finding[] => {
  const { bottleneck, shortfalls } = report
  const found = shortfalls.map((one) =>
    finding(
      one.level === 'red' ? 'error' : 'warning',
      `rehearsal.${one.measure}`,
      'rehearsal',
      shortfallText(one, report),
      { facts: { value: one.value, limit: one.limit } },
    ),
  )
  if (bottleneck === null) return found
  const { cause, value, limit, teams } = bottleneck
  const { message, remedy } = bottleneckText(bottleneck)
  const facts = { cause, value, limit, teams }
  return [...found, finding('warning', 'rehearsal.bottleneck', cause, message, { remedy, facts })]
}
