import { describe, expect, it } from 'vitest'
import { createOut } from './out.ts'

const heard = (
  level: Parameters<typeof createOut>[0],
  say: (out: ReturnType<typeof createOut>) => void,
): string[] => {
  const lines: string[] = []
  say(createOut(level, { write: (line) => void lines.push(line) }))
  return lines
}

describe('the log of the process', () => {
  it('is one line of JSON per record, with its time', () => {
    const [line = '', ...others] = heard('info', (out) => out.info({ port: 1 }, 'listening'))
    expect(others).toEqual([])
    expect(JSON.parse(line)).toStrictEqual({
      level: 30,
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      port: 1,
      msg: 'listening',
    })
  })

  it('never says a secret, however deep', () => {
    const secrets = {
      password: 'S',
      token: 'S',
      cookie: 'S',
      authorization: 'S',
      flag: 'S',
      old: 'S',
      new: 'S',
      link: 'S',
    }
    const [line = ''] = heard('info', (out) =>
      out.info({ ...secrets, body: secrets, request: { headers: secrets } }, 'm'),
    )
    expect(line).not.toContain('"S"')
    expect(line.match(/\[secret\]/g)).toHaveLength(24)
  })

  it('says less when it is told to', () => {
    expect(heard('error', (out) => [out.info('a'), out.warn('b'), out.error('c')])).toHaveLength(1)
    expect(heard('silent', (out) => out.fatal('d'))).toEqual([])
  })

  it('tells the cause of an error', () => {
    const error = new Error('outer', { cause: new Error('inner') })
    const [line = ''] = heard('info', (out) => out.error({ err: error }, 'failed'))
    expect(JSON.parse(line)).toMatchObject({
      err: { type: 'Error', message: 'outer', cause: { message: 'inner' } },
    })
  })
})
