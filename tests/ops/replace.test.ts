import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, describe, it, onTestFinished } from 'vitest'
import { byBreadth } from '../kit/breadth.ts'
import { freePort } from '../kit/free-port.ts'
import { shippedNginxMissing, startShippedNginx } from '../kit/nginx.ts'
import { withSkipReason } from '../kit/skip-reason.ts'
import { expectBoard } from './board.ts'
import { createStream, flowing } from './burst.ts'
import { openTlsSite } from './deploy/tls-site.ts'
import { makeGame } from './game.ts'
import { makeInstallation, severalMissing } from './installation.ts'
import { project, stopServer } from './server.ts'
import { expectKept } from './submission-checks.ts'

const missing = severalMissing() ?? shippedNginxMissing()
const rounds = byBreadth(1, 4, 25)
const compose = (file: string): string => readFileSync(path.join(project, 'deploy/compose', file), 'utf8')
const [, drainSeconds] = /PENNANT_DRAIN_SECONDS: (\d+)/.exec(compose('compose.yaml')) ?? []
const [, behavior] = /^server \S+ (.+;)$/m.exec(compose('proxy/pennant-servers.conf')) ?? []

describe.skipIf(missing)(withSkipReason('two servers behind the shipped nginx', missing), () => {
  it(`answer every submission once while each is replaced ${rounds} times, with what compose sets`, {
    timeout: 60_000 + rounds * 60_000,
  }, async () => {
    const { sql, start } = await makeInstallation()
    const ports = [await freePort(), await freePort()]
    const launch = (port: number) => start({ PENNANT_PORT: String(port), PENNANT_DRAINSECONDS: drainSeconds })
    let servers = [await launch(ports[0] ?? 0), await launch(ports[1] ?? 0)]
    const nginx = await startShippedNginx(ports, { behavior })
    onTestFinished(nginx.stop)
    const { hostname, port } = new URL(nginx.origin)
    const tls = await openTlsSite(hostname, 'localhost', nginx.ca, Number(port))
    onTestFinished(tls.close)
    const game = await makeGame(tls.site, { teams: 8, challenges: 20 + 20 * rounds })
    const stream = createStream(game)
    const stop = stream.run(tls.site)
    await flowing(stream)
    for (let round = 0; round < rounds; round++)
      for (const [place, server] of servers.entries()) {
        await stopServer(server)
        await flowing(stream)
        servers = servers.with(place, await launch(ports[place] ?? 0))
        await flowing(stream)
      }
    await stop()
    expect(stream.attempts.filter(({ outcome }) => outcome?.kind !== 'taken')).toEqual([])
    await expectKept(sql, game, stream.attempts)
    await expectBoard(sql, game, tls.site)
    await Promise.all(servers.map(stopServer))
  })
})
