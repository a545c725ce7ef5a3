import type { Locator, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limits } from '@pennant/contract/limit'
import {
  accessibilityFaults,
  builtClient,
  type Journeys,
  showIn,
  startJourneys,
  type Visit,
  widths,
} from '../kit/browser.ts'
import { createWorld, type Person, type World } from '../kit/world.ts'
import { logIn, writtenIn } from './screen.ts'

const chunk = /\/static\/code-area\..*\.js$/

describe('the editor of Markdown', () => {
  let world: World
  let journeys: Journeys
  let admin: Person
  let post: string

  beforeAll(async () => {
    world = await createWorld({ webRoot: builtClient })
    journeys = await startJourneys(world.origin)
    admin = await world.person('Admin', 'purser')
    post = (await admin.post<string>('/api/edit/posts', { title: 'Tides', content: 'High *water*' })).body
  })
  afterAll(async () => {
    await journeys.close()
    await world.close()
  })

  const open = async (options: { width?: number; touch?: boolean; cold?: boolean } = {}): Promise<Visit> => {
    const visit = await journeys.visit(options)
    await logIn(visit, admin)
    return visit
  }
  const show = (page: Page): Promise<unknown> => page.goto(`/posts/${post}/edit`)
  const fieldIn = (page: Page): Locator => page.getByRole('textbox', { name: 'Text' })
  const isLoaded = (field: Locator): Promise<boolean> => field.evaluate((box) => box.matches('.cm-content'))
  const loaded = async (page: Page): Promise<Locator> => {
    const field = fieldIn(page)
    await expect.poll(() => isLoaded(field)).toBe(true)
    return field
  }
  /** Returns a function that lets the code of the editor through. */
  const heldBack = async (page: Page): Promise<() => void> => {
    let release: () => void = () => undefined
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(chunk, async (route: Route) => {
      await released
      await route.continue()
    })
    return release
  }

  it('is written in, marked from the tools, and undone by keyboard', async () => {
    const visit = await open()
    const { page } = visit
    await show(page)
    const field = await loaded(page)
    await field.fill('The tide turns')
    await page.keyboard.press('ControlOrMeta+a')
    await page.getByRole('button', { name: 'Bold' }).last().click()
    await expect.poll(() => writtenIn(field)).toBe('**The tide turns**')
    // The selection stays, so that marks can be nested.
    await page.getByRole('button', { name: 'Italic' }).last().click()
    await expect.poll(() => writtenIn(field)).toBe('***The tide turns***')
    await page.locator('section strong', { hasText: 'The tide turns' }).last().waitFor()
    await page.keyboard.press('ControlOrMeta+z')
    await page.keyboard.press('ControlOrMeta+z')
    await expect.poll(() => writtenIn(field)).toBe('The tide turns')
    await page.keyboard.press('ControlOrMeta+Shift+Z')
    await expect.poll(() => writtenIn(field)).toBe('**The tide turns**')
    await field.press('ControlOrMeta+End')
    await page.keyboard.press('Enter')
    await page.keyboard.type('twice')
    await page.getByRole('button', { name: 'List' }).last().click()
    await expect.poll(() => writtenIn(field)).toBe('**The tide turns**\n- twice')
    expect(visit.faults()).toEqual([])
    await visit.close()
  })

  it('is a control like any other: named, described, left by Tab, and led to by its label', async () => {
    const visit = await open()
    const { page, context } = visit
    await show(page)
    const field = await loaded(page)
    for (const scheme of ['dark', 'light'] as const) {
      await showIn(page, scheme)
      expect(await accessibilityFaults(page)).toEqual([])
    }
    const devtools = await context.newCDPSession(page)
    const { nodes } = await devtools.send('Accessibility.getFullAXTree')
    const told = nodes.find(({ role, name }) => role?.value === 'textbox' && name?.value === 'Text')
    const traits = Object.fromEntries((told?.properties ?? []).map(({ name, value }) => [name, value.value]))
    expect({ value: told?.value?.value, ...traits }).toMatchObject({
      value: 'High *water*',
      editable: 'plaintext',
      multiline: true,
      readonly: false,
      focusable: true,
    })
    await page.getByText('Text', { exact: true }).click()
    await expect.poll(() => field.evaluate((box) => box === document.activeElement)).toBe(true)
    const before = await writtenIn(field)
    await page.keyboard.press('Tab')
    expect(await field.evaluate((box) => box === document.activeElement)).toBe(false)
    await page.keyboard.press('Shift+Tab')
    expect(await field.evaluate((box) => box === document.activeElement)).toBe(true)
    expect(await writtenIn(field)).toBe(before)
    const summary = page.getByRole('textbox', { name: 'Summary' })
    const hint = await summary.getAttribute('aria-describedby')
    expect(await page.locator(`[id="${hint}"]`).innerText()).not.toBe('')
    expect(visit.faults()).toEqual([])
    await visit.close()
  })

  it('takes no more than the field may hold', async () => {
    const visit = await open()
    const { page } = visit
    await show(page)
    await loaded(page)
    const summary = page.getByRole('textbox', { name: 'Summary' })
    await summary.fill('a'.repeat(limits.postSummary - 2))
    await summary.press('ControlOrMeta+End')
    await page.keyboard.insertText('bcde')
    const expected = `${'a'.repeat(limits.postSummary - 2)}bc`
    await expect.poll(async () => (await writtenIn(summary)) === expected).toBe(true)
    await page.keyboard.insertText('f')
    expect((await writtenIn(summary)) === expected).toBe(true)
    await visit.close()
  })

  it('is composed in by an input method', async () => {
    const visit = await open()
    const { page, context } = visit
    await show(page)
    const field = await loaded(page)
    await field.fill('潮')
    await field.press('ControlOrMeta+End')
    const devtools = await context.newCDPSession(page)
    await devtools.send('Input.imeSetComposition', { text: 'xi', selectionStart: 2, selectionEnd: 2 })
    await expect.poll(() => writtenIn(field)).toBe('潮xi')
    await devtools.send('Input.imeSetComposition', { text: '汐', selectionStart: 1, selectionEnd: 1 })
    await devtools.send('Input.insertText', { text: '汐' })
    await expect.poll(() => writtenIn(field)).toBe('潮汐')
    await page.getByRole('button', { name: 'Save' }).click()
    const contentNow = async (): Promise<string> =>
      (await admin.get<{ content: string }>(`/api/posts/${post}`)).body.content
    await expect.poll(contentNow).toBe('潮汐')
    await admin.put(`/api/edit/posts/${post}`, { content: 'High *water*' })
    await visit.close()
  })

  it('comes when nobody is writing, and loses neither what was typed before nor the place', async () => {
    const visit = await open({ cold: true })
    const { page } = visit
    const release = await heldBack(page)
    await show(page)
    const field = fieldIn(page)
    await field.fill('Low tide')
    await field.press('ControlOrMeta+Home')
    const came = page.waitForResponse(chunk)
    release()
    await (await came).finished()
    await page.keyboard.type('At ')
    expect(await isLoaded(field)).toBe(false)
    expect(await field.evaluate((box) => box === document.activeElement)).toBe(true)
    await page.keyboard.press('ControlOrMeta+z')
    await expect.poll(() => writtenIn(field)).not.toBe('At Low tide')
    await page.keyboard.press('ControlOrMeta+Shift+z')
    await expect.poll(() => writtenIn(field)).toBe('At Low tide')
    await page.keyboard.press('Tab')
    await loaded(page)
    expect(await writtenIn(field)).toBe('At Low tide')
    await page.getByRole('button', { name: 'Link' }).last().click()
    await expect.poll(() => writtenIn(field)).toBe('At [](https://)Low tide')
    await visit.close()
  })

  it('leaves a text area to phones, with the same tools', async () => {
    const visit = await open({ width: widths.phone, touch: true, cold: true })
    const { page } = visit
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await show(page)
    const field = fieldIn(page)
    // Safari zooms into smaller text.
    expect(await field.evaluate((area) => getComputedStyle(area).fontSize)).toBe('16px')
    await field.tap()
    await field.fill('Ebb')
    await page.getByRole('button', { name: 'Heading' }).last().tap()
    await expect.poll(() => field.inputValue()).toBe('## Ebb')
    await visit.settled()
    expect(asked.filter((url) => chunk.test(url))).toEqual([])
    expect(visit.faults()).toEqual([])
    await visit.close()
  })

  it('can be touched at the width of a phone where there is a mouse, too', async () => {
    const visit = await open({ width: widths.phone })
    const { page } = visit
    await show(page)
    const field = await loaded(page)
    await field.click()
    await field.fill('Ebb')
    await expect.poll(() => writtenIn(field)).toBe('Ebb')
    expect(await accessibilityFaults(page)).toEqual([])
    expect(visit.faults()).toEqual([])
    await visit.close()
  })
})
