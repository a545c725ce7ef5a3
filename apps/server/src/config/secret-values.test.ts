import { expect, it } from 'vitest'
import { configOf } from './load.suite.ts'
import { secretsIn } from './secret-values.ts'

it('takes passwords, keys, and buckets for secrets, and no folder of backups', () => {
  const secrets = (to: string): string[] =>
    secretsIn(
      configOf({
        env: {
          PENNANT_BACKUP__TO: to,
          PENNANT_ADMIN_PASSWORD: 'Str0ng-Enough',
          DATABASE_URL: 'postgresql://pennant:p%40ss@db/pennant',
        },
      }),
    )
  expect(secrets('/srv/backups')).toEqual(expect.arrayContaining(['Str0ng-Enough', 'p%40ss', 'p@ss']))
  expect(secrets('/srv/backups')).not.toContain('/srv/backups')
  const bucket = 's3://bucket=b;region=r;accessKey=a;secretKey=s'
  expect(secrets(bucket)).toContain(bucket)
})
