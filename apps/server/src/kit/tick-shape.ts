import { executionAsyncResource } from 'node:async_hooks'

const kept: object[] = []

/**
 * Called by `nextTick`, keeps the object that it has created. A full collection that finds none makes V8 forget their
 * shape. Every later `nextTick`, of which each answer takes several, then costs several times as much until the process
 * ends.
 */
export const keepTick = (): void => void kept.push(executionAsyncResource())
