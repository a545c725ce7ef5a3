import { describe, expect, it } from 'vitest'
import { cleaned, DaemonFault, faultOf, refusalOf } from './fault.ts'

describe('what a daemon refuses', () => {
  it.each([
    [500, 'failed to create: no space left on device', 'quota'],
    [403, 'no available IPv4 addresses on this network', 'unavailable'],
    [500, 'no available IPv4 addresses on this network', 'quota'],
    [404, 'could not find an available, non-overlapping IPv4 address pool', 'quota'],
    [400, 'OCI runtime create failed: exec: "x": executable file not found', 'invalid'],
    [404, 'No such image: ctf/web:1', 'image'],
    [502, 'Bad Gateway', 'unavailable'],
    [401, 'Unauthorized', 'unavailable'],
    [null, "The Docker daemon didn't respond in time", 'unavailable'],
  ])('status %s, "%s", means %s', (status, message, refused) => {
    expect(refusalOf(new DaemonFault(status, message)).refused).toBe(refused)
  })

  it('is told in the words of the daemon', () => {
    const error = Object.assign(new Error('(HTTP code 409) x'), {
      statusCode: 409,
      json: { message: 'in use ' },
    })
    expect(faultOf(error, 'unix:///x')).toMatchObject({ status: 409, message: 'in use' })
  })

  it('is told from a daemon that is not there, and from defects', () => {
    const gone = Object.assign(new Error('connect ENOENT'), { code: 'ENOENT' })
    expect(faultOf(gone, 'unix:///x')).toMatchObject({
      status: null,
      message:
        "The Docker daemon at unix:///x can't be reached: there is no such socket; is the daemon running?",
    })
    const defect = new TypeError('x is not a function')
    expect(faultOf(defect, 'unix:///x')).toBe(defect)
  })
})

describe('words for others', () => {
  it('hold no logins, parameters or secrets', () => {
    const text =
      'Get "https://ann:pw@auth.example/token?account=ann&secret=1": denied for hunter2; see http://h/x?y=z'
    expect(cleaned(text, ['hunter2', ''])).toBe(
      'Get "https://auth.example/token": denied for [secret]; see http://h/x',
    )
  })

  it('are not endless', () => {
    expect(cleaned('x'.repeat(10_000), []).length).toBeLessThan(2_000)
  })
})
