// @ts-check
import { must } from '../recorder.mjs'
import { imageUpload } from './setup.mjs'

/** @typedef {import('./setup.mjs').Setup} Setup */

/**
 * @param {Setup} setup
 */
export async function makeTeams(setup) {
  const { recorder, nobody, admin, ann, bob, cyd, dan, made } = setup
  recorder.begin('teams')
  const { body: red } = must(await ann.post('/api/team', { name: 'Red', bio: 'First' }), 'a team')
  const { body: blue } = must(await cyd.post('/api/team', { name: 'Blue' }), 'a team')
  const { body: green } = must(await dan.post('/api/team', { name: 'Green' }), 'a team')
  Object.assign(made, { red: red.id, blue: blue.id, green: green.id })
  const team = `/api/team/${red.id}`
  await ann.post('/api/team', { name: '' }, { note: 'no name' })
  await ann.post('/api/team', { name: 'x'.repeat(21) }, { note: 'too long' })
  await nobody.get(team)
  await ann.get('/api/team')
  const { body: code } = must(await ann.get(`${team}/invite`), 'an invitation')
  await bob.get(`${team}/invite`, { note: 'not the captain' })
  await nobody.post('/api/team/invitation', `Red:${red.id}:${'0'.repeat(32)}`, { note: 'wrong' })
  await nobody.post('/api/team/invitation', code)
  await bob.post('/api/team/accept', 'nonsense', { note: 'nonsense' })
  await bob.post('/api/team/accept', `Red:${red.id}:${'0'.repeat(32)}`, { note: 'wrong' })
  await bob.post('/api/team/accept', code)
  await bob.post('/api/team/accept', code, { note: 'again' })
  await ann.post(`${team}/kick/${made['bob']}`)
  await ann.post(`${team}/kick/${made['bob']}`, undefined, { note: 'again' })
  await bob.post('/api/team/accept', code, { note: 'kicked' })
  const { body: renewed } = await ann.put(`${team}/invite`)
  await bob.post('/api/team/accept', renewed, { note: 'renewed' })
  await bob.post(`${team}/leave`)
  await ann.post(`${team}/leave`, undefined, { note: 'the captain' })
  const { body: latest } = await ann.get(`${team}/invite`, { note: 'after someone left' })
  await bob.post('/api/team/accept', latest, { note: 'back' })
  await ann.put(team, { name: 'Red', bio: 'Changed' })
  await bob.put(team, { name: 'Mine' }, { note: 'not the captain' })
  await ann.put(team, { name: 'Red' }, { note: 'without a bio' })
  await ann.put(`${team}/transfer`, { newCaptainId: made['cyd'] }, { note: 'no member' })
  await ann.put(`${team}/transfer`, { newCaptainId: made['bob'] })
  await bob.put(`${team}/transfer`, { newCaptainId: made['ann'] }, { note: 'back' })
  const { body: avatar } = await ann.upload('PUT', `${team}/avatar`, imageUpload(setup))
  await bob.upload('PUT', `${team}/avatar`, imageUpload(setup), { note: 'not the captain' })
  await nobody.get(String(avatar))
  await admin.get('/api/admin/teams')
  await admin.get('/api/admin/teams?count=1&skip=1')
  await admin.post('/api/admin/teams/search?hint=re')
  await admin.put(`/api/admin/teams/${blue.id}`, { bio: 'By an administrator', locked: true })
  await admin.put(`/api/admin/teams/${blue.id}`, { locked: false })
  const { body: spare } = await dan.post('/api/team', { name: 'Spare' })
  await ann.delete(`/api/team/${spare?.id}`, undefined, { note: 'not the captain' })
  await dan.delete(`/api/team/${spare?.id}`)
  const { body: other } = await dan.post('/api/team', { name: 'Other' })
  await admin.delete(`/api/admin/teams/${other?.id}`)
  await nobody.post('/api/team/verify', { teamToken: '1:AAAA', publicKey: 'AAAA' }, { note: 'malformed' })
}
