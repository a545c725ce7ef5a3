import { executionAsyncResource } from 'node:async_hooks'
import { nextTick } from 'node:process'

const kept: object[] = []

/**
 * Keeps one of the objects that `nextTick` creates. A full collection that finds none makes V8 forget their shape, and
 * each further one, of which every answer takes several, then costs several times as much, as long as the process runs.
 */
export const keepTickShape = (): void => nextTick(() => kept.push(executionAsyncResource()))
