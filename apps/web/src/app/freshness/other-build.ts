/** Whether a page that the server gives out now starts by another script than ours did. */
export const isOtherBuild = (html: string, own: string): boolean =>
  /<script[^>]+type="module"[^>]+src="/.test(html) && !html.includes(`"${own}"`)

type Needs = {
  document: Document
  /** The script that started this page. */
  own: string
  fetchPage: () => Promise<string>
  random: () => number
  now: () => number
  onOther: () => void
}

/** A deploy is rare, and whoever stays away for a while is asked about when they come back. */
const everyMs = 20 * 60_000
const awayMs = 60_000

export type BuildWatch = {
  /** At once, as after the server has been away. */
  look(): void
  stop(): void
}

/** Looks now and then whether the server has gone on to another build. */
export const watchBuild = ({ document, own, fetchPage, random, now, onOther }: Needs): BuildWatch => {
  let timer: ReturnType<typeof setTimeout>
  let lookedAt = now()
  const look = async (): Promise<void> => {
    lookedAt = now()
    // A server that does not answer has its own sign.
    const html = await fetchPage().catch(() => '')
    if (isOtherBuild(html, own)) onOther()
    else wait()
  }
  const wait = (): void => {
    clearTimeout(timer)
    timer = setTimeout(
      () => {
        // Who is away is asked about when they come back.
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
