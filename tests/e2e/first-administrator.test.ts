import type { Page } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { builtClient, type Journeys, startJourneys, type Visit } from '../kit/browser.ts'
import { createWorld, type World } from '../kit/world.ts'
import { logOut } from './screen.ts'

const account = { userName: 'harbourmaster', email: 'harbour@example.com', password: 'Semaph0re' }

describe('the way to the first administrator', () => {
  let world: World
  let journeys: Journeys
  let visit: Visit
  let page: Page

  beforeEach(async () => {
    world = await createWorld({ webRoot: builtClient })
    journeys = await startJourneys(world.origin)
    visit = await journeys.visit()
    page = visit.page
  })
  afterEach(async () => {
    await journeys.close()
    await world.close()
  })

  const link = async (): Promise<string> => `/setup?token=${await world.app.modules.setup.token()}`
  const field = (name: string) => page.getByLabel(name, { exact: true })
  const fill = async ({ userName, email, password }: typeof account): Promise<void> => {
    await field('Username').fill(userName)
    await field('Email address').fill(email)
    await field('Password').fill(password)
  }
  /** Presses Tab until `name` has the focus. */
  const tabTo = async (name: string): Promise<void> => {
    for (let presses = 0; presses < 20; presses++) {
      await page.keyboard.press('Tab')
      const focused = await page.evaluate(() => {
        const { activeElement } = document
        const label =
          activeElement instanceof HTMLInputElement ? activeElement.labels?.[0]?.textContent : null
        return label ?? activeElement?.getAttribute('aria-label') ?? activeElement?.textContent ?? ''
      })
      if (focused === name) return
    }
    throw new Error(`Tab does not lead to ${name}`)
  }

  it('begins at the home page, which says where the link is', async () => {
    await page.goto('/')
    const card = page.getByRole('region', { name: 'This platform has no administrator yet' })
    await card.getByText('The server printed a setup link').waitFor()
    await card.getByText(`${world.origin}/setup?token=…`).waitFor()
    expect(visit.faults()).toEqual([])
  })

  it('leads from the link to an account, out again, and in by keyboard alone', async () => {
    await page.goto(await link())
    await field('Username').waitFor()
    expect(await page.title()).toBe('Set up the administrator account - GZ::CTF')
    await page.getByText('Moving from the compatible platform?').waitFor()
    await page.locator('code').getByText('pennant move-in').waitFor()
    await fill(account)
    await page.keyboard.press('Enter')

    await page.getByText('You’re logged in as harbourmaster.').waitFor()
    await page.waitForURL(`${world.origin}/`)
    await expect.poll(() => page.getByText('This platform has no administrator yet').count()).toBe(0)
    const { body } = await world.visitor().get<{ needed: boolean }>('/api/setup')
    expect(body).toEqual({ needed: false })

    await logOut(page)
    await page.getByText('You’re logged out.').waitFor()
    expect((await visit.context.cookies()).filter(({ name }) => name === 'pennant_session')).toEqual([])

    // From here on, only the keyboard is used.
    await page.reload()
    await page.getByRole('link', { name: 'Log in' }).waitFor()
    await tabTo('Log in')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Log in' }).waitFor()
    await tabTo('Username or email')
    await page.keyboard.type(account.email)
    await tabTo('Password')
    await page.keyboard.type(account.password)
    await page.keyboard.press('Enter')
    await page.getByText('You’re logged in as harbourmaster.').waitFor()
    await tabTo('harbourmaster’s menu')
    await page.keyboard.press('Enter')
    // Up wraps from the first item to the last.
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await page.getByText('You’re logged out.').waitFor()
    expect(visit.faults()).toEqual([])
  })

  it('asks what the platform is called and shows that name right away', async () => {
    await page.goto(await link())
    await fill(account)
    await page.getByText('emails as GZ::CTF').waitFor()
    await field('Platform name').fill('Harbour Lights')
    await page.getByText('emails as Harbour Lights::CTF').waitFor()
    await field('Suffix').fill('')
    await field('Slogan').fill('Find your way in')
    await page.keyboard.press('Enter')

    await page.getByText('You’re logged in as harbourmaster.').waitFor()
    await page.getByRole('heading', { level: 1, name: 'Harbour Lights', exact: true }).waitFor()
    await page.getByText('Find your way in').waitFor()
    expect(await page.title()).toBe('Home - Harbour Lights')
    await page.getByRole('banner').getByRole('link', { name: 'Harbour Lights', exact: true }).waitFor()
    expect(visit.faults()).toEqual([])
  })

  it('does not ask for a name that is there already', async () => {
    const other = await createWorld({ webRoot: builtClient, settings: { PLATFORM__TITLE: 'Reef' } })
    try {
      await page.goto(`${other.origin}/setup?token=${await other.app.modules.setup.token()}`)
      await field('Username').waitFor()
      await expect.poll(() => page.title()).toBe('Set up the administrator account - Reef::CTF')
      expect(await field('Platform name').count()).toBe(0)
    } finally {
      await other.close()
    }
  })

  it('shows while typing which rules the password keeps', async () => {
    await page.goto(await link())
    const rules = page.getByRole('list', { name: 'Password rules' })
    const open = () => rules.getByRole('listitem').filter({ hasText: 'not met yet' }).allInnerTexts()
    await rules.waitFor()
    expect(await open()).toHaveLength(4)
    await field('Password').pressSequentially('semaph')
    expect((await open()).map((text) => text.split('\n')[0])).toEqual(
      ['One uppercase letter', 'One digit'].map((text) => expect.stringContaining(text)),
    )
    await field('Password').fill(account.password)
    expect(await open()).toEqual([])
    await field('Password').fill(`aA1${'x'.repeat(126)}`)
    expect((await open()).join()).toContain('At most 128 characters')
  })

  it('says at the fields what is wrong, goes to the first of them and keeps what was typed', async () => {
    await page.goto(await link())
    await fill({ userName: 'me', email: 'nowhere', password: 'short' })
    await page.keyboard.press('Enter')
    await page.getByText('Enter at least 3 characters').waitFor()
    await page.getByText('Enter a valid email address').waitFor()
    await page.getByText('Choose a password that meets every rule below').waitFor()
    expect(await field('Username').evaluate((element) => element === document.activeElement)).toBe(true)
    await expect.poll(() => field('Email address').inputValue()).toBe('nowhere')

    await field('Username').fill('mate')
    await expect.poll(() => page.getByText('Enter at least 3 characters').count()).toBe(0)
    expect(visit.faults()).toEqual([])
  })

  it('shows a refusal of the server at the field it is about', async () => {
    await world.person('User', 'bosun')
    visit.expectAnswer(400, '/api/setup')
    await page.goto(await link())
    await fill({ ...account, userName: 'bosun' })
    await page.keyboard.press('Enter')
    await page.getByText('This username is already taken').waitFor()
    const described = await field('Username').getAttribute('aria-describedby')
    expect(await page.locator(`[id="${described?.split(' ')[0]}"]`).innerText()).toBe(
      'This username is already taken',
    )
    expect(await field('Username').evaluate((element) => element === document.activeElement)).toBe(true)
    await field('Username').fill(account.userName)
    await page.keyboard.press('Enter')
    await page.getByText('You’re logged in as harbourmaster.').waitFor()
    expect(visit.faults()).toEqual([])
  })

  it('explains a wrong link and what to do, and keeps what was typed', async () => {
    visit.expectAnswer(401, '/api/setup')
    await page.goto('/setup?token=made-up')
    await fill(account)
    await page.getByRole('button', { name: 'Create administrator account' }).click()
    const alert = page.locator('[data-alert]')
    await alert.getByText('This setup link is wrong or no longer valid').waitFor()
    await alert.getByText('Open the latest link').waitFor()
    await expect.poll(() => field('Username').inputValue()).toBe(account.userName)
    await expect.poll(() => field('Password').inputValue()).toBe(account.password)
    expect(visit.faults()).toEqual([])
  })

  it('explains a link without its token', async () => {
    await page.goto('/setup')
    await page.getByText('This link is incomplete').waitFor()
    await expect.poll(() => page.getByLabel('Username').count()).toBe(0)
  })

  it('explains that somebody else was faster, to who was still typing and to who comes later', async () => {
    visit.expectAnswer(400, '/api/setup')
    const used = await link()
    await page.goto(used)
    await fill(account)
    await world.visitor().post('/api/setup', { ...account, userName: 'faster', token: used.split('=')[1] })
    await page.keyboard.press('Enter')
    const alert = page.locator('[data-alert]')
    await alert.getByText('Setup is complete').waitFor()
    await alert.getByRole('link', { name: 'Log in' }).waitFor()

    await page.goto(used.replace('/setup', '/SetUp'))
    await page.getByText('An administrator account already exists').waitFor()
    await expect.poll(() => page.getByLabel('Username').count()).toBe(0)
    expect(visit.faults()).toEqual([])
  })
})
