// Upper bounds in seconds.
const bounds = [0.001, 0.005, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10]
const name = 'pennant_http_request_duration_seconds'

type Series = { labels: string; counts: number[]; sum: number }

// The library parses the labels on every observation, which takes longer than many responses.
export const createRequestTimes = () => {
  const byRoute = new Map<string, Map<string, Series[]>>()

  const seriesOf = (route: string, method: string, kind: number): Series => {
    const ofRoute = byRoute.get(route) ?? new Map<string, Series[]>()
    byRoute.set(route, ofRoute)
    const ofMethod = ofRoute.get(method) ?? []
    ofRoute.set(method, ofMethod)
    return (ofMethod[kind] = {
      labels: `route="${escaped(route)}",method="${escaped(method)}",status="${kind}xx"`,
      counts: Array.from({ length: bounds.length + 1 }, () => 0),
      sum: 0,
    })
  }

  return {
    observe(route: string, method: string, status: number, seconds: number): void {
      const kind = Math.floor(status / 100)
      const series = byRoute.get(route)?.get(method)?.[kind] ?? seriesOf(route, method, kind)
      let index = 0
      while (seconds > (bounds[index] ?? Number.POSITIVE_INFINITY)) index++
      series.counts[index] = (series.counts[index] ?? 0) + 1
      series.sum += seconds
    },

    text(): string {
      const lines = [
        `# HELP ${name} Time from the request to the end of the answer`,
        `# TYPE ${name} histogram`,
      ]
      for (const ofRoute of byRoute.values())
        for (const ofMethod of ofRoute.values())
          for (const series of ofMethod) if (series) lines.push(...linesOf(series))
      return `${lines.join('\n')}\n`
    },
  }
}

const escaped = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')

// Every bucket includes those before it.
const linesOf = ({ labels, counts, sum }: Series): string[] => {
  let count = 0
  const buckets = counts.map((more, index) => {
    count += more
    return `${name}_bucket{le="${bounds[index] ?? '+Inf'}",${labels}} ${count}`
  })
  return [...buckets, `${name}_sum{${labels}} ${sum}`, `${name}_count{${labels}} ${count}`]
}
