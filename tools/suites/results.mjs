// @ts-check
import path from 'node:path'

/**
 * `failures` and `leftOut` are for people; every failure is counted in `failed`.
 *
 * @typedef {object} Result
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {string[]} failures
 * @property {string[]} leftOut
 *
 * @typedef {{ ancestorTitles: string[], title: string, status: string, failureMessages?: string[] }} Assertion
 * @typedef {{ name: string, status: string, message: string, startTime: number, endTime: number, assertionResults: Assertion[] }} TestFile
 * @typedef {{ files: number, ended: TestFile[] }} FileRecord  `files`: how many there are to run
 */

/**
 * @param {string} why
 * @returns {Result}
 */
export const failure = (why) => ({ passed: 0, failed: 1, skipped: 0, failures: [why], leftOut: [] })

/**
 * @param {string} why
 * @returns {Result}
 */
export const omission = (why) => ({ passed: 0, failed: 0, skipped: 1, failures: [], leftOut: [why] })

/** @type {Result} */
export const nothing = { passed: 0, failed: 0, skipped: 0, failures: [], leftOut: [] }

/**
 * @param {Result[]} results
 * @returns {Result}
 */
export function sum(results) {
  return results.reduce(
    (total, result) => ({
      passed: total.passed + result.passed,
      failed: total.failed + result.failed,
      skipped: total.skipped + result.skipped,
      failures: [...total.failures, ...result.failures],
      leftOut: [...total.leftOut, ...result.leftOut],
    }),
    nothing,
  )
}

/**
 * @param {FileRecord | undefined} record  nothing when vitest wrote none
 * @param {{ root: string, ending: string | undefined, mayBeEmpty?: boolean }} run  `ending`: how vitest ended, unless
 *   it ended well
 * @returns {Result}
 */
export function readRecord(record, { root, ending, mayBeEmpty = false }) {
  const result = resultOf(record, root)
  if (result.passed + result.failed + result.skipped === 0)
    return mayBeEmpty && !ending ? nothing : failure(`no result: ${ending ?? 'not one test ran'}`)
  // Vitest also fails for errors outside tests, which the record does not contain.
  return ending && (result.failed === 0 || record?.ended.length !== record?.files)
    ? sum([result, failure(`${ending}, see above`)])
    : result
}

/**
 * For a suite whose time is up; its other files are left out.
 *
 * @param {FileRecord | undefined} record
 * @param {string} root
 * @returns {Result}
 */
export function readUnfinished(record, root) {
  const { files, ended } = record ?? { files: 0, ended: [] }
  if (files === 0) return omission('the time is up: no file ran')
  return sum([
    resultOf(record, root),
    ...(ended.length < files ? [omission(`the time is up: ${ended.length} of ${files} files ran`)] : []),
  ])
}

/**
 * @param {FileRecord | undefined} record
 * @param {string} root
 * @returns {Result}
 */
function resultOf(record, root) {
  return sum((record?.ended ?? []).map((file) => readFile(file, path.relative(root, file.name))))
}

/**
 * @param {TestFile} file
 * @param {string} name
 * @returns {Result}
 */
function readFile({ assertionResults, status, message }, name) {
  const of = (/** @type {(status: string) => boolean} */ isOne) =>
    assertionResults.filter((assertion) => isOne(assertion.status))
  const failed = of((one) => one === 'failed')
  const skipped = of((one) => one !== 'failed' && one !== 'passed')
  const result = {
    passed: of((one) => one === 'passed').length,
    failed: failed.length,
    skipped: skipped.length,
    failures: failed.map((assertion) => `${name} > ${titleOf(assertion)}${reasonOf(assertion)}`),
    leftOut: groupByReason(skipped, name),
  }
  const brokeOff = status === 'failed' && failed.length === 0
  return brokeOff ? sum([result, failure(`${name}: ${message.split('\n')[0] || 'set-up failed'}`)]) : result
}

/**
 * Skipped tests give their reason in a title: "(left out: the reason)". One line per reason.
 *
 * @param {Assertion[]} skipped
 * @param {string} name
 * @returns {string[]}
 */
function groupByReason(skipped, name) {
  /** @type {Map<string, string[]>} */
  const groups = new Map()
  for (const assertion of skipped) {
    const title = titleOf(assertion)
    const reason = /\(left out: (.*?)\)(?: >|$)/.exec(title)?.[1] ?? ''
    groups.set(reason, [...(groups.get(reason) ?? []), title])
  }
  return [...groups].flatMap(([reason, titles]) => {
    const count = titles.length === 1 ? '1 test' : `${titles.length} tests`
    return reason ? [`${name}: ${count}: ${reason}`] : titles.map((title) => `${name} > ${title}`)
  })
}

/** @param {Assertion} assertion */
function titleOf({ ancestorTitles, title }) {
  return [...ancestorTitles, title].filter(Boolean).join(' > ')
}

/**
 * The first line has the expectation; the rest is above, in the suite's output.
 *
 * @param {Assertion} assertion
 */
function reasonOf({ failureMessages }) {
  const [line = ''] = (failureMessages?.[0] ?? '').split('\n')
  return line && `: ${line.slice(0, 300)}`
}
