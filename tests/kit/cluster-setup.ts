import type { TestProject } from 'vitest/node'
import { setupWith } from './global-setup.ts'

/** What several processes share: PostgreSQL and Redis of the system. */
export const setup = (project: TestProject): Promise<() => Promise<void>> =>
  setupWith(project, { database: 'postgres', redis: true })
