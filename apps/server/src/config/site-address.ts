import type { Config } from './schema.ts'

export const siteAddress = (
  config: Pick<Config, 'host' | 'publicUrl'>,
  { port }: { port: number },
): string => {
  if (config.publicUrl !== null) return config.publicUrl.replace(/\/$/, '')
  const anywhere = config.host === '0.0.0.0' || config.host === '::'
  const host = anywhere ? 'localhost' : config.host.includes(':') ? `[${config.host}]` : config.host
  return `http://${host}:${port}`
}
