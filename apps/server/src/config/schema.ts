import { captchaProviders } from '@pennant/contract/enums'
import { limits } from '@pennant/contract/limit'
import { usualSuffix } from '@pennant/contract/platform-name'
import { isPlainRecipient } from '../kit/age/recipient.ts'
import { email, host, link, network, origin } from './address.ts'
import { databaseUrl, redisUrl, storageString } from './connection.ts'
import { containerProvider, dockerProxy, registries } from './schema-containers.ts'
import { secret, section, setting, type ValuesOf } from './setting.ts'
import {
  checked,
  choice,
  choiceOf,
  clampedInteger,
  filePath,
  flag,
  integer,
  listOf,
  optional,
  orBlank,
  plainText,
  secretText,
} from './value.ts'
import { venues } from './venue.ts'

const platform = section(
  'Name of a new site. Setup asks for it unless `title` is set. Administrators change it on the settings page.',
  {
    title: setting(optional(plainText(limits.platformTitle)), null, 'Name of the platform.'),
    suffix: setting(
      plainText(limits.titleSuffix),
      usualSuffix,
      'Text right after the name, or `none`. Other clients always show `::CTF`.',
    ),
    slogan: setting(optional(plainText(limits.slogan)), null, 'Line under the name on the home page.'),
  },
)

const connectionStrings = section('Services that store the data.', {
  database: secret(
    optional(databaseUrl()),
    null,
    'PostgreSQL 15 or newer. If not set, the server runs its own database in the data folder.',
  ),
  redisCache: secret(
    optional(redisUrl()),
    null,
    'Redis. Required if you run more than one server process. If not set, each process has its own cache.',
  ),
  storage: secret(
    storageString(),
    'disk://path=./files',
    'Storage for uploaded files: a disk or a bucket. A relative disk path is inside the data folder.',
  ),
})

const emailConfig = section('How emails are sent. While senderAddress is blank, emails wait in the outbox.', {
  userName: setting(plainText(), '', 'Username at the mail server. Blank means no login.'),
  password: secret(secretText(), '', 'Password at the mail server.'),
  senderAddress: setting(orBlank(email()), '', 'Sender address of emails. Blank turns sending off.'),
  senderName: setting(plainText(), '', 'Sender name of emails. Blank means the name of the platform.'),
  dkimSelector: setting(
    orBlank(plainText()),
    '',
    'Selector of the DKIM record at the sender’s domain, as your mail provider names it. Blank means that its record isn’t looked for by the status page and the doctor.',
  ),
  perHour: setting(
    integer(0, 10_000_000),
    0,
    'Emails that your mail provider accepts in an hour. 0 means unknown. Only compared with the registrations of an hour, by the status page and the doctor.',
  ),
  smtp: section('', {
    host: setting(host(), '127.0.0.1', 'Host of the mail server.'),
    port: setting(integer(1, 65535), 587, 'Port of the mail server.'),
    secure: setting(
      choice(['auto', 'tls', 'starttls', 'none']),
      'auto',
      'Encryption: from the first byte (tls), required after connecting (starttls), never (none), or tls on port 465 and otherwise starttls if the server offers it, always before a password crosses a network (auto).',
    ),
    bypassCertVerify: setting(flag(), false, 'Accept any certificate of the mail server.'),
  }),
})

const captchaConfig = section('Check that visitors pass before they register or request an email.', {
  provider: setting(choiceOf(captchaProviders), 'None', 'Which captcha is used.'),
  siteKey: setting(optional(plainText()), null, 'Public key of the CloudflareTurnstile widget.'),
  secretKey: secret(optional(secretText()), null, 'Secret key to verify responses of the widget with.'),
  verifyUrl: setting(
    link(),
    'https://challenges.cloudflare.com/turnstile/v0/siteverify',
    'URL that verifies responses of the widget.',
  ),
  hashPow: section('', {
    difficulty: setting(
      clampedInteger(8, 48),
      18,
      'Leading zero bits that the HashPow provider asks for. One more doubles the work.',
    ),
  }),
})

const forwardedOptions = section(
  'Reverse proxies whose `X-Forwarded-*` headers (`X-Forwarded-For`, `X-Forwarded-Proto`) are trusted.',
  {
    forwardLimit: setting(
      integer(0, 32),
      1,
      'Number of proxies in a row in front of this server. 0 means that no proxy is trusted.',
    ),
    knownNetworks: setting(
      listOf(network(), 'networks'),
      ['127.0.0.0/8', '::1/128'],
      'Networks whose hosts are trusted. Your list replaces the default.',
      ['knownIPNetworks', 'trustedNetworks'],
    ),
    knownProxies: setting(
      listOf(host(), 'IP addresses or host names'),
      [],
      'Single proxies that are trusted, resolved once at startup.',
      ['trustedProxies'],
    ),
  },
)

const requestLimits = section('Who can send more requests than usual.', {
  venues: setting(
    venues(),
    [],
    'Networks where many people share an address, such as a school: `[{ "network": "192.0.2.0/24", "people": 400 }]`, or `192.0.2.0/24=400` as text. An address there has the limits of one address for every four people: on requests, logins, registrations, and connections. Administrators can add more on the settings page.',
  ),
})

const telemetry = section('Monitoring from outside.', {
  prometheus: section('', {
    enable: setting(flag(), true, 'Serve /metrics, on the health port only.'),
  }),
})

const ageRecipient = checked(
  'age recipient',
  'the public key age1…, exactly as age-keygen prints it',
  isPlainRecipient,
)

const backup = section(
  'Copies of everything: where `pennant backup` and `pennant restore` keep them, and how often.',
  {
    every: setting(
      integer(0, 8760),
      24,
      'Hours between the backups that the server makes. While a game runs, it makes one every hour, and one in the 15 minutes before a start. 0 means none.',
    ),
    to: secret(
      plainText(),
      './backups',
      'Folder that nobody else can open, or a bucket, as in `connectionStrings.storage`. A relative path is inside the data folder.',
    ),
    recipient: setting(
      optional(ageRecipient),
      null,
      'Public key that all backups are encrypted for, once they are proven, unless the command names another. Only its identity opens them, so keep that apart from the server.',
    ),
  },
)

const port = integer(0, 65535)
const days = integer(1, 3650)

const retention = section('How long records are kept. Older ones are deleted within the hour.', {
  logDays: setting(days, 90, 'Days to keep log records.'),
  traceDays: setting(
    days,
    180,
    'Days after the end of a game to keep records of who opened and downloaded what.',
  ),
  evidenceDays: setting(
    days,
    90,
    'Days after the end of a game to keep the addresses in its change log; without a game, after the change.',
  ),
  mailDays: setting(days, 30, 'Days to keep emails that were sent, given up, or left in the outbox.'),
})

export const schema = section('The server itself.', {
  host: setting(host(), '0.0.0.0', 'Address that the site listens on. Use :: for IPv4 and IPv6.'),
  port: setting(port, 8080, 'Port of the site. 0 picks any free port.'),
  healthHost: setting(
    optional(host()),
    null,
    'Address that the health port listens on. If not set: 127.0.0.1, or all addresses of the pod that the server runs in.',
  ),
  healthPort: setting(
    port,
    3000,
    'Port that serves /healthz, /livez, /readyz, /startupz, and /metrics, and nothing else. 0 picks any free port.',
  ),
  publicUrl: setting(
    optional(origin()),
    null,
    'URL of the site, such as https://ctf.example.org. Used in email links, to choose the session cookie, and to refuse cross-site requests. If not set, an administrator enters it in the settings.',
  ),
  trustedOrigins: setting(
    listOf(origin(), 'web addresses'),
    [],
    'More origins whose pages can call this server.',
  ),
  dataDir: setting(
    filePath(),
    './data',
    'Folder for all persistent data: the built-in database, files, keys, captures.',
  ),
  webRoot: setting(
    optional(filePath()),
    null,
    'Folder of the built client. If not set, the client that was built with this server is used.',
  ),
  adminPassword: secret(
    optional(secretText()),
    null,
    'Creates the account Admin with this password if there is none yet. An existing account never changes.',
  ),
  secretKey: secret(
    optional(secretText()),
    null,
    "Key that protects stored private keys. Every process needs the same one. If not set, one is generated and kept in the data folder, or in the database if that isn't the built-in one.",
  ),
  logLevel: setting(
    choice(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    'info',
    'Lowest level of messages in the process log.',
  ),
  requestLogging: setting(flag(), false, 'Log every request.'),
  disableRateLimit: setting(
    flag(),
    false,
    'Turn off the rate limits, but not the slowdown of failed logins, the limits on connections, or the captcha. For tests, not for real games.',
  ),
  maxBodyBytes: setting(
    integer(1024, 2 ** 31 - 1),
    30_000_000,
    'Largest request body, unless a route has its own limit.',
  ),
  sessionDays: setting(
    integer(1, 365),
    7,
    'Days that a session lasts. A visit in its second half renews it.',
  ),
  drainSeconds: setting(
    integer(0, 300),
    0,
    'Seconds that a stopping server still answers requests, while it gives up its work and closes live connections one after the other. For the last 60 % of it, six seconds at most, it takes no new connections. Give a service manager 15 seconds more.',
  ),
  databasePool: setting(
    integer(1, 500),
    20,
    'Maximum number of database connections that each process opens for its work. It opens one more to announce itself, and up to eight more with Redis, or one more to hear commands without it.',
  ),
  platform,
  connectionStrings,
  emailConfig,
  captchaConfig,
  containerProvider,
  dockerProxy,
  registries,
  forwardedOptions,
  limits: requestLimits,
  retention,
  backup,
  telemetry,
})

export type Config = ValuesOf<typeof schema>

// Hosting platforms set these. `PENNANT_…` wins over them.
export const bareVariables: Readonly<Record<string, readonly string[]>> = {
  DATABASE_URL: ['connectionStrings', 'database'],
  REDIS_URL: ['connectionStrings', 'redisCache'],
}

// Keys of compatible platforms that mean nothing here.
export const foreignKeys: Readonly<Record<string, string>> = {
  kestrel: 'use host, port and maxBodyBytes, and a reverse proxy for TLS',
  allowedHosts: 'use publicUrl',
  xorKey: 'use secretKey',
  registryConfig: 'use registries',
  logging: 'use logLevel',
  accountPolicy: 'administrators change it on the settings page',
  globalConfig: 'use platform for the name; administrators change the rest on the settings page',
  containerPolicy: 'administrators change it on the settings page',
  managedConfig: 'the server manages it automatically',
  'forwardedOptions.forwardedHeaders':
    'X-Forwarded-For and X-Forwarded-Proto are always read from known proxies',
}
