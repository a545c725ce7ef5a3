// @ts-check
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/**
 * @typedef {import('vitest/node').TestModule} TestModule
 * @typedef {import('vitest/node').TestCase} TestCase
 * @typedef {import('./results.mjs').TestFile} TestFile
 */

export const recordVariable = 'PENNANT_TEST_RECORD'

/**
 * Unlike vitest's own report, it keeps the results of an interrupted run. The first line has the number of
 * files, each later one a file's result.
 */
export default class RecordFiles {
  record = process.env[recordVariable] ?? ''
  /** @type {Map<string, number>} */
  began = new Map()

  /** @param {readonly import('vitest/node').TestSpecification[]} files */
  onTestRunStart(files) {
    mkdirSync(path.dirname(this.record), { recursive: true })
    writeFileSync(this.record, `${JSON.stringify({ files: files.length })}\n`)
  }

  /** @param {TestModule} file */
  onTestModuleQueued(file) {
    this.began.set(file.id, Date.now())
  }

  /** @param {TestModule} file */
  onTestModuleEnd(file) {
    const endTime = Date.now()
    /** @type {TestFile} */
    const line = {
      name: file.moduleId,
      status: file.state(),
      message: file.errors()[0]?.message ?? errorOfSuites(file) ?? '',
      startTime: this.began.get(file.id) ?? endTime,
      endTime,
      assertionResults: Array.from(file.children.allTests(), assertion),
    }
    appendFileSync(this.record, `${JSON.stringify(line)}\n`)
  }
}

/** @param {TestModule} file */
function errorOfSuites(file) {
  for (const suite of file.children.allSuites()) {
    const [error] = suite.errors()
    if (error) return error.message
  }
  return undefined
}

/**
 * @param {TestCase} test
 * @returns {import('./results.mjs').Assertion}
 */
function assertion(test) {
  const { state, errors } = test.result()
  const ancestorTitles = []
  for (let { parent } = test; parent.type === 'suite'; parent = parent.parent)
    ancestorTitles.unshift(parent.name)
  return {
    ancestorTitles,
    title: test.name,
    status: state,
    failureMessages: (errors ?? []).map(({ stack, message }) => stack ?? message),
  }
}
