import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { byBreadth, withBreadth } from '../kit/breadth.ts'
import { builtClient, type Journeys, overflow, startJourneys, type Visit, widths } from '../kit/browser.ts'
import { insertContainer } from '../kit/factories.ts'
import { type FakeTunnel, openFakeTunnel } from '../kit/fake-tunnel.ts'
import { createOpenGame, type OpenTeam } from '../kit/open-game.ts'
import { buildTunnel, type TunnelProgram } from '../kit/tunnel-program.ts'
import { createWorld, type World } from '../kit/world.ts'
import { expectAccessible, inspectedWidths } from './screen.ts'

const game = 'Harbour'
const challenge = 'Chandler'
const greeting = 'Berth 7 is free'
/** The narrowest supported width, in pixels. */
const narrowest = 360
const localAddress = /^(127\.0\.0\.1|0\.0\.0\.0):\d+$/

describe('an instance that is reached through a tunnel', () => {
  let world: World
  let journeys: Journeys
  let program: TunnelProgram
  let service: Server
  let gulls: OpenTeam
  let gamePath: string
  let panelPath: string

  beforeAll(async () => {
    world = await createWorld({
      webRoot: builtClient,
      settings: { CONTAINER_PROVIDER__PORT_MAPPING_TYPE: 'PlatformProxy' },
    })
    journeys = await startJourneys(world.origin)
    program = await buildTunnel()
    service = createServer((_, response) => void response.end(greeting))
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
    const open = await createOpenGame(world, { title: game })
    gulls = await open.team({ name: 'Gulls' })
    const { id } = await open.challenge({
      title: challenge,
      type: 'StaticContainer',
      container_image: 'registry.example/chandler:1',
    })
    await insertContainer(
      world.db,
      { participation: gulls.participation, challenge: { id } },
      { is_proxied: true, ip: '127.0.0.1', port: (service.address() as AddressInfo).port },
    )
    await open.changed()
    gamePath = `/games/${open.game.id}/challenges`
    panelPath = `${gamePath}?challenge=${id}`
  })
  afterAll(async () => {
    await journeys.close()
    await program.remove()
    await world.close()
    service.closeAllConnections()
    service.close()
  })

  /** A player whose browser has the address of the tunnel. */
  const visit = async (api: string | null, how: Parameters<Journeys['visit']>[0] = {}): Promise<Visit> => {
    const made = await journeys.visit(how)
    onTestFinished(() => made.close())
    const session = gulls.player.cookie() ?? ''
    await made.context.addCookies([{ name: 'pennant_session', value: session, url: world.origin }])
    if (api !== null) await made.context.addInitScript(keepApi, api)
    return made
  }
  const startTunnel = async (): Promise<{ at: string; stop: () => Promise<unknown> }> => {
    const home = await program.home()
    expect(await program.start(['allow', world.origin], home).ended).toBe(0)
    const running = program.start(['serve', '--port', '0'], home)
    return {
      at: await running.says(/(http:\/\/127\.0\.0\.1:\d+)/),
      stop() {
        running.child.kill('SIGTERM')
        return running.ended
      },
    }
  }
  const fakeTunnel = async (): Promise<FakeTunnel> => {
    const made = await openFakeTunnel()
    onTestFinished(() => made.close())
    return made
  }
  const addressOn = (page: Page) => page.getByRole('region', { name: 'Your instance' }).locator('code')
  const aboutTunnel = (page: Page) => page.getByRole('dialog', { name: 'Tunnel on your computer' })

  it('has an address on the own machine, which leads to it, until the tunnel ends', async () => {
    const tunnel = await startTunnel()
    const { page } = await visit(tunnel.at)
    await page.goto(panelPath)
    const address = addressOn(page)
    await address.filter({ hasText: localAddress }).waitFor()
    const local = await address.innerText()
    expect(await (await fetch(`http://${local}/`)).text()).toBe(greeting)
    await expect
      .poll(() => page.getByRole('link', { name: 'Open in browser' }).getAttribute('href'))
      .toBe(`http://${local}`)

    await page.getByRole('radio', { name: 'Original' }).check()
    await address.filter({ hasText: /^ws:\/\/127\.0\.0\.1:\d+\/api\/proxy\/[\da-f-]{36}$/ }).waitFor()
    await page.getByRole('radio', { name: 'Local' }).check()
    await address.filter({ hasText: local }).waitFor()

    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Tunnel: connected' }).click()
    const item = aboutTunnel(page)
      .getByRole('listitem')
      .filter({ hasText: `${challenge} @ ${game}` })
    await item.getByText(local).waitFor()
    await item.getByText(/\d+ ms/).waitFor()
    await page.keyboard.press('Escape')

    await tunnel.stop()
    await page.getByText('Tunnel offline').waitFor()
    await page.getByRole('button', { name: 'Tunnel: not connected' }).waitFor()
    await page.goto(panelPath)
    await page.getByText('To reach this address, connect the tunnel').waitFor()
    expect(await address.innerText()).toMatch(/^ws:/)
  })

  withBreadth(() => {
    it('is asked for on the spot, waits for the yes of the player, and tells what goes wrong', async () => {
      const other = await fakeTunnel()
      const { page } = await visit('http://127.0.0.1:9')
      await page.goto(panelPath)
      await page.getByRole('button', { name: 'Connect', exact: true }).click()
      await page.getByRole('button', { name: 'Set up tunnel' }).click()
      const about = aboutTunnel(page)
      await about.getByText('Can’t reach the tunnel').waitFor()
      const field = about.getByLabel('Tunnel address')
      await field.fill('http://192.168.1.2:3307')
      await about.getByText('A site can only reach a tunnel on your own computer').waitFor()
      await field.fill('http://127.0.0.1')
      await about.getByText('Enter an address on this computer').waitFor()
      await field.fill(other.api)
      await about.getByText('Answer in its terminal').waitFor()
      await about.getByText('Saved', { exact: true }).waitFor()
      other.refusals.set('POST /pool', [{ status: 500, text: 'failed to bind tcp address' }])
      other.allow(world.origin)
      await about.getByText('Connected', { exact: true }).waitFor()
      expect(other.scopes.get(world.origin)?.name).toBe('GZ::CTF')

      await page.keyboard.press('Escape')
      await page.getByText('failed to bind tcp address').waitFor()
      await page.getByRole('button', { name: 'Try again' }).click()
      await addressOn(page).filter({ hasText: /^127/ }).waitFor()
      await page.reload()
      await addressOn(page).filter({ hasText: /^127/ }).waitFor()
      expect(other.calls.filter((call) => call === 'POST /connect')).toHaveLength(1)

      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Tunnel: connected' }).click()
      await about.getByLabel('Open ports to your local network, too').check()
      await about.getByText(/^0\.0\.0\.0:\d+$/).waitFor()
      await about.getByRole('button', { name: `Close tunnel to “${challenge} @ ${game}”` }).click()
      await about.getByText('No tunnels open.').waitFor()
      expect(await page.evaluate(() => localStorage.getItem('wsrx-options'))).toBe(
        JSON.stringify({ api: other.api, name: 'GZ::CTF', allowLan: true }),
      )
    })

    it('says that the tunnel is too old', async () => {
      const old = await fakeTunnel()
      old.version = '0.3.9'
      const { page } = await visit(old.api)
      await page.goto(gamePath)
      await page.getByText('Your tunnel is out of date').waitFor()
      const link = page.getByRole('link', { name: 'pennant-tunnel' })
      await expect.poll(() => link.getAttribute('href')).toBe('/api/tunnel/download')
      expect(old.calls).toEqual(['GET /version'])
    })

    const orange = 'rgb(255, 169, 77)'
    const red = 'rgb(255, 141, 133)'
    const fitting = 'Your tunnel is out of date'
    const error = 'The tunnel reported an error'
    type Failure = [
      string,
      call: string,
      status: number,
      text: string,
      title: string,
      words: string,
      color: string,
    ]
    const failures: readonly Failure[] = [
      ['that does not know its version', 'GET /version', 404, '', fitting, 'Version 0.4', orange],
      ['that does not tell its list', 'GET /pool', 500, 'out of rope', error, 'out of rope', red],
    ]
    const otherFailures: readonly Failure[] = [
      ['that fails', 'GET /version', 500, 'out of rope', error, 'out of rope', red],
      ['that fails without a word', 'GET /version', 500, '', error, 'It gave no reason', red],
      ['whose list is none', 'GET /pool', 200, '7', error, 'Failed to sync instances, is wsrx daemon', red],
    ]
    it.each(byBreadth(failures, [...failures, ...otherFailures]))(
      'tells of a tunnel %s',
      async (_, call, status, text, title, words, color) => {
        const failing = await fakeTunnel()
        failing.refusals.set(call, [{ status, text }])
        failing.scopes.set(world.origin, { host: world.origin, name: '', state: 'allowed', features: [] })
        const { page } = await visit(failing.api)
        await page.goto(gamePath)
        const notice = page.locator('[data-tone]').filter({ hasText: title })
        await notice.getByText(words).waitFor()
        expect(await notice.evaluate((element) => getComputedStyle(element).borderLeftColor)).toBe(color)
      },
    )

    it('says why an address on another computer is of no use', async () => {
      const { page } = await visit('http://192.168.1.2:3307')
      await page.goto(gamePath)
      await page.getByRole('button', { name: 'Tunnel: not connected' }).click()
      const about = aboutTunnel(page)
      await about.getByText('A site can only reach a tunnel on your own computer').waitFor()
      expect(await about.getByLabel('Tunnel address').inputValue()).toBe('http://192.168.1.2:3307')
      await expectAccessible(page, 'tunnel-elsewhere')
    })

    it('uses the key in an address, and nothing without it', async () => {
      const home = await program.home()
      expect(await program.start(['allow', world.origin], home).ended).toBe(0)
      const running = program.start(['serve', '--port', '0', '--key'], home)
      const whole = await running.says(/(http:\/\/127\.0\.0\.1:\d+\/[\w-]{32})/)
      const { page } = await visit(new URL(whole).origin)
      await page.goto(panelPath)
      await page.getByText('This tunnel has a key').waitFor()
      await page.getByRole('button', { name: 'Set up tunnel' }).click()
      await aboutTunnel(page).getByLabel('Tunnel address').fill(whole)
      await aboutTunnel(page).getByText('Connected', { exact: true }).waitFor()
      await page.keyboard.press('Escape')
      await addressOn(page).filter({ hasText: localAddress }).waitFor()
      running.child.kill('SIGTERM')
      await running.ended
    })

    it.each(Object.entries(inspectedWidths))('looks and reads well on a %s', async (size, width) => {
      const other = await fakeTunnel()
      const { page } = await visit(other.api, { width })
      const expectLooks = async (name: string): Promise<void> => {
        await expectAccessible(page, `tunnel-${name}-${size}`)
        expect(await overflow(page)).toBe(0)
        if (width !== widths.phone) return
        await page.setViewportSize({ width: narrowest, height: 844 })
        expect(await overflow(page)).toBe(0)
        await page.setViewportSize({ width, height: 844 })
      }
      other.remove(world.origin)
      await page.goto(panelPath)
      await page.getByText('The tunnel is asking whether').waitFor()
      await expectLooks('instance-pending')
      await page.getByRole('button', { name: 'Set up tunnel' }).click()
      await aboutTunnel(page).getByText('Waiting for your approval').waitFor()
      await expectLooks('pending')
      other.allow(world.origin)
      await aboutTunnel(page).getByText(localAddress).waitFor()
      await expectLooks('open')
      await page.keyboard.press('Escape')
      await expectLooks('instance')
      other.remove(world.origin)
      await page.getByText('To reach this address, connect the tunnel').waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Tunnel: not connected' }).click()
      await aboutTunnel(page).getByText('Not connected').waitFor()
      await expectLooks('invalid')
    })
  })
})

const keepApi = (api: string): void => {
  if (localStorage.getItem('wsrx-options') === null)
    localStorage.setItem('wsrx-options', JSON.stringify({ api }))
}
