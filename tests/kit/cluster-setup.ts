import type { TestProject } from 'vitest/node'
import { setupWith } from './global-setup.ts'

export const setup = (project: TestProject): Promise<() => Promise<void>> =>
  setupWith(project, { database: 'postgres', redis: true })
