export const isOtherBuild = (html: string, own: string): boolean =>
  /<script[^>]+type="module"[^>]+src="/.test(html) && !html.includes(`"${own}"`)

type Needs = {
  document: Document
  own: string
  fetchPage: () => Promise<string>
  random: () => number
  now: () => number
  onOther: () => void
}

// Deploys are rare, and returning to the tab asks as well.
const everyMs = 20 * 60_000
const awayMs = 60_000

export type BuildWatch = {
  look(): void
  stop(): void
}

export const watchBuild = ({ document, own, fetchPage, random, now, onOther }: Needs): BuildWatch => {
  let timer: ReturnType<typeof setTimeout>
  let lookedAt = now()
  const look = async (): Promise<void> => {
    lookedAt = now()
    // A server that doesn't answer has a sign of its own.
    const html = await fetchPage().catch(() => '')
    if (isOtherBuild(html, own)) onOther()
    else wait()
  }
  const wait = (): void => {
    clearTimeout(timer)
    timer = setTimeout(
      () => {
        if (document.visibilityState === 'visible') void look()
      },
      everyMs * (0.75 + random() / 2),
    )
  }
  const back = (): void => {
    if (document.visibilityState === 'visible' && now() - lookedAt > awayMs) void look()
  }
  document.addEventListener('visibilitychange', back)
  wait()
  return {
    look: () => void look(),
    stop() {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', back)
    },
  }
}
