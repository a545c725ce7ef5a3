import { generateHybridIdentity, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { expect, it } from 'vitest'
import { isRecipient } from './age.ts'
import { isPlainRecipient } from './recipient.ts'

it('finds any mistyped character of a recipient, as its program does', async () => {
  const recipient = await identityToRecipient(await generateX25519Identity())
  expect([isPlainRecipient(recipient), isRecipient(recipient)]).toEqual([true, true])
  for (const at of recipient.split('').keys()) {
    const other = recipient[at] === 'q' ? 'p' : 'q'
    const mistyped = `${recipient.slice(0, at)}${other}${recipient.slice(at + 1)}`
    expect([mistyped, isPlainRecipient(mistyped), isRecipient(mistyped)]).toEqual([mistyped, false, false])
  }
})

it('takes nothing else', async () => {
  const identity = await generateX25519Identity()
  const recipient = await identityToRecipient(identity)
  const hybrid = await identityToRecipient(await generateHybridIdentity())
  for (const other of [
    '',
    'age1',
    `${recipient}q`,
    recipient.toUpperCase(),
    identity,
    identity.toLowerCase(),
    hybrid,
    'ssh-ed25519 AAAA',
  ])
    expect([other, isPlainRecipient(other)]).toEqual([other, false])
})
