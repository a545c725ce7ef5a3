import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { builtClient, type Journeys, screenshot, startJourneys, type Visit, widths } from '../kit/browser.ts'
import { byBreadth, withBreadth } from '../kit/breadth.ts'
import { insertGame } from '../kit/factories.ts'
import { codeOf } from '../kit/second-factor.ts'
import { createWorld, type Person, type World } from '../kit/world.ts'
import { expectNoFaults, goTo, logIn, logOut, ownMenu } from './screen.ts'

describe('logging in', () => {
  let world: World
  let journeys: Journeys
  let player: Person
  let visit: Visit
  let page: Page

  beforeAll(async () => {
    world = await createWorld({ webRoot: builtClient })
    journeys = await startJourneys(world.origin)
    player = await world.person('User', 'swab')
  })
  afterAll(async () => {
    await journeys.close()
    await world.close()
  })
  beforeEach(async () => {
    visit = await journeys.visit()
    page = visit.page
  })
  afterEach(() => visit.close())

  const submit = async (userName: string, password: string): Promise<void> => {
    await page.getByLabel('Username or email').fill(userName)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
  }

  it('leads back to exactly the place one came from', async () => {
    await page.goto('/somewhere/else?tab=two&q=a%26b#here')
    await page.getByRole('link', { name: 'Log in' }).click()
    await submit(player.userName, player.password)
    await page.waitForURL(`${world.origin}/somewhere/else?tab=two&q=a%26b#here`)
    await page.getByText('You’re logged in as swab.').waitFor()
    expect(visit.faults()).toEqual([])
  })

  // `return-path.test.ts` tries others.
  it('never leads to another site', async () => {
    await page.goto(`/account/login?from=${encodeURIComponent('/.//elsewhere.example/')}`)
    await submit(player.userName, player.password)
    await page.waitForURL(`${world.origin}/`)
    await page.getByText('You’re logged in as swab.').waitFor()
    expect(page.url()).toBe(`${world.origin}/`)
  })

  it('says why it was refused and keeps what was typed', async () => {
    visit.expectAnswer(401, '/api/account/login')
    await page.goto('/Account/LogIn')
    await submit(player.userName, 'Wr0ngPassword')
    await page.locator('[data-alert]').getByText('The username or password is wrong').waitFor()
    await expect.poll(() => page.getByLabel('Username or email').inputValue()).toBe(player.userName)
    await expect.poll(() => page.getByLabel('Password', { exact: true }).inputValue()).toBe('Wr0ngPassword')
    expect(visit.faults()).toEqual([])
  })

  it('asks for what is missing without a call', async () => {
    const calls: string[] = []
    page.on('request', (request) => calls.push(new URL(request.url()).pathname))
    await page.goto('/account/login')
    await page.getByRole('button', { name: 'Log in' }).click()
    await expect.poll(() => page.getByText('Fill out this field').count()).toBe(2)
    expect(calls).not.toContain('/api/account/login')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('userName')
  })

  it('takes no second submission while the first is under way', async () => {
    let calls = 0
    let goOn = (): void => undefined
    const held = new Promise<void>((resolve) => {
      goOn = resolve
    })
    await page.route('**/api/account/login', async (route) => {
      calls++
      await held
      await route.continue()
    })
    await page.goto('/account/login')
    await submit(player.userName, player.password)
    await page.keyboard.press('Enter')
    const button = page.getByRole('button', { name: 'Logging in…' })
    await button.waitFor()
    await expect.poll(() => button.getAttribute('aria-disabled')).toBe('true')
    await button.click({ force: true })
    goOn()
    await page.getByText('You’re logged in as swab.').waitFor()
    expect(calls).toBe(1)
  })

  it('is known again after a reload, and says so on the login page', async () => {
    await page.goto('/account/login')
    await submit(player.userName, player.password)
    await page.getByText('You’re logged in as swab.').waitFor()
    await page.goto('/account/login?from=%2F')
    await page.getByText('You’re logged in as swab').waitFor()
    await expect.poll(() => page.getByLabel('Username or email').count()).toBe(0)
    expect(visit.faults()).toEqual([])
  })

  it('logs out even when the session has ended meanwhile', async () => {
    visit.expectAnswer(401, '/api/account/logout')
    await page.goto('/account/login')
    // What the home page asks for last.
    const asked = page.waitForResponse('**/api/game/mine')
    await submit(player.userName, player.password)
    await page.getByText('You’re logged in as swab.').waitFor()
    await asked
    await visit.settled()
    await visit.context.clearCookies()
    await logOut(page)
    await page.getByText('You’re logged out.').waitFor()
    await page.getByRole('link', { name: 'Log in' }).waitFor()
    expect(visit.faults()).toEqual([])
  })

  withBreadth(() => {
    it('says so on a slow device, too, from a page that leads to the login', async () => {
      await page.goto('/account/login?from=%2Faccount%2Fprofile')
      await submit(player.userName, player.password)
      await page.getByLabel('Bio').waitFor()
      await visit.settled()
      const devTools = await page.context().newCDPSession(page)
      await devTools.send('Emulation.setCPUThrottlingRate', { rate: 6 })
      await logOut(page)
      await page.getByText('You’re logged out.').waitFor()
      expect(new URL(page.url()).pathname).toBe('/account/login')
      await devTools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
      expect(visit.faults()).toEqual([])
    })
  })

  it('says that the session has ended elsewhere, keeps what was typed, and leads back', async () => {
    visit.expectAnswer(401, '/api/account/update')
    visit.expectAnswer(401, '/api/account/logout')
    await page.goto('/account/login?from=%2Faccount%2Fprofile')
    await submit(player.userName, player.password)
    await page.getByLabel('Bio').fill('Swabs the deck')
    // What this page asks for last.
    await page.getByRole('button', { name: 'Set up' }).waitFor()
    await visit.settled()
    await visit.context.clearCookies()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('You’ve been logged out').waitFor()
    expect(await page.getByLabel('Bio').inputValue()).toBe('Swabs the deck')
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.waitForURL('**/account/login?from=%2Faccount%2Fprofile')
    await submit(player.userName, player.password)
    await page.getByLabel('Bio').waitFor()
    expect(visit.faults()).toEqual([])
  })

  it('says when logging out has failed, and that one is still logged in', async () => {
    visit.expectAnswer(503, '/api/account/logout')
    await page.goto('/account/login')
    await submit(player.userName, player.password)
    await page.getByText('You’re logged in as swab.').waitFor()
    await page.route('**/api/account/logout', (route) =>
      route.fulfill({ status: 503, json: { title: 'The harbour is closed', status: 503 } }),
    )
    await logOut(page)
    await page.locator('[data-alert]').getByText('The harbour is closed').waitFor()
    await ownMenu(page).waitFor()
    expect(visit.faults()).toEqual([])
  })

  it('logs a banned account out and says why', async () => {
    const banned = await world.person('User', 'stowaway')
    await page.goto('/account/login')
    const asked = page.waitForResponse('**/api/game/mine')
    await submit(banned.userName, banned.password)
    await page.getByText('You’re logged in as stowaway.').waitFor()
    await asked
    await visit.settled()
    await world.db.updateTable('user').set({ role: 'Banned' }).where('id', '=', banned.id).execute()
    await world.core.sessions.changed(banned.id)
    visit.expectAnswer(403, '/api/account/session')
    await page.goto('/no/such/page')
    await page.getByText('Your account is banned. You’ve been logged out.').waitFor()
    await page.waitForURL(`${world.origin}/`)
    await page.getByRole('link', { name: 'Log in' }).waitFor()
    // The mark of a known browser is not a session.
    const left = await visit.context.cookies()
    expect(left.map(({ name }) => name)).toEqual(['pennant_known'])
    expect(visit.faults()).toEqual([])
  })

  it('seals the password where the installation asks for that', async () => {
    const admin = await world.person('Admin', 'purser')
    const { body } = await admin.get<{ globalConfig: object }>('/api/admin/config')
    const globalConfig = { ...body.globalConfig, apiEncryption: true }
    expect((await admin.put('/api/admin/config', { ...body, globalConfig })).status).toBe(200)
    try {
      const sent: string[] = []
      page.on('request', (request) => {
        if (request.url().endsWith('/api/account/login')) sent.push(request.postData() ?? '')
      })
      await page.goto('/account/login')
      await submit(player.userName, player.password)
      await page.getByText('You’re logged in as swab.').waitFor()
      expect(sent).toHaveLength(1)
      expect(sent[0]).not.toContain(player.password)
      expect(visit.faults()).toEqual([])
    } finally {
      await admin.put('/api/admin/config', body)
    }
  })

  withBreadth(() => {
    describe('with a second factor', () => {
      const profile = '/account/profile'
      let owner: Person
      let recoveryCodes: string[] = []
      let key = ''
      const code = (): string => codeOf(key, world.clock.now()).replace(/^.../, '$& ')
      const codeField = () => page.getByLabel('Code', { exact: true })
      const enter = async (): Promise<void> => {
        await page.goto('/account/login')
        await submit(owner.userName, owner.password)
        await codeField().waitFor()
      }
      beforeAll(async () => {
        owner = await world.person('User', 'stoker')
      })

      it('sets it up with the key, and shows the recovery codes once', async () => {
        await logIn(visit, owner)
        await goTo(page, profile)
        await page.getByRole('button', { name: 'Set up' }).click()
        await page.getByLabel('Current password').fill('Wr0ngPassword')
        visit.expectAnswer(400, '/api/account/second-factor/begin')
        await page.getByRole('button', { name: 'Continue' }).click()
        await page.getByText('Your current password is wrong').waitFor()
        await page.getByLabel('Current password').fill(owner.password)
        await page.keyboard.press('Enter')
        await page.getByRole('img', { name: 'QR code with the key' }).waitFor()
        const panel = page.getByRole('region', { name: 'Two-factor authentication' })
        key = (await panel.locator('code').innerText()).replaceAll(' ', '')
        expect(await codeField().getAttribute('autocomplete')).toBe('one-time-code')
        await page.setViewportSize({ width: widths.phone, height: 800 })
        await expectNoFaults(visit, 'second-factor-setup-phone')
        await codeField().fill(code())
        await page.getByRole('button', { name: 'Confirm' }).click()
        await page.getByRole('heading', { name: 'Recovery codes' }).waitFor()
        recoveryCodes = await panel.locator('li').allInnerTexts()
        expect(recoveryCodes).toHaveLength(10)
        await expectNoFaults(visit, 'second-factor-codes-phone')
        await page.emulateMedia({ media: 'print' })
        await page.getByText('Recovery codes of stoker for').waitFor()
        await screenshot(page, 'second-factor-codes-print')
        expect(await page.getByRole('button').count()).toBe(0)
        const printed = page.getByText(recoveryCodes[0] ?? '', { exact: true })
        expect(await printed.evaluate((one) => getComputedStyle(one).color)).toBe('rgb(0, 0, 0)')
        expect((await page.pdf()).toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1)
        await page.emulateMedia({ media: null })
        const [download] = await Promise.all([
          page.waitForEvent('download'),
          page.getByRole('button', { name: 'Download codes' }).click(),
        ])
        const text = await readFile((await download.path()) ?? '', 'utf8')
        for (const one of recoveryCodes) expect(text).toContain(one)
        await page.getByRole('button', { name: 'I’ve saved the codes' }).click()
        await page.getByText('10 recovery codes left').waitFor()
        await page.reload()
        await page.getByText('10 recovery codes left').waitFor()
      })

      it('asks for a code after the password, and leads on', async () => {
        visit.expectAnswer(401, '/api/account/login')
        visit.expectAnswer(400, '/api/account/login/second')
        await page.goto(`/account/login?from=${encodeURIComponent('/games?page=2')}`)
        await submit(owner.userName, owner.password)
        await codeField().waitFor()
        await expect.poll(() => codeField().evaluate((field) => field === document.activeElement)).toBe(true)
        await page.setViewportSize({ width: widths.phone, height: 800 })
        await expectNoFaults(visit, 'second-step-phone')
        await codeField().fill('000 000')
        await page.keyboard.press('Enter')
        await page.getByText('The code is wrong').waitFor()
        world.clock.advance(30_000)
        await codeField().fill(code())
        await page.keyboard.press('Enter')
        await page.waitForURL(`${world.origin}/games?page=2`)
        expect(visit.faults()).toEqual([])
      })

      it('logs in with a recovery code, says when few are left, and is turned off', async () => {
        visit.expectAnswer(401, '/api/account/login')
        await enter()
        await codeField().fill(recoveryCodes[0] ?? '')
        await page.keyboard.press('Enter')
        await ownMenu(page).waitFor()
        await goTo(page, profile)
        await page.getByText('9 recovery codes left').waitFor()
        const few = 'Few recovery codes are left. Renew them before you run out.'
        expect(await page.getByText(few).count()).toBe(0)
        const codes = world.db.selectFrom('recovery_code').select('hash').where('user_id', '=', owner.id)
        const used = (await codes.execute()).slice(2).map(({ hash }) => hash)
        await world.db.deleteFrom('recovery_code').where('hash', 'in', used).execute()
        await page.reload()
        await page.getByText('2 recovery codes left').waitFor()
        await page.getByText(few).waitFor()
        await page.getByRole('button', { name: 'Turn off' }).click()
        const dialog = page.getByRole('dialog')
        await dialog.getByLabel('Current password').fill(owner.password)
        world.clock.advance(30_000)
        await dialog.getByLabel('Code', { exact: true }).fill(code())
        await dialog.getByRole('button', { name: 'Turn off' }).click()
        await page.getByText('Two-factor authentication turned off').waitFor()
        await page.getByRole('button', { name: 'Set up' }).waitFor()
        expect(visit.faults()).toEqual([])
      })

      type Demanded = ['Admin' | 'Monitor', demand: string, seen: string]
      const monitored: Demanded = ['Monitor', 'Staff', 'Harbour Lights']
      const governed: Demanded = ['Admin', 'Administrators', 'Require two-factor authentication']
      const cases = byBreadth([monitored], [monitored, governed])

      it.each(cases)('opens only the profile to a %s who had to set it up', async (role, who, seen) => {
        const game = await insertGame(world.db, { title: 'Harbour Lights' })
        const room = role === 'Admin' ? '/admin/settings' : `/games/${game.id}/monitor`
        const chief = await world.person(role, role === 'Admin' ? 'bosun' : 'lookout')
        const demanded = JSON.stringify({ secondFactor: who, secondFactorSince: 0 })
        const demand = async (since: Date): Promise<void> => {
          await world.db.updateTable('user').set({ role_at: since }).where('id', '=', chief.id).execute()
          await world.core.sessions.changed(chief.id)
        }
        await world.db
          .insertInto('setting')
          .values({ key: 'AccountPolicy', value: demanded, updated_at: new Date() })
          .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: demanded }))
          .execute()
        await world.core.settings.changed()
        await logIn(visit, chief)
        await goTo(page, room)
        await page.getByText('Your role needs two-factor authentication. Set it up by').waitFor()
        await demand(new Date(world.clock.now() - 8 * 86_400_000))
        await page.goto(room)
        await page.getByText('Set it up to continue').waitFor()
        expect(page.url()).toBe(`${world.origin}${profile}`)
        expect(await page.getByRole('button', { name: 'Change password' }).count()).toBe(0)
        await page.getByRole('button', { name: 'Set up' }).click()
        await page.getByLabel('Current password').fill(chief.password)
        await page.keyboard.press('Enter')
        await page.getByRole('img', { name: 'QR code with the key' }).waitFor()
        const panel = page.getByRole('region', { name: 'Two-factor authentication' })
        key = (await panel.locator('code').innerText()).replaceAll(' ', '')
        await codeField().fill(code())
        await page.keyboard.press('Enter')
        await page.getByRole('button', { name: 'I’ve saved the codes' }).click()
        await page.getByRole('button', { name: 'Change password' }).waitFor()
        await goTo(page, room)
        await page.getByText(seen).first().waitFor()
        expect(await page.getByText('Your role needs two-factor authentication').count()).toBe(0)
        expect(visit.faults()).toEqual([])
        await world.db.deleteFrom('setting').where('key', '=', 'AccountPolicy').execute()
        await world.core.settings.changed()
      })
    })
  })
})
