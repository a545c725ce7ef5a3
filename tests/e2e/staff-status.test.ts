import type { Rehearsals } from '@pennant/contract/rehearsal'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtClient, type Journeys, startJourneys, type Visit } from '../kit/browser.ts'
import { createInstanceSetup, type InstanceSetup } from '../kit/instance-setup.ts'
import { newRehearsal } from '../kit/rehearsal.ts'
import { createSlowBackup, type SlowBackup } from '../kit/slow-backup.ts'
import { expectNoFaults, logIn } from './screen.ts'

const times = (p99Ms: number) => ({ count: 100, p50Ms: 10, p99Ms, longestMs: p99Ms })
const calm = { loopDelayMs: 5, hashWaitMs: 0, redisMs: null, storageMs: 1, providerMs: null }
/** Of a rehearsal whose database was slow. */
const slowOutcome = {
  sameMachine: false,
  figures: {
    ...{
      pages: times(2_500),
      submissions: times(400),
      news: { ...times(900), missed: 321 },
      instances: null,
    },
    answers: { requests: 100, failed: 20, lost: 0, refused: 0, unexpected: 0 },
    generator: { processor: 0.1, line: 0 },
  },
  server: {
    samples: [{ ...calm, atMs: 0, poolWaiting: 0, commitMs: 300 }],
    ...{ pagesP99Ms: 2_400, requests: 100, connections: 10 },
  },
}

describe('the status page', () => {
  let setup: InstanceSetup
  let journeys: Journeys
  let slow: SlowBackup

  beforeAll(async () => {
    slow = await createSlowBackup()
    setup = await createInstanceSetup({ webRoot: builtClient, program: slow.program })
    journeys = await startJourneys(setup.world.origin)
  })
  afterAll(async () => {
    await journeys.close()
    await setup.close()
    await slow.remove()
  })

  const read = async (): Promise<Rehearsals> => (await setup.admin.get<Rehearsals>('/api/rehearsal')).body
  const visitAs = async (): Promise<Visit> => {
    const visit = await journeys.visit()
    await logIn(visit, setup.admin)
    return visit
  }

  it('starts a backup, and shows how far it is, or why it failed', async () => {
    const visit = await visitAs()
    const { page } = visit
    await page.goto('/admin/status')
    const part = page.getByRole('region', { name: 'Backup' })
    await part.getByRole('button', { name: 'Back up now' }).click()
    await part.getByText('Step 2 of 5: Writing the file').waitFor()
    expect(await part.getByRole('button', { name: 'Back up now' }).isDisabled()).toBe(true)
    await expectNoFaults(visit, 'admin-status-backup')
    await slow.goOn()
    await part.getByText('Step 2 of 5').waitFor({ state: 'detached' })
    await slow.fillDisk()
    await part.getByRole('button', { name: 'Back up now' }).click()
    await page.getByText('The last backup would have filled the disk').waitFor()
    await page.getByText('Free up space, delete old backups').waitFor()
    expect(await page.getByText('It would fill the disk.').count()).toBe(0)
    expect(visit.faults()).toEqual([])
    await visit.close()
  })

  it('rehearses, shows how far it is, and what the last one found', async () => {
    const { admin, open } = setup
    const visit = await visitAs()
    const { page } = visit
    await page.goto('/admin/status')
    const panel = page.getByRole('region', { name: 'Rehearsal' })
    await panel.getByLabel('Teams').fill('1')
    await panel.getByRole('button', { name: 'Start rehearsal' }).click()
    await panel.getByText('Fill out this field').waitFor()
    await panel.getByLabel('Name of the game').fill(open.game.title)
    // Nobody plays it here, so it ends right away.
    await panel.getByRole('button', { name: 'Start rehearsal' }).click()
    await page.getByText('Rehearsal started').waitFor()
    await expect.poll(async () => (await read()).running).toBeNull()

    const id = await newRehearsal(admin, open.game.title)
    await admin.put(`/api/rehearsal/${id}`, { step: 'opening' })
    await panel.getByText('Everyone opens the game…').waitFor()
    await expectNoFaults(visit, 'admin-rehearsal')
    await panel.getByRole('button', { name: 'Stop and clean up' }).click()
    await page.getByText('Rehearsal cleaned up').waitFor()
    await panel.getByRole('button', { name: 'Start rehearsal' }).waitFor()
    expect((await read()).running).toBeNull()

    await admin.post(`/api/rehearsal/${await newRehearsal(admin, open.game.title)}/end`, {
      outcome: slowOutcome,
    })
    await panel.getByText('Don’t open at this size').waitFor()
    await panel.getByText('Bottleneck: database').waitFor()
    await panel.getByText('2,500 ms').waitFor()
    await panel.getByText('321', { exact: true }).waitFor()
    await expectNoFaults(visit, 'admin-rehearsed')

    await admin.post(`/api/rehearsal/${await newRehearsal(admin, open.game.title)}/end`, {
      outcome: {
        ...slowOutcome,
        figures: {
          ...slowOutcome.figures,
          pages: times(100),
          answers: { ...slowOutcome.figures.answers, failed: 0 },
        },
      },
    })
    await panel.getByText('100 ms (better, 2,500 ms before)').waitFor()
    await panel.getByText('400 ms (as before)').waitFor()
    await panel.getByText('0 (better, 20 before)').waitFor()
    await panel.getByText('Compared with', { exact: true }).waitFor()
    await expectNoFaults(visit, 'admin-rehearsed-again')
    expect(visit.faults()).toEqual([])
    await visit.close()
  })
})
