import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { builtClient, type Journeys, startJourneys, type Visit } from '../kit/browser.ts'
import { type FakeSmtp, startFakeSmtp } from '../kit/fake-smtp.ts'
import { createWorld, type Person, type World } from '../kit/world.ts'
import { expectAccessible, inspectedWidths, logIn } from './screen.ts'

const password = 'mail-Passw0rd-17'

describe('the servers outside that administrators name', () => {
  let world: World
  let admin: Person
  let smtp: FakeSmtp
  let journeys: Journeys
  let visit: Visit

  const open = async (settings: Record<string, string> = {}): Promise<void> => {
    world = await createWorld({ webRoot: builtClient, settings })
    admin = await world.person('Admin')
    journeys = await startJourneys(world.origin)
    visit = await journeys.visit()
    await logIn(visit, admin)
    await visit.page.goto('/admin/settings')
  }
  beforeEach(async () => {
    smtp = await startFakeSmtp({ account: { user: 'mailer', password } })
  })
  afterEach(async () => {
    await journeys.close()
    await world.close()
    await smtp.close()
  })
  const part = (name: string) => visit.page.getByRole('region', { name, exact: true })

  it('keep a mail server that has taken a test email, and say what it answered', async () => {
    await open()
    const mail = part('Email')
    await mail.getByLabel('Mail server', { exact: true }).fill('127.0.0.1')
    await mail.getByLabel('Port').fill(String(smtp.port))
    await mail.getByLabel('Encryption').selectOption('None')
    await mail.getByLabel('Username at the mail server').fill('mailer')
    await mail.getByLabel('Password at the mail server').fill('wrong')
    await mail.getByLabel('Sender address').fill('noreply@ctf.example')
    visit.expectAnswer(400, '/api/admin/config/mail')
    await mail.getByRole('button', { name: 'Save', exact: true }).click()
    await mail.getByText('535').waitFor()
    await mail.getByRole('button', { name: 'Save without a test' }).waitFor()

    await mail.getByLabel('Password at the mail server').fill(password)
    expect(await visit.page.evaluate(() => JSON.stringify(localStorage))).not.toContain(password)
    await mail.getByRole('button', { name: 'Save', exact: true }).click()
    await mail.getByText('Test email accepted').waitFor()
    await mail.getByText(/^250 /).waitFor()
    await mail.getByText('One is saved. Leave empty to keep it.').waitFor()
    expect(smtp.mails.map(({ to }) => to)).toEqual([[admin.email]])
    expect(await mail.getByLabel('Password at the mail server').inputValue()).toBe('')
    for (const [size, width] of Object.entries(inspectedWidths)) {
      await visit.page.setViewportSize({ width, height: 1000 })
      await expectAccessible(visit.page, `admin-outgoing-${size}`)
    }
    expect(visit.faults()).toEqual([])
  })

  it('can’t be changed where they are set with the server', async () => {
    await open({
      EMAIL_CONFIG__SENDER_ADDRESS: 'noreply@ctf.example',
      EMAIL_CONFIG__SMTP__HOST: 'mail.ctf.example',
      CAPTCHA_CONFIG__PROVIDER: 'HashPow',
    })
    const mail = part('Email')
    await mail.getByLabel('Mail server', { exact: true }).waitFor()
    for (const name of ['Mail server', 'Port', 'Password at the mail server', 'Sender address'])
      expect(await mail.getByLabel(name, { exact: true }).isDisabled()).toBe(true)
    expect(await mail.getByLabel('Sender name').isDisabled()).toBe(false)
    await mail.getByText('Set by PENNANT_EMAIL_CONFIG__SENDER_ADDRESS on the server').waitFor()
    const captcha = part('Captcha')
    expect(await captcha.getByLabel('Provider').isDisabled()).toBe(true)
    await captcha.getByLabel('Difficulty').fill('20')
    await captcha.getByRole('button', { name: 'Save', exact: true }).click()
    await visit.page.getByText('Saved', { exact: true }).first().waitFor()
    const { body } = await world.visitor().get<{ difficulty: number }>('/api/captcha/powchallenge')
    expect(body.difficulty).toBe(20)
    expect(visit.faults()).toEqual([])
  })
})
