import { execFileSync } from 'node:child_process'
import { copyFileSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { busyboxFiles, imageName, importImage, importServices } from '../../kit/docker-image.ts'
import { ask } from '../../kit/docker-request.ts'
import { type ManualStep, manualSteps } from '../../kit/manual.ts'
import { dockerSkipReason } from '../../kit/shared-docker.ts'
import { withSkipReason } from '../../kit/skip-reason.ts'
import { createStream, flowing, submit } from '../burst.ts'
import { post } from '../client.ts'
import { callOk, type Game, gameEnvironment, makeGame } from '../game.ts'
import { addService, startInstance } from '../instance.ts'
import { cloneProject, openPlace, type Place, release, releaseMissing, target } from '../release-clone.ts'
import { project } from '../server.ts'
import { expectAnswered, solvedByFirst } from './answers.ts'
import { attackEverything, modes, openSurroundings } from './attack.ts'
import { importBaseImages, nodeOfImages } from './base-images.ts'
import { debianMissing } from './debian-root.ts'
import { runPod } from './pod.ts'
import { composeMissing, type Machine, openMachine } from './stack.ts'
import { openTlsSite, type TlsSite } from './tls-site.ts'

const missing = dockerSkipReason() ?? releaseMissing() ?? debianMissing() ?? composeMissing()
const minute = 60_000
const { version } = JSON.parse(readFileSync(path.join(project, 'package.json'), 'utf8')) as {
  version: string
}
const archive = `pennant-${version}-${target}.tar.gz`
const image = `pennant:${version}`
const name = 'ctf.example.org'
const isHealthy = async ({ client }: Machine): Promise<boolean> =>
  (await client('inspect', '--format', '{{.State.Health.Status}}', 'pennant')) === 'healthy\n'

describe.skipIf(missing)(
  withSkipReason('a release in containers, by the page about compose', missing),
  () => {
    let machine: Machine
    let place: Place
    let steps: readonly ManualStep[]
    const done = new Set<string>()
    const blocksOf = (heading: string, language = 'sh'): string[] => {
      done.add(heading)
      return steps
        .filter((step) => step.heading === heading && step.language === language)
        .map(({ code }) => code)
    }
    const runAll = async (heading: string, env?: NodeJS.ProcessEnv): Promise<string> => {
      let said = ''
      for (const block of blocksOf(heading)) said += await machine.follow(block, env)
      return said
    }
    const allHealthy = async (): Promise<void> => {
      await expect
        .poll(() => machine.services(), { timeout: 5 * minute })
        .toEqual({
          ...Object.fromEntries(
            ['docker-proxy', 'postgres', 'redis', 'server-1', 'server-2'].map((service) => [
              service,
              expect.stringMatching(/^Up .*\(healthy\)/),
            ]),
          ),
          proxy: expect.stringMatching(/^Up /),
        })
    }

    beforeAll(async () => {
      place = openPlace()
      const clone = path.join(place.path, 'clone')
      await cloneProject(clone)
      await release(clone, '--contact', 'security@ctf.example', '--target', target)
      machine = await openMachine()
      copyFileSync(path.join(clone, 'dist/release', archive), path.join(machine.folder, archive))
      await importBaseImages(machine.client)
      steps = (await manualSteps('operator/compose.md')).map((step) => ({
        ...step,
        code: step.code.replaceAll('1.2.3', version).replaceAll('linux-x64', target),
      }))
    }, 15 * minute)
    afterAll(async () => {
      await machine?.close()
      place?.remove()
    })

    describe('the image', () => {
      let site = ''
      const inImage = (...command: string[]): Promise<string> => {
        const [program = '', ...args] = command
        return machine.client('run', '--rm', '--user', '0', '--entrypoint', program, image, ...args)
      }

      it('is built by both builders, from a base that is there', { timeout: 10 * minute }, async () => {
        const kinds: Record<string, unknown>[] = []
        for (const kit of ['1', '0']) {
          await runAll('Build the image', { DOCKER_BUILDKIT: kit })
          const { Config } = JSON.parse(await ask(machine.socket, 'GET', `/images/${image}/json`)) as {
            Config: Record<string, unknown>
          }
          kinds.push(Config)
        }
        for (const config of kinds) {
          expect(config).toMatchObject({
            User: '10001:10001',
            Entrypoint: ['/pennant/bin/pennant'],
            StopSignal: 'SIGTERM',
            ExposedPorts: { '8080/tcp': {}, '3000/tcp': {} },
            Volumes: { '/data': {} },
            Healthcheck: { Test: expect.arrayContaining(['CMD', 'node']) },
          })
          expect(config['Labels']).toMatchObject({ 'org.opencontainers.image.version': version })
        }
        const sizes = await Promise.all(
          [image, 'node:24-bookworm-slim'].map(async (one) => {
            const { Size } = JSON.parse(await ask(machine.socket, 'GET', `/images/${one}/json`)) as {
              Size: number
            }
            return Size
          }),
        )
        expect(((sizes[0] ?? 0) - (sizes[1] ?? 0)) / 1e6).toBeLessThan(120)
      })

      it('has the Node.js that is shipped, and no key, source, or map', async () => {
        const wanted = execFileSync(nodeOfImages, ['--version'], { encoding: 'utf8' })
        expect(await inImage('node', '--version')).toBe(wanted)
        const found = await inImage(
          'find',
          '/',
          '-xdev',
          '-path',
          '/proc',
          '-prune',
          '-o',
          '-type',
          'f',
          '-print',
        )
        const files = found.split('\n')
        expect(files).toContain('/pennant/server/main.js')
        const ours = files.filter((file) => file.startsWith('/pennant/'))
        expect(ours.filter((file) => /\.(map|ts)$|\/(demo|tests)\//.test(file))).toEqual([])
        expect(files.filter((file) => /\.npmrc$|\.pem$|\/id_[a-z0-9]+$|secret[.-]key$/.test(file))).toEqual(
          [],
        )
      })

      it('runs alone without rights, and keeps what it has answered over a crash', {
        timeout: 5 * minute,
      }, async () => {
        const [block = ''] = blocksOf('Run the image alone')
        const [start = ''] = block.split('docker logs')
        await machine.follow(start.replace('--detach', '--detach --env PENNANT_DISABLE_RATE_LIMIT=true'))
        site = `http://${new URL(machine.docker.remoteUri).hostname}:8080`
        await expect.poll(() => isHealthy(machine), { timeout: 2 * minute }).toBe(true)
        const [, token] = /\/setup\?token=(\S+)/.exec(await machine.follow('docker logs pennant')) ?? []
        const { PENNANT_ADMINPASSWORD: password } = gameEnvironment
        const account = { userName: 'Admin', email: 'admin@ctf.example' }
        expect((await post(`${site}/api/setup`, { ...account, token, password })).status).toBe(200)

        const game = await makeGame(site, { teams: 8, challenges: 20 })
        const stream = createStream(game)
        const stop = stream.run(site)
        await flowing(stream)
        await machine.client('kill', 'pennant')
        await stop()
        await machine.client('rm', 'pennant')
        await machine.follow(start)
        await expect.poll(() => isHealthy(machine), { timeout: 2 * minute }).toBe(true)
        await expectAnswered(site, game, stream)
        await machine.client('stop', 'pennant')
        const state = await machine.client('inspect', '--format', '{{.State.ExitCode}}', 'pennant')
        expect(state).toBe('0\n')
        await machine.client('rm', '--volumes', 'pennant')
      })
    })

    describe('compose', () => {
      let tls: TlsSite
      let game: Game
      afterAll(() => tls?.close())

      it('starts all services, and answers over TLS', { timeout: 10 * minute }, async () => {
        const own = [
          `DOCKER_SOCKET=${machine.socket}`,
          'PENNANT_DISABLE_RATE_LIMIT=true',
          // Where the instances of the test come from.
          'PENNANT_DOCKER_PROXY__REGISTRIES=docker.io/pennant-test',
        ]
        const [settings = ''] = blocksOf('Start', 'ini')
        let said = ''
        for (const block of blocksOf('Start')) {
          if (block.includes('compose up')) await machine.set(...settings.trim().split('\n'), ...own)
          said = await machine.follow(block)
          if (block.includes('compose up')) await allHealthy()
          if (block.startsWith('curl')) expect(said).toContain('"title"')
        }
        const password = said
        const ca = await machine.sh('cat tls/fullchain.pem')
        tls = await openTlsSite(new URL(machine.docker.remoteUri).hostname, name, ca)
        game = await makeGame(tls.site, {
          teams: 8,
          challenges: 20,
          password,
          settings: { containerCountLimit: 0 },
        })
        const [[player], [challenge]] = [game.players, game.challenges]
        if (!player || !challenge) throw new Error('the game is empty')
        const attempt = { player, challenge, answer: challenge.flag, outcome: undefined }
        expect(await submit(tls.site, game, attempt)).toMatchObject({ kind: 'taken' })
        await expect.poll(() => solvedByFirst(tls.site, game)).toBe(1)
      })

      it('gives a flag to an instance, and takes it from the player who found it', {
        timeout: 3 * minute,
      }, async () => {
        await importServices(machine.socket, ['flag'])
        const id = await addService(tls.site, game, imageName('flag'))
        const [player] = game.players
        if (player === undefined) throw new Error('the game is empty')
        const started = await startInstance(tls.site, game, player, id)
        expect(started).toMatchObject({ status: 200 })
        const flag = (await tls.exchange(started?.entry ?? '', '\n')).trim()
        expect(flag).toMatch(/^flag\{/)
        const challenge = { id, title: 'Service', flag }
        await submit(tls.site, game, { player, challenge, answer: flag, outcome: undefined })
        await expect.poll(() => solvedByFirst(tls.site, game)).toBe(2)
      })

      it('lets an instance reach what the manual says, in this position of the server', {
        timeout: 5 * minute,
      }, async () => {
        await importImage(
          machine.socket,
          'pennant-test/shell',
          'exec nc -ll -p 7000 -e sh',
          await busyboxFiles(),
        )
        await machine.client('network', 'create', 'pennant-custom')
        const shells = { Open: 0, Isolated: 0, Custom: 0 }
        for (const networkMode of modes)
          shells[networkMode] = await addService(tls.site, game, 'pennant-test/shell:1', { networkMode })
        const around = await openSurroundings(machine)
        try {
          const tried = await attackEverything({ machine, site: tls, game, shells }, around.internet)
          expect(tried).toBeGreaterThan(50)
        } finally {
          around.close()
        }
      })

      it('keeps all that it has answered in a burst, while a server stops and all are replaced', {
        timeout: 10 * minute,
      }, async () => {
        const stream = createStream(game)
        const stop = stream.run(tls.site)
        await flowing(stream)
        await machine.follow('docker compose stop server-1')
        await flowing(stream)
        await machine.follow('docker compose start server-1')
        await allHealthy()
        await machine.client('tag', image, 'pennant:next')
        await machine.set('IMAGE=pennant:next')
        for (const block of blocksOf('Replace a server')) {
          await machine.follow(block)
          await allHealthy()
          await flowing(stream)
        }
        await stop()
        const used = await machine.sh(`docker ps --filter ancestor=pennant:next --format '{{.Image}}'`)
        expect(used).toBe('pennant:next\n'.repeat(3))
        expect(stream.attempts.filter(({ outcome }) => outcome?.kind !== 'taken')).toEqual([])
        await expectAnswered(tls.site, game, stream)
      })

      it('is managed and backed up by its commands', { timeout: 3 * minute }, async () => {
        await callOk('POST', `${tls.site}/api/tokens`, game.admin, { name: 'Backup', scopes: ['Platform'] })
        expect(await runAll('Use the command line')).toContain('Backup')
        await runAll('Back up')
        expect(await machine.sh('pg_restore --list pennant.dump')).toContain('TABLE DATA public submission')
        expect(await machine.sh('tar -tf files.tar')).toContain('./')
        expect(await machine.sh('tar -tf backups.tar')).toMatch(/pennant-\S+\.tar\.proof\.json/)
      })

      it('runs the commands of the pod for Kubernetes, under its account', {
        timeout: 3 * minute,
      }, async () => {
        expect(await runPod(machine, image)).toEqual(['/startupz', '/livez', '/readyz'])
      })

      it('removes instances by the command of the page about the key', async () => {
        const list = 'docker ps --all --quiet --filter label=pennant.installation'
        expect(await machine.sh(list)).not.toBe('')
        for (const { code } of await manualSteps('operator/keys.md'))
          if (code.startsWith('docker')) await machine.sh(code)
        expect(await machine.sh(list)).toBe('')
      })

      it('has no command that nobody tried', async () => {
        const headings = steps.filter(({ language }) => language === 'sh').map(({ heading }) => heading)
        expect(new Set(headings)).toEqual(done)
      })
    })
  },
)
