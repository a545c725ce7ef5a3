import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { Optional, List, Model, Str, type Static } from '@pennant/contract/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { noteProven } from '../../apps/server/src/core/backup/last-proven.ts'
import { compileDocumentReader } from '../../apps/server/src/kit/schema-reader.ts'
import { createWorld, type World } from '../kit/world.ts'

const root = path.join(import.meta.dirname, '../..')
const yaml = async (name: string): Promise<unknown> =>
  parse(await readFile(path.join(root, 'deploy/observability', name), 'utf8'))

const Texts = { summary: Str, runbook: Str }
const Rules = Model({
  groups: List(
    Model({
      name: Str,
      rules: List(
        Model({
          alert: Str,
          expr: Str,
          for: Str,
          labels: Model({ severity: Str }),
          annotations: Model(Texts),
        }),
      ),
    }),
  ),
})
type Rule = Static<typeof Rules>['groups'][number]['rules'][number]
const RuleTests = Model({
  rule_files: List(Str),
  evaluation_interval: Str,
  tests: List(
    Model({
      interval: Str,
      input_series: List(Model({ series: Str, values: Str })),
      alert_rule_test: List(
        Model({
          eval_time: Str,
          alertname: Str,
          exp_alerts: List(
            Model({ exp_labels: Model({ severity: Str }), exp_annotations: Optional(Model(Texts)) }),
          ),
        }),
      ),
    }),
  ),
})

const rulesOf = async (): Promise<Rule[]> =>
  compileDocumentReader(Rules)(await yaml('alerts.yaml'), 'alerts.yaml').groups.flatMap(({ rules }) => rules)

const seconds = (text: string): number =>
  [...text.matchAll(/(\d+)([smh])/g)].reduce(
    (sum, [, count, unit]) => sum + Number(count) * { s: 1, m: 60, h: 3_600 }[unit as 's' | 'm' | 'h'],
    0,
  )
/** The one form that our rules have so far. */
const aged = /^time\(\) - max\((\w+)\) > (\d+)$/

let world: World
let metrics: string
const at = Date.parse('2026-03-01T12:00Z')
beforeAll(async () => {
  world = await createWorld()
  const proven = { at, name: 'a.tar', target: '/backups', bytes: 12_345, keyFingerprint: '0'.repeat(16) }
  await noteProven(world.core.settingStore, at, proven)
  metrics = await (await fetch(`${world.healthOrigin}/metrics`)).text()
})
afterAll(() => world.close())

describe('the rules for alerts', () => {
  it('name metrics that the server has, and a part of the runbook', async () => {
    const runbook = await readFile(path.join(root, 'docs/operator/runbook.md'), 'utf8')
    const titles = [...runbook.matchAll(/^## (.*)$/gm)].map(([, title = '']) => title)
    const rules = await rulesOf()
    expect(titles).toEqual(rules.map(({ alert }) => alert))
    for (const { alert, expr, annotations } of rules) {
      expect(annotations.runbook).toBe(`docs/operator/runbook.md#${alert.toLowerCase()}`)
      for (const [name] of expr.matchAll(/pennant_\w+/g))
        expect(metrics).toMatch(new RegExp(`^${name} `, 'm'))
    }
    expect(metrics).toMatch(new RegExp(`^pennant_backup_last_proven_timestamp_seconds ${at / 1_000}$`, 'm'))
    expect(metrics).toMatch(/^pennant_backup_last_bytes 12345$/m)
  })

  it('fire when their tests say so', async () => {
    const rules = await rulesOf()
    const { rule_files: files, tests } = compileDocumentReader(RuleTests)(
      await yaml('alerts.test.yaml'),
      'tests',
    )
    expect(files).toEqual(['alerts.yaml'])
    const tested = new Set<string>()
    for (const { input_series: series, alert_rule_test: expected } of tests)
      for (const { eval_time: time, alertname, exp_alerts: alerts } of expected) {
        const rule = rules.find(({ alert }) => alert === alertname)
        const [, metric = '', limit = ''] = aged.exec(rule?.expr ?? '') ?? []
        const values = series
          .filter((one) => one.series.startsWith(`${metric}{`))
          .map(({ values: text }) => Number(/^(\d+)x\d+$/.exec(text)?.[1]))
        expect(values).toHaveLength(series.length)
        const since = Math.max(...values) + Number(limit)
        const fires = seconds(time) > since + seconds(rule?.for ?? '')
        expect(alerts.length > 0, `${alertname} at ${time}`).toBe(fires)
        for (const { exp_labels: labels, exp_annotations: texts } of alerts)
          expect([labels, texts]).toEqual([rule?.labels, rule?.annotations])
        tested.add(alertname)
      }
    expect([...tested]).toEqual(rules.map(({ alert }) => alert))
  })
})
