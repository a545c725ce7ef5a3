import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { describe, expect, it, onTestFinished } from 'vitest'
import { WebSocketServer } from 'ws'
import { portOf } from '../../../kit/listen.ts'
import { createRedaction } from '../../../kit/redaction.ts'
import type { Machine } from '../../../kit/machine.ts'
import { type Check, found, remembered, runCheck, together } from './check.ts'
import { commitCheck, databaseCheck } from './database.ts'
import { disorderOf, rehearsalDoubt } from './game.ts'
import { groupOf, groups } from './group.ts'
import { imageCheck, pullCheck, roomCheck, timesOf } from './instances.ts'
import { allowanceCheck, captchaCheck, mailNamesCheck } from './mail.ts'
import { adminCheck, backupCheck, limitCheck } from './people.ts'
import { placeCheck, stolenCheck, syncCheck } from './place.ts'
import { healthPortCheck, hubHoldCheck } from './proxy.ts'
import { shellTexts } from './shell-code.ts'
import { openSiteLine } from './site-line.ts'
import { storageCheck } from './storage.ts'

const named: Readonly<Record<string, string>> = {
  'ctf.example': 'v=spf1 -all',
  '_dmarc.ctf.example': 'v=DMARC1; p=none',
}
const noKey = 'yellow mail.dkim k1._domainkey.ctf.example'
const redact = createRedaction(['hunter2'])
const dayMs = 86_400_000
const look = async (check: Check): Promise<string[]> =>
  (await runCheck(check, redact)).map(({ code, level, values }) => [level, code, ...values].join(' '))

const machine: Machine = {
  nodeVersion: '22.12.0',
  openFiles: async () => 65_536,
  memoryBytes: () => 8e9,
  room: async () => ({ free: 1e12, total: 2e12, inodesFree: 9, inodes: 10 }),
  ticks: async () => ({ stolen: 0, all: 0 }),
}
type Allowed = Parameters<typeof placeCheck>[0]['allowed']
const place = (changed: Partial<Machine>, allowed?: Allowed): Promise<string[]> =>
  look(
    placeCheck({
      machine: { ...machine, ...changed },
      now: () => 10,
      nodeEnds: { 22: 20, 20: 5 },
      ...(allowed === undefined ? {} : { allowed }),
    }),
  )

describe('a check', () => {
  it('that takes too long or fails is a finding, without secrets', async () => {
    const late = { id: 'slow', limitMs: 1, run: () => new Promise<never>(() => undefined) }
    expect(await look(late)).toEqual(['yellow check.late slow'])
    const failed = { id: 'odd', run: () => Promise.reject(new Error('no hunter2')) }
    expect(await look(failed)).toEqual(['yellow check.failed odd no …'])
  })

  it('that waits runs beside others that do, and has as long as the longest', async () => {
    let [wait, go] = [0, (): void => undefined]
    const both = new Promise<void>((resolve) => {
      go = resolve
    })
    const one = (id: string, limitMs?: number): Check => ({
      id,
      ...(limitMs === undefined ? {} : { limitMs }),
      async run() {
        if (++wait === 2) go()
        await both
        return [found('red', 'proxy.cut', id)]
      },
    })
    const check = together('pair', [one('first', 70_000), one('second')])
    expect([check.limitMs, await look(check)]).toEqual([
      70_000,
      ['red proxy.cut first', 'red proxy.cut second'],
    ])
  })

  it('that is expensive is made again only after a while', async () => {
    let [made, now] = [0, 0]
    const check = remembered(
      { id: 'x', run: async () => [found('note', 'check.late', ++made)] },
      () => now,
      10,
    )
    const values = async (): Promise<string[]> => look(check)
    expect([await values(), await values()]).toEqual([['note check.late 1'], ['note check.late 1']])
    now = 10
    expect(await values()).toEqual(['note check.late 2'])
  })

  it('of the place judges Node.js, open files, and memory', async () => {
    expect(await place({})).toEqual([])
    expect(await place({ nodeVersion: '20.19.1' })).toEqual(['yellow place.node 20.19.1'])
    expect(await place({ openFiles: async () => 1_024 })).toEqual(['red place.openFiles 1024'])
    expect(await place({ memoryBytes: () => 1_048_576 * 600 })).toEqual(['yellow place.memory 600'])
  })

  it('of the place judges what running servers are allowed, not a shell', async () => {
    const narrow = { openFiles: 1_024, memoryBytes: 1_048_576 * 600 }
    const wide = { openFiles: 65_536, memoryBytes: 8e9 }
    expect(await place({}, () => [wide, narrow])).toEqual([
      'red place.openFiles 1024',
      'yellow place.memory 600',
    ])
    const shell = { openFiles: async () => 1_024, memoryBytes: () => 1_048_576 * 600 }
    expect(await place(shell, () => [wide])).toEqual([])
    // Servers of an earlier version don't say.
    expect(await place(shell, () => [{}, { openFiles: null }])).toHaveLength(2)
  })

  it('of stolen time compares two moments', async () => {
    const moments = [
      { stolen: 0, all: 0 },
      { stolen: 30, all: 100 },
    ]
    const ticks = async () => moments.shift() ?? null
    expect(await look(stolenCheck({ ticks }, 0))).toEqual(['red place.stolen 30'])
    expect(await look(stolenCheck({ ticks: async () => null }, 0))).toEqual([])
  })

  it('of writes takes the 95th percentile of each folder', async () => {
    const times = Array.from({ length: 20 }, (_, at) => (at < 18 ? 1 : 30))
    expect(await look(syncCheck(['/data'], async () => times, 1_000))).toEqual(['yellow disk.sync /data 30'])
    const refused = syncCheck(['/data'], () => Promise.reject(new Error('EACCES')), 1_000)
    expect(await look(refused)).toEqual(['red disk.write /data EACCES'])
  })

  it('of the database names the oldest transaction', async () => {
    const facts = { unsafe: [], longestMs: 3_660_000, slots: 97, used: 2, ours: 1 }
    const check = databaseCheck({ health: async () => facts, processes: async () => 1, pool: 20 })
    expect(await look(check)).toEqual(['yellow database.longTransaction 61'])
    expect(await look(commitCheck({ commit: async () => undefined }))).toEqual([])
  })

  it('of the storage wants back what it gave', async () => {
    const broken = {
      put: async () => undefined,
      get: async () => null,
      delete: async () => undefined,
    }
    expect(await look(storageCheck(broken))).toEqual(['red storage.broken'])
    expect(await look(storageCheck({ ...broken, put: () => Promise.reject(new Error('full')) }))).toEqual([
      'red storage.broken',
    ])
  })

  it('of limits names addresses that are refused often', async () => {
    const refused = async () => [
      { network: '192.0.2.1', times: 51 },
      { network: '192.0.2.2', times: 50 },
      { network: '192.0.2.3', times: 52 },
    ]
    const isVenue = (network: string): boolean => network === '192.0.2.3'
    expect(await look(limitCheck({ disabled: true, refused, isVenue }))).toEqual([
      ...['red limits.off', 'yellow limits.refused 192.0.2.1 51', 'yellow limits.venue 192.0.2.3 52'],
    ])
  })

  it.each<[string, Readonly<Record<string, string>>, string[], string?]>([
    ['ctf.example', named, []],
    ['mail.ctf.example', { 'mail.ctf.example': 'v=spf1 a', '_dmarc.ctf.example': 'v=DMARC1;p=none' }, []],
    [
      'ctf.example',
      { 'ctf.example': 'v=spf10' },
      ['red mail.spf ctf.example', 'yellow mail.dmarc ctf.example'],
    ],
    ['localhost', {}, []],
    ['ctf.example', { ...named, 'k1._domainkey.ctf.example': 'v=DKIM1; k=rsa; p=MIIB' }, [], 'k1'],
    ['ctf.example', { ...named, 'k1._domainkey.ctf.example': 'v=DKIM1; p=' }, [noKey], 'k1'],
    ['ctf.example', named, [noKey], 'k1'],
  ])('of the names of %s', async (domain, records, expected, selector) => {
    const texts = async (name: string) => {
      const record = records[name]
      if (record === undefined) throw Object.assign(new Error(name), { code: 'ENOTFOUND' })
      // A resolver tells long records in parts.
      return [[record.slice(0, 3), record.slice(3)]]
    }
    expect(
      await look(mailNamesCheck({ sender: () => `noreply@${domain}`, texts, selector: selector ?? null })),
    ).toEqual(expected)
  })

  it('of names tells nothing of a resolver that is away', async () => {
    const texts = () => Promise.reject(Object.assign(new Error('queryTxt ETIMEOUT'), { code: 'ETIMEOUT' }))
    expect(await look(mailNamesCheck({ sender: () => 'a@ctf.example', texts, selector: null }))).toEqual([
      'yellow check.failed mail.names queryTxt ETIMEOUT',
    ])
  })

  it('of the allowance compares it with the busiest hour', async () => {
    const of = (perHour: number | null) =>
      look(allowanceCheck({ sender: () => 'a@ctf.example', perHour, registrations: async () => 100 }))
    expect([await of(null), await of(100), await of(99)]).toEqual([
      ...[[], [], ['yellow mail.allowance 99 100']],
    ])
  })

  it('of a captcha says why it is away', async () => {
    const check = () => Promise.reject(new Error('Turnstile rejects the secret key'))
    expect(await look(captchaCheck({ isUsed: () => true, check, redact }))).toEqual([
      'red captcha.away Turnstile rejects the secret key',
    ])
    expect(await look(captchaCheck({ isUsed: () => false, check, redact }))).toEqual([])
  })

  it('of room counts a third of the teams, and the scarcer of processors and memory', async () => {
    const demand = { cpu: 0.5, memoryMb: 256, teams: 100 }
    expect(timesOf({ cpu: 30, memoryMb: 7_680 }, demand)).toBe(1)
    expect(timesOf({ cpu: 30, memoryMb: 76_800 }, { ...demand, teams: 0 })).toBe(Infinity)
    const room = (cpu: number): Promise<string[]> =>
      look(
        roomCheck({
          capacity: async () => ({ cpu, memoryMb: 76_800, addresses: 45 }),
          demand: async () => demand,
        }),
      )
    expect([await room(22.5), await room(15), await room(14)]).toEqual([
      ...[[], ['yellow instances.room 100 100'], ['red instances.room 93 100']],
    ])
    const network = (addresses: number): Promise<string[]> =>
      look(
        roomCheck({
          capacity: async () => ({ cpu: 90, memoryMb: 76_800, addresses }),
          demand: async () => demand,
        }),
      )
    expect([await network(45), await network(44), await network(29)]).toEqual([
      ...[[], ['yellow instances.network 44 30'], ['red instances.network 29 30']],
    ])
    expect(await look(imageCheck(async () => ['ctf/web:1']))).toEqual(['yellow instances.images ctf/web:1'])
  })

  it('of pulls names those that fail', async () => {
    const pulled: string[] = []
    const pull = async (image: string): Promise<void> => {
      if (image === 'ctf/gone') throw new Error('manifest unknown')
      pulled.push(image)
    }
    const missing = async () => ['ctf/gone', 'ctf/web']
    expect(await look(pullCheck(missing, pull, redact))).toEqual([
      'red instances.pull ctf/gone manifest unknown',
    ])
    expect(pulled).toEqual(['ctf/web'])
  })

  it('of backups knows age, key, and target', async () => {
    const backups = { ownFingerprint: () => 'own', tryTarget: async () => undefined }
    const at = (age: number, keyFingerprint: string | null = 'own') =>
      look(
        backupCheck(
          { ...backups, lastProven: async () => ({ at: 10 * dayMs - age, keyFingerprint }) },
          () => 10 * dayMs,
          redact,
        ),
      )
    expect([await at(0), await at(0, null)]).toEqual([[], []])
    expect(await at(2 * dayMs)).toEqual(['yellow backup.old 2'])
    expect(await at(8 * dayMs, 'other')).toEqual(['red backup.old 8', 'red backup.key'])
    const tryTarget = () => Promise.reject(new Error('ENOSPC'))
    const never = backupCheck({ ...backups, tryTarget, lastProven: async () => null }, () => 0, redact)
    expect(await look(never)).toEqual(['red backup.never'])
    const full = { ...backups, tryTarget, lastProven: async () => ({ at: 0, keyFingerprint: 'own' }) }
    expect(await look(backupCheck(full, () => 0, redact))).toEqual(['red backup.target ENOSPC'])
  })

  it('of administrators wants two, each with a second factor', async () => {
    const check = (count: number, bare: readonly string[]) =>
      look(adminCheck({ count: async () => count, withoutFactor: async () => bare }))
    expect(await check(2, [])).toEqual([])
    expect(await check(1, ['Ada'])).toEqual(['yellow admins.single', 'yellow admins.factor Ada'])
  })

  it('of the health port tells that it is reached', async () => {
    const asked: string[] = []
    const reach = async (url: string) => asked.push(url) > 0
    expect(await look(healthPortCheck('ctf.example:3000', reach))).toEqual([
      'red safety.health ctf.example:3000',
    ])
    expect(await look(healthPortCheck(null, reach))).toEqual([])
    expect(asked).toEqual(['http://ctf.example:3000/livez'])
  })

  it('of a game looks at the order of its times', () => {
    const game = { start: 1_000, end: 2_000, freeze: 1_500, writeups: 3_000 }
    expect(disorderOf(game, 0, 180)).toEqual([])
    expect(disorderOf({ ...game, freeze: 2_000, writeups: 2_000 }, 0, 180)).toHaveLength(1)
    expect(disorderOf({ ...game, end: 900, freeze: null, writeups: null }, 950, 180)).toHaveLength(1)
    expect(disorderOf({ ...game, writeups: 2_001 + dayMs }, 0, 1)).toHaveLength(1)
  })

  it('of a game asks for a rehearsal that was green lately, with this version, and as large', () => {
    const now = 100 * dayMs
    const last = {
      startedAt: now - 14 * dayMs,
      version: '1.2.3',
      size: { teams: 200 },
      verdict: 'green' as const,
    }
    const game = { now, version: '1.2.3', teams: 200 }
    expect(rehearsalDoubt(last, game)).toBeNull()
    for (const [changed, words] of [
      [null, 'none in 14 days'],
      [{ ...last, startedAt: last.startedAt - 1 }, 'none in 14 days'],
      [{ ...last, version: '1.2.2' }, 'version 1.2.2'],
      [{ ...last, size: { teams: 199 } }, '199 teams'],
      [{ ...last, verdict: 'inconclusive' as const }, 'inconclusive'],
    ] as const)
      expect(rehearsalDoubt(changed, game)).toContain(words)
  })
})

describe('what only the terminal shows', () => {
  it.each(Object.entries(shellTexts))('%s has a group and one remedy', (code, [message, remedy]) => {
    expect(groups).toContain(groupOf(code as keyof typeof shellTexts))
    expect(message).toMatch(/\.$|\}$/)
    expect(remedy).toMatch(/^[A-Z].*\.$/)
  })
})

describe('the check of a live connection', () => {
  type OnUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void
  const tell = async (onUpgrade: OnUpgrade): Promise<string[]> => {
    const server = createServer().on('upgrade', onUpgrade).listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    const line = openSiteLine(new URL(`http://127.0.0.1:${portOf(server)}`))
    return look(hubHoldCheck({ line, game: async () => 1 }, 20))
  }
  const sockets = new WebSocketServer({ noServer: true })

  it('tells one that is cut from one that the site refused', async () => {
    const cut: OnUpgrade = (...upgrade) => sockets.handleUpgrade(...upgrade, (socket) => socket.terminate())
    expect(await tell(cut)).toEqual(['red proxy.hubCut 20 0'])
    expect(
      await tell((_request, socket) => socket.end('HTTP/1.1 503 Busy\r\ncontent-length: 0\r\n\r\n')),
    ).toEqual(['yellow proxy.hubRefused 20 status 503'])
    expect(await tell((_request, socket) => socket.destroy())).toEqual([
      expect.stringMatching(/^yellow proxy\.hubRefused 20 ./),
    ])
    const closed: OnUpgrade = (...upgrade) =>
      sockets.handleUpgrade(...upgrade, (socket) => socket.close(1_008, 'full'))
    expect(await tell(closed)).toEqual(['yellow proxy.hubRefused 20 closed with 1008 (full)'])
  })
})
