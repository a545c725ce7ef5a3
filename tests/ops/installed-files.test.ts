import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { manualSteps } from '../kit/manual.ts'
import { nginxMissing } from '../kit/nginx.ts'
import { opensslMissing, ownCertificate } from '../kit/proxy-process.ts'
import { skipReason, withSkipReason } from '../kit/skip-reason.ts'
import { asRoot, project } from './server.ts'

const layers = ['/etc', '/opt']

/** Runs a script that may change `/etc` and `/opt`, which only it sees, in a folder with files of its own. */
const inCopy = (script: string, prepare: (folder: string) => void = () => undefined) => {
  const folder = mkdtempSync('/tmp/pennant-copy-')
  try {
    prepare(folder)
    const mounts = layers.flatMap((layer) => {
      const at = `layers${layer}`
      return [
        `mkdir ${at} ${at}/up ${at}/work`,
        `mount -t overlay none -o lowerdir=${layer},upperdir=${at}/up,workdir=${at}/work ${layer}`,
      ]
    })
    const words = [
      ...['mkdir layers', 'mount -t tmpfs none layers', ...mounts],
      ...['mkdir -p /opt/pennant-1.2.3', `mount --bind '${project}' /opt/pennant-1.2.3`],
    ]
    return spawnSync('unshare', ['--mount', 'sh', '-ec', [...words, script].join('\n')], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, SYSTEMD_OFFLINE: '1' },
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const missing = skipReason(
  asRoot && inCopy('true').status === 0,
  'only root may lay a folder over /etc, with unshare',
)
const noSystemd =
  missing ??
  skipReason(existsSync('/usr/bin/systemctl') || existsSync('/bin/systemctl'), 'systemctl is not here')
const noProxy = missing ?? nginxMissing() ?? opensslMissing()

describe.skipIf(noSystemd)(withSkipReason('the commands of the page about systemd', noSystemd), () => {
  it('create the account, and enable both units', async () => {
    const commands = (await manualSteps('operator/systemd.md'))
      .filter(({ language }) => language === 'sh')
      .map(({ code }) => code)
    expect(commands.length).toBeGreaterThan(3)
    const look = `readlink /etc/systemd/system/*.wants/pennant.*\ngrep ^pennant: /etc/passwd`
    const { status, stdout, stderr } = inCopy([...commands, look].join('\n'))
    expect({ status, stderr }).toMatchObject({ status: 0 })
    expect(stdout.split('\n')).toEqual([
      '/etc/systemd/system/pennant.service',
      '/etc/systemd/system/pennant.socket',
      expect.stringMatching(/^pennant:.*:\/var\/lib\/pennant:/),
      '',
    ])
  })
})

describe.skipIf(noProxy)(withSkipReason('the steps of the page about the proxy', noProxy), () => {
  it('make a configuration that nginx accepts', async () => {
    const steps = (await manualSteps('operator/proxy.md')).filter(({ heading }) => heading === 'Use nginx')
    const [copy = ''] = steps.filter(({ language }) => language === 'sh').map(({ code }) => code)
    const [servers = '', site = ''] = steps
      .filter(({ language }) => language === 'nginx')
      .map(({ code }) => code)
    const place = [
      'here=$PWD',
      'cd /opt/pennant-1.2.3',
      copy,
      'cp "$here"/pennant-*.conf /etc/nginx/',
      'nginx -t',
    ]
    const { status, stderr } = inCopy(place.join('\n'), (folder) => {
      const { key, cert } = ownCertificate(folder)
      const own = site.replace(/\S+fullchain\.pem/, cert).replace(/\S+privkey\.pem/, key)
      writeFileSync(path.join(folder, 'pennant-servers.conf'), servers)
      writeFileSync(path.join(folder, 'pennant-site.conf'), own)
    })
    expect({ status, stderr }).toMatchObject({
      status: 0,
      stderr: expect.stringContaining('test is successful'),
    })
  })
})
