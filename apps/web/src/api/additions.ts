import { stored } from '../storage.ts'

const without = stored('server-without-additions', () => true, false)

/** What the last visit found out: screens are drawn before the server has been asked again. */
export const additionsLastSeen = (): boolean => !without.get()

export const noteAdditions = (known: boolean): void => without.set(known ? null : '1')
