import type { Change } from '@pennant/contract/audit'
import { expect, it } from 'vitest'
import { linesOf } from './change-line.ts'

const change = (given: Partial<Change>): Change => ({
  ...{ time: 0, user: 'Boss', address: null, action: 'challenge.update', object: 'challenge:1', name: null },
  ...{ before: {}, after: {}, sealed: [], reason: null },
  ...given,
})
const shown = (given: Partial<Change>) =>
  linesOf(change(given)).map((line) => (line.secret ? [line.member] : [line.member, line.before, line.after]))

it('has a line for every member that differs, and says of secrets only that they do', () => {
  expect(
    shown({
      before: { title: 'Old', hints: [] },
      after: { title: 'New', hints: ['Look'] },
      sealed: ['flagTemplate'],
    }),
  ).toEqual([['title', 'Old', 'New'], ['hints', [], ['Look']], ['flagTemplate']])
})

it('shows nothing of a member that also holds secrets', () => {
  expect(shown({ after: { flags: [{ id: 4 }] }, sealed: ['flags'] })).toEqual([['flags']])
})

it('leaves out of a new object what is empty, and what says nothing to people', () => {
  const after = { id: 4, title: 'New', content: '', hints: [], attachment: null, isEnabled: false }
  expect(shown({ after })).toEqual([
    ['title', undefined, 'New'],
    ['isEnabled', undefined, false],
  ])
})

it('looks into members of members', () => {
  const policy = { allowRegister: true, useCaptcha: false }
  const given = {
    before: { accountPolicy: policy },
    after: { accountPolicy: { ...policy, useCaptcha: true } },
  }
  expect(shown(given)).toEqual([['useCaptcha', false, true]])
})
