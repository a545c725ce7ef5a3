import { describe, expect, it } from 'vitest'
import { builtClient, startJourneys } from '../kit/browser.ts'
import { createWorld } from '../kit/world.ts'
import { expectNoFaults, logIn, writtenIn } from './screen.ts'

describe('a post that two people write', () => {
  it('shows both side by side when somebody else has saved meanwhile', async () => {
    const world = await createWorld({ webRoot: builtClient })
    const journeys = await startJourneys(world.origin)
    const admin = await world.person('Admin', 'purser')
    const id = (await admin.post<string>('/api/edit/posts', { title: 'Tides', content: 'High' })).body
    const visit = await journeys.visit()
    await logIn(visit, admin)
    const { page } = visit
    visit.expectAnswer(412, `/api/edit/posts/${id}`)
    await page.goto(`/posts/${id}/edit`)
    const text = page.getByRole('textbox', { name: 'Text' })
    const contentNow = async (): Promise<string> =>
      (await admin.get<{ content: string }>(`/api/posts/${id}`)).body.content
    await text.fill('Mine')
    // Pinning must not cause a conflict.
    await admin.put(`/api/edit/posts/${id}`, { isPinned: true })
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.poll(contentNow).toBe('Mine')

    await text.fill('Mine again')
    await admin.put(`/api/edit/posts/${id}`, { content: 'Theirs' })
    await page.getByRole('button', { name: 'Save' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('row', { name: 'Text Mine again Theirs' }).waitFor()
    expect(await contentNow()).toBe('Theirs')
    await expectNoFaults(visit, 'staff-post-conflict')
    await dialog.getByRole('button', { name: 'Keep yours' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await expect.poll(contentNow).toBe('Mine again')

    await text.fill('Mine once more')
    await admin.put(`/api/edit/posts/${id}`, { content: 'Theirs again' })
    await page.getByRole('button', { name: 'Save' }).click()
    await dialog.getByRole('button', { name: 'Use theirs' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await expect.poll(() => writtenIn(text)).toBe('Theirs again')
    expect(await contentNow()).toBe('Theirs again')
    expect(visit.faults()).toEqual([])
    await journeys.close()
    await world.close()
  })
})
