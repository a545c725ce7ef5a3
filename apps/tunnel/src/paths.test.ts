import { describe, expect, it } from 'vitest'
import { daemonPathsOn } from './paths.ts'

const on = (platform: NodeJS.Platform, env: Record<string, string>, home: string) =>
  daemonPathsOn({ platform, env, home })

describe('where things are kept', () => {
  it('follows the customs of Linux', () => {
    expect(on('linux', {}, '/home/ada')).toEqual({
      config: '/home/ada/.config/pennant-tunnel',
      control: '/home/ada/.local/state/pennant-tunnel/control.sock',
      controlFolder: '/home/ada/.local/state/pennant-tunnel',
    })
    const env = { XDG_CONFIG_HOME: '/c', XDG_STATE_HOME: '/s' }
    expect(on('linux', env, '/home/ada')).toMatchObject({
      config: '/c/pennant-tunnel',
      control: '/s/pennant-tunnel/control.sock',
    })
    expect(on('linux', { XDG_CONFIG_HOME: 'relative', XDG_STATE_HOME: '' }, '/home/ada')).toMatchObject({
      config: '/home/ada/.config/pennant-tunnel',
      controlFolder: '/home/ada/.local/state/pennant-tunnel',
    })
  })

  it('follows the customs of macOS', () => {
    expect(on('darwin', { XDG_CONFIG_HOME: '/c' }, '/Users/ada')).toEqual({
      config: '/Users/ada/Library/Application Support/pennant-tunnel',
      control: '/Users/ada/Library/Application Support/pennant-tunnel/control.sock',
      controlFolder: '/Users/ada/Library/Application Support/pennant-tunnel',
    })
  })

  it('follows the customs of Windows, with a pipe of the user', () => {
    const paths = on('win32', { APPDATA: 'C:\\Users\\Ada\\AppData\\Roaming' }, 'C:\\Users\\Ada')
    expect(paths.config).toBe('C:\\Users\\Ada\\AppData\\Roaming\\pennant-tunnel')
    expect(paths.control).toMatch(/^\\\\\.\\pipe\\pennant-tunnel-[\da-f]{16}$/)
    expect(paths.controlFolder).toBeNull()
    expect(on('win32', {}, 'C:\\Users\\Ada')).toEqual(paths)
    expect(on('win32', {}, 'C:\\Users\\Bob').control).not.toBe(paths.control)
  })

  it('can be one folder of your choice', () => {
    expect(on('linux', { PENNANT_TUNNEL_HOME: '/x' }, '/home/ada')).toEqual({
      config: '/x',
      control: '/x/control.sock',
      controlFolder: '/x',
    })
  })

  it('says so when the name of a socket would be too long', () => {
    expect(() => on('linux', {}, `/home/${'a'.repeat(100)}`)).toThrow('PENNANT_TUNNEL_HOME')
  })
})
