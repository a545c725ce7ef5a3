import { Counter, type Registry } from 'prom-client'

// The library hashes the labels on every increment, which takes longer than the whole decision.
export const createFastPathCounts = (registers: Registry[]) => {
  const byRoute = new Map<string, Map<string, number>>()
  const counter: Counter<'route' | 'outcome'> = new Counter({
    name: 'pennant_fast_path_total',
    help: 'Requests to routes that bypass the framework, and why some did not',
    labelNames: ['route', 'outcome'],
    registers,
    collect() {
      counter.reset()
      for (const [route, outcomes] of byRoute)
        for (const [outcome, count] of outcomes) counter.inc({ route, outcome }, count)
    },
  })

  return {
    observe(route: string, outcome: string): void {
      const outcomes = byRoute.get(route) ?? new Map<string, number>()
      byRoute.set(route, outcomes)
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    },
  }
}
