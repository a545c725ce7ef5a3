// @ts-check
import { untilCounted, untilQuiet } from './setup.mjs'

/** @typedef {import('./setup.mjs').Setup} Setup */

/** @param {Setup} setup */
export async function watch(setup) {
  const { recorder, monitor, admin, ann, nobody, made } = setup
  recorder.begin('watch')
  const game = `/api/game/${made['game']}`
  for (const query of [
    '',
    '?count=2&skip=1',
    '?hideContainer=true',
    '?detail=true&count=3',
    '?count=0',
    '?count=101',
  ])
    await monitor.get(`${game}/events${query}`, { note: query })
  for (const query of [
    '',
    '?count=2&skip=1',
    '?type=Accepted',
    '?type=',
    '?count=0',
    '?detail=true&count=3',
    '?count=101',
  ])
    await monitor.get(`${game}/submissions${query}`, { note: query })
  await monitor.get(`${game}/cheatinfo`)
  await monitor.get(`${game}/scoreboard/live`)
  const adjustments = `/api/edit/games/${made['game']}/adjustments`
  const points = { participationIds: [made['redPlays']], points: 25, reason: 'A bug report' }
  const { body: given } = await admin.post(adjustments, points)
  await admin.get(adjustments)
  await admin.delete(`${adjustments}/${given?.[0]?.id}`, { reason: 'A mistake' })
  await monitor.get(`${game}/record`, { mask: ['checksum', 'submissions', 'times'] })
  for (const query of ['', '?count=2&skip=1', '?detail=true&count=3', '?count=101']) {
    await admin.get(`/api/edit/games/${made['game']}/changes${query}`, { note: query })
    await admin.get(`/api/admin/changes${query}`, { note: query })
  }
  await untilCounted(monitor, game)
  await monitor.get(`${game}/overview`)
  await untilQuiet(monitor, `${game}/participations/${made['redPlays']}/traces`)
  await monitor.get(`${game}/participations/${made['redPlays']}/traces`)
  await monitor.get(`${game}/participations/${made['redPlays']}/history`)
  await monitor.get(`${game}/teams/${made['red']}/history`)
  await ann.get(`${game}/history`)
  for (const who of [monitor, admin])
    for (const sheet of ['scoreboardsheet', 'submissionsheet']) await who.get(`${game}/${sheet}`)
  await ann.get(`${game}/scoreboardsheet`)
  await monitor.get(`/api/game/games/${made['game']}/captures`)
  const captures = `/api/game/captures/${made['box']}`
  await monitor.get(captures)
  await monitor.get(`${captures}/${made['redPlays']}`)
  await monitor.get(`${captures}/${made['redPlays']}/all`)
  await monitor.delete(`${captures}/${made['redPlays']}/all`)
  await monitor.get(`${captures}/${made['redPlays']}/nothing.pcap.gz`)
  await monitor.delete(`${captures}/${made['redPlays']}/nothing.pcap.gz`)
  await admin.post(`/api/edit/games/${made['game']}/scoreboard/flush`)
  await admin.post(`/api/edit/games/${made['game']}/challenges/updateaccepted`)
  const { body: details } = await ann.get(`${game}/details`)
  const { body: settings } = await admin.get(`/api/edit/games/${made['game']}`)
  const proof = { teamToken: details?.teamToken, publicKey: settings?.publicKey }
  await nobody.post('/api/team/verify', proof)
  await nobody.post('/api/team/verify', { ...proof, teamToken: `9${proof.teamToken}` }, { note: 'wrong' })
}
