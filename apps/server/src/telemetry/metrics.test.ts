import { describe, expect, it } from 'vitest'
import { createMetrics } from './metrics.ts'

describe('the metrics', () => {
  it('count requests by route, method and kind of answer, and failures of ours by themselves', async () => {
    const metrics = createMetrics()
    metrics.observe('/api/config', 'GET', 200, 0.002)
    metrics.observe('/api/config', 'GET', 304, 0.002)
    metrics.observe('/api/config', 'GET', 204, 20)
    metrics.observe('/api/posts', 'GET', 503, 0.1)
    const text = await metrics.text()
    const labels = 'route="/api/config",method="GET",status="2xx"'
    expect(text).toContain(`pennant_http_request_duration_seconds_count{${labels}} 2`)
    expect(text).toContain(`pennant_http_request_duration_seconds_bucket{le="10",${labels}} 1`)
    expect(text).toContain(
      'pennant_http_request_duration_seconds_count{route="/api/config",method="GET",status="3xx"} 1',
    )
    expect(text).toMatch(/^pennant_faults_total 1$/m)
  })

  it('look up a figure whenever somebody asks, and share nothing with another server', async () => {
    const [one, other] = [createMetrics(), createMetrics()]
    let seats = 3
    one.gauge('seats', 'Free seats', () => seats)
    expect(await one.text()).toMatch(/^pennant_seats 3$/m)
    seats = 2
    expect(await one.text()).toMatch(/^pennant_seats 2$/m)
    expect(await other.text()).not.toContain('pennant_seats')
  })
})
