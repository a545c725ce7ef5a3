import type { Config } from './schema.ts'

type Tell = (about: readonly string[], problem: string) => void

/** The first key of `about` is the one to change. */
export function crossCheck(config: Config, fault: Tell, warn: Tell): void {
  const { captchaConfig, connectionStrings, containerProvider, emailConfig } = config
  const { dockerConfig, kubernetesConfig } = containerProvider
  const docker = 'containerProvider.dockerConfig'

  if (config.port === config.healthPort && config.port !== 0) {
    fault(['healthPort', 'port'], 'it must differ from port')
  }
  if (connectionStrings.redisCache !== null && connectionStrings.database === null) {
    warn(
      ['connectionStrings.redisCache', 'connectionStrings.database'],
      'several processes need one database; the built-in one serves this process alone',
    )
  }
  if (config.secretKey !== null && config.secretKey.length < 16) {
    warn(['secretKey'], 'it is short: use 32 random characters')
  }
  if (captchaConfig.provider === 'CloudflareTurnstile') {
    for (const name of ['siteKey', 'secretKey'] as const) {
      if (captchaConfig[name] !== null) continue
      warn(
        ['captchaConfig.provider', `captchaConfig.${name}`],
        `without captchaConfig.${name} the provider CloudflareTurnstile lets everyone pass`,
      )
    }
  }
  if (containerProvider.enableTrafficCapture && containerProvider.portMappingType !== 'PlatformProxy') {
    warn(
      ['containerProvider.enableTrafficCapture', 'containerProvider.portMappingType'],
      'nothing is captured unless containerProvider.portMappingType is PlatformProxy',
    )
  }
  if (dockerConfig.userName === null && dockerConfig.password !== null) {
    fault([`${docker}.userName`, `${docker}.password`], 'the password has no effect without it')
  }
  if (kubernetesConfig.dns.length > 3) {
    fault(['containerProvider.kubernetesConfig.dns'], 'Kubernetes takes no more than three name servers')
  }
  for (const [given, missing] of [
    ['tlsCert', 'tlsKey'],
    ['tlsKey', 'tlsCert'],
  ] as const) {
    if (dockerConfig[given] === null || dockerConfig[missing] !== null) continue
    fault([`${docker}.${missing}`, `${docker}.${given}`], `${given} has no effect without it`)
  }
  const isPlain = /^(tcp|http):/i.test(dockerConfig.uri) && dockerConfig.tlsCa === null
  if (isPlain && dockerConfig.tlsCert === null && !/\/\/(localhost|127\.|\[::1\])/i.test(dockerConfig.uri)) {
    warn(
      [`${docker}.uri`],
      'it is not encrypted, and anyone who reaches that port owns the machine behind it',
    )
  }
  if (emailConfig.senderAddress === '') {
    if (emailConfig.userName !== '' || emailConfig.password !== '') {
      warn(
        ['emailConfig.senderAddress', 'emailConfig.userName', 'emailConfig.password'],
        'it is blank, so emails stay in the outbox although a login is given',
      )
    }
  } else if (config.publicUrl === null) {
    warn(
      ['publicUrl', 'emailConfig.senderAddress'],
      'without it, links in emails start with the address that an administrator enters in the settings',
    )
  }
  if (emailConfig.password !== '' && emailConfig.userName === '') {
    fault(['emailConfig.userName', 'emailConfig.password'], 'the password has no effect without it')
  }
  if (config.forwardedOptions.knownNetworks.some((network) => network.endsWith('/0'))) {
    warn(
      ['forwardedOptions.knownNetworks'],
      'it holds every address, so clients can choose which address they appear to have',
    )
  }
  for (const [host, registry] of Object.entries(config.registries)) {
    for (const name of ['userName', 'password'] as const) {
      if (registry[name] !== '') continue
      fault([`registries.${host}.${name}`], 'a registry needs both userName and password')
    }
  }
}
