import type { Core } from '../../core/core.ts'
import type { Module } from '../../http/bind.ts'
import { submissionRoutes, type SubmissionRouteParts } from './routes.ts'
import { createSubmissions, type Submissions } from './submit.ts'

export const submissionModule = (
  core: Pick<Core, SubmissionRouteParts>,
): Module & Pick<Submissions, 'settled'> => {
  const submissions = createSubmissions(core)
  const { settled, close } = submissions
  return { routes: submissionRoutes(core, submissions), settled, close }
}
