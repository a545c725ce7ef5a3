import { expect, it, onTestFinished } from 'vitest'
import { login, profileStatus } from '../../../../tests/kit/account.ts'
import { runCommand } from '../../../../tests/kit/command.ts'
import { createTestDatabase } from '../../../../tests/kit/test-database.ts'
import { createWorld } from '../../../../tests/kit/world.ts'
import { createLoginGuard } from '../modules/account/login-guard.ts'

it('tells every process of an installation with Redis', async () => {
  const database = await createTestDatabase()
  const first = await createWorld({ database })
  onTestFinished(() => first.close())
  const second = await first.another()
  onTestFinished(() => second.close())
  const run = (...argv: string[]) => runCommand({ database, redisUrl: first.redisUrl }, argv)

  const person = await first.person()
  const elsewhere = second.visitor()
  expect((await login(elsewhere, person.userName)).status).toBe(200)
  const statuses = (): Promise<number[]> => Promise.all([person, elsewhere].map(profileStatus))
  expect(await statuses()).toEqual([200, 200])
  expect(await run('admin', 'logout', person.userName, '--yes')).toMatchObject({ exit: 0, stderr: '' })
  await expect.poll(statuses).toEqual([401, 401])

  const guard = createLoginGuard(first.core, { delay: async () => undefined })
  for (let at = 0; at < 12; at += 1) await guard.attempt([person.id], '127.0.0.1', async () => false)
  expect((await login(second.visitor(), person.userName)).status).toBe(429)
  expect((await run('admin', 'unlock', person.userName)).exit).toBe(0)
  expect((await login(second.visitor(), person.userName)).status).toBe(200)
})
