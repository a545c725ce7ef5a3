import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { manualSteps } from '../kit/manual.ts'
import { skipReason, withSkipReason } from '../kit/skip-reason.ts'
import { project, temporaryFolder } from './server.ts'

const units = path.join(project, 'deploy/systemd')
const analyze = (...args: string[]) => spawnSync('systemd-analyze', args, { encoding: 'utf8' })
const missing = skipReason(analyze('--version').status === 0, 'systemd-analyze is not here')

const service = readFileSync(path.join(units, 'pennant.service'), 'utf8')

const complaintsOf = (text: string): string[] => {
  const folder = temporaryFolder()
  cpSync(path.join(units, 'pennant.socket'), path.join(folder, 'pennant.socket'))
  // The release is not in its place here.
  writeFileSync(path.join(folder, 'pennant.service'), text.replace('/opt/pennant/bin/pennant', '/bin/true'))
  const { stdout, stderr } = analyze(
    'verify',
    path.join(folder, 'pennant.service'),
    path.join(folder, 'pennant.socket'),
  )
  return `${stdout}${stderr}`.split('\n').filter((line) => line.includes('pennant'))
}

describe.skipIf(missing)(withSkipReason('the units for systemd', missing), () => {
  it('are understood, also with a secret', () => {
    expect(complaintsOf(service)).toEqual([])
    const withSecret = service.replaceAll(/^#(?=LoadCredential|Environment)/gm, '')
    expect(withSecret).toMatch(/^LoadCredential=/m)
    expect(complaintsOf(withSecret)).toEqual([])
    expect(complaintsOf(service.replace('KillMode=', 'KillMod='))).not.toEqual([])
  })

  it('are understood with what the manual adds to them', async () => {
    const steps = await manualSteps('operator/systemd.md')
    const added = steps.filter(({ language }) => language === 'ini').map(({ code }) => code)
    expect(added.length).toBeGreaterThan(1)
    for (const code of added) {
      expect(code).toMatch(/^\[Service\]\n/)
      expect(complaintsOf(service.replace('[Install]', `${code}\n[Install]`))).toEqual([])
    }
  })

  it('leave the service little to reach', () => {
    const { status, stdout } = analyze(
      'security',
      '--offline=true',
      '--threshold=20',
      path.join(units, 'pennant.service'),
    )
    expect({ status, stdout }).toMatchObject({ status: 0 })
  })
})
