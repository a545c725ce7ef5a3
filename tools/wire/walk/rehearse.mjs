import { until } from './setup.mjs'

/** @typedef {import('./setup.mjs').Setup} Setup */

const root = '/api/rehearsal'

/**
 * As the command line's client does, which says each step and ends the rehearsal.
 *
 * @param {Setup} setup
 */
export async function rehearse({ recorder, admin }) {
  recorder.begin('rehearse')
  const { body: state } = await admin.get(root)
  const plan = { teams: 1, instances: 0, duringGame: state?.near?.[0] ?? null }
  await admin.post(root, { ...plan, teams: 0 }, { note: 'no teams' })
  const { body } = await admin.post(root, plan, { opaque: true })
  const id = body?.id ?? '00000000-0000-4000-8000-000000000000'
  await until(admin, `${root}/${id}/cast`, (answer) => answer.cast !== null)
  await admin.get(`${root}/${id}/cast`, { opaque: true })
  await admin.post(`${root}/run`, plan, { note: 'while another runs' })
  await admin.put(`${root}/${id}`, { step: 'door' })
  await admin.post(`${root}/${id}/end`, { outcome: null })
  await admin.put(`${root}/${id}`, { step: 'door' }, { note: 'over' })
  await admin.get(root, { note: 'over' })
  await admin.post('/api/admin/status/backup/now')
}
