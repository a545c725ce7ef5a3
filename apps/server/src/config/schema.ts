import { captchaProviders, portMappings } from '@pennant/contract/enums'
import { limits } from '@pennant/contract/limit'
import { usualSuffix } from '@pennant/contract/platform-name'
import { email, host, ipAddress, link, network, origin } from './address.ts'
import { databaseUrl, redisUrl, storageString } from './connection.ts'
import { secret, section, setting, table, type ValuesOf } from './setting.ts'
import {
  choice,
  choiceOf,
  clampedInteger,
  filePath,
  flag,
  integer,
  listOf,
  matching,
  optional,
  orBlank,
  plainText,
  secretText,
  tenths,
} from './value.ts'
import { venues } from './venue.ts'

const environmentName = matching(
  'variable name or prefix',
  'made of letters, digits, and underscores',
  /^[a-z_][a-z0-9_]*$/i,
)
const nodeLabel = matching(
  'node label',
  'a name and a value with an equals sign between them',
  /^[a-z0-9][a-z0-9._/-]{0,300}=([a-z0-9]([a-z0-9._-]{0,61}[a-z0-9])?)?$/i,
)
const taint = matching(
  'taint',
  'a key, a value, and an effect as kubectl taint writes them',
  /^[a-z0-9][a-z0-9._/-]{0,300}(=[a-z0-9._-]{0,63})?(:(NoSchedule|PreferNoSchedule|NoExecute))?$/i,
)
const objectName = matching(
  'name',
  'made of lowercase letters, digits, dots, and hyphens',
  /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/,
)
const networkPrefix = matching(
  'network name prefix',
  'made of letters, digits, dots, hyphens, and underscores',
  /^[a-z0-9][a-z0-9_.-]{0,99}$/i,
)
const namespace = matching(
  'namespace',
  'made of up to 63 lowercase letters, digits, and hyphens',
  /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/,
)
const daemon = matching(
  'daemon address',
  'an address that begins with unix://, npipe://, tcp://, http:// or https://',
  /^(?:unix|npipe|tcp|https?):\/\/\S+$/i,
)
const capability = matching('capability', 'the name of a Linux capability', /^[a-z][a-z_]{0,40}$/i)
const registryPlace = matching(
  'registry',
  'a host, with a port or the beginning of a path if you like',
  /^[a-z0-9][a-z0-9.-]*(?::\d{1,5})?(?:\/[a-z0-9][a-z0-9._-]*)*$/i,
)
const installationMark = matching('installation mark', 'made of 16 hexadecimal digits', /^[0-9a-f]{16}$/)

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

const containerProvider = section('Where instances run.', {
  type: setting(
    choice(['Auto', 'None', 'Docker', 'Kubernetes']),
    'Auto',
    'What runs containers. Auto uses Kubernetes inside a cluster, otherwise Docker if dockerConfig.uri is set or its socket exists, otherwise nothing.',
  ),
  portMappingType: setting(
    choiceOf(portMappings),
    'Default',
    'How players reach an instance: a published port (Default), or a tunnel through this server (PlatformProxy).',
  ),
  enableTrafficCapture: setting(
    flag(),
    false,
    'Allow challenges to capture the traffic of their instances. Requires PlatformProxy.',
  ),
  startsAtOnce: setting(integer(1, 100), 4, 'Number of instances that each process starts at the same time.'),
  publicEntry: setting(orBlank(host()), '', 'Host at which players reach published ports.'),
  capabilities: setting(
    listOf(capability, 'Linux capabilities'),
    [],
    'Capabilities that instances keep in addition to the default ones.',
  ),
  allowSetuid: setting(
    flag(),
    false,
    'Allow set-user-ID programs to take effect in all instances. Otherwise, the challenge decides, and on Docker also the label pennant.setuid=true of its image.',
  ),
  leastCpu: setting(
    tenths(0.1, 64),
    0.5,
    'Cores that every instance can use at least, even if its challenge says less. Challenges made for other platforms often say 0.1, which those enforce only in part or not at all.',
  ),
  environmentAliases: setting(
    listOf(environmentName, 'variable names or prefixes'),
    ['FLAG', 'GZCTF_'],
    'More names for the variables that an instance gets. A name that ends in _ is a prefix for all of them. Any other name is for the flag alone.',
  ),
  dockerConfig: section('', {
    uri: setting(orBlank(daemon), '', 'Address of the Docker daemon. Blank means the local one.'),
    userName: setting(optional(plainText()), null, 'Username for a daemon behind basic authentication.'),
    password: secret(optional(secretText()), null, 'Password for a daemon behind basic authentication.'),
    tlsCa: setting(
      optional(filePath()),
      null,
      'File (PEM) with the certificates to verify the certificate of the daemon against.',
    ),
    tlsCert: setting(optional(filePath()), null, 'File (PEM) with the certificate to present to the daemon.'),
    tlsKey: setting(optional(filePath()), null, 'File (PEM) with the key of tlsCert.'),
    challengeNetwork: setting(
      optional(networkPrefix),
      null,
      'Prefix of the Docker networks -open, -isolated, and -custom. If not set, the prefix is pennant.',
    ),
    reach: setting(
      choice(['Auto', 'Internal', 'Published']),
      'Auto',
      'How this server reaches instances that have no published port: at their addresses in the Docker networks (Internal), through a port of the Docker host that is published for it (Published), or Internal wherever that is possible (Auto).',
    ),
    maxProcesses: setting(
      integer(16, 100_000),
      512,
      'Maximum number of processes and threads of an instance.',
    ),
  }),
  kubernetesConfig: section('', {
    namespace: setting(namespace, 'pennant-challenges', 'Namespace that instances run in.'),
    kubeConfig: setting(
      filePath(),
      'kube-config.yaml',
      "File with the credentials for the cluster. If it doesn't exist, the account of the pod is used.",
    ),
    allowCidr: setting(
      listOf(network(), 'networks'),
      [],
      "Networks that instances with the network mode Open can't reach: those of pods, services, and nodes. If not set, they are read from the cluster, and open instances are refused if they can't be found. The metadata address of clouds, 169.254.169.254, is always one of them.",
    ),
    requestPercent: setting(
      integer(1, 100),
      100,
      'Percent of its CPU, memory, and storage limits that an instance reserves on its node.',
    ),
    nodeSelector: setting(
      listOf(nodeLabel, 'node labels'),
      [],
      'Labels, as name=value, that a node must have for instances to run on it.',
    ),
    tolerations: setting(
      listOf(taint, 'taints'),
      [],
      'Taints of nodes that instances tolerate, as kubectl taint writes them: key=value:Effect, key:Effect, or key.',
    ),
    priorityClass: setting(optional(objectName), null, 'Priority class of the pods of instances.'),
    runtimeClass: setting(
      optional(objectName),
      null,
      'Runtime class of the pods of instances, such as one that isolates them with gVisor.',
    ),
    dns: setting(
      listOf(ipAddress(), 'IP addresses'),
      [],
      'Name servers of the instances, up to three. Blank means those of the cluster.',
    ),
    reach: setting(
      choice(['Internal', 'Published']),
      'Internal',
      'How this server reaches instances: at the address of the pod (Internal), for which it must be in the network of the cluster, or at a port of the nodes (Published), which is then open for every instance.',
    ),
    schedulingSeconds: setting(
      integer(1, 3600),
      30,
      'Seconds that an instance waits for a node with room for it. Increase it if the cluster adds nodes automatically.',
    ),
    startSeconds: setting(
      integer(10, 3600),
      300,
      'Seconds that an instance has to start, including the pull of its image.',
    ),
  }),
})

const dockerProxy = section(
  'The Docker proxy (`pennant docker-proxy`), which stands between the Docker daemon and servers in containers. It also reads `secretKey` and these settings under `containerProvider`: `capabilities`, `portMappingType`, `dockerConfig.challengeNetwork`, and `dockerConfig.maxProcesses`. Servers read none of this section.',
  {
    socket: setting(
      filePath(),
      '/run/pennant/docker.sock',
      'Socket that it listens on. Servers name it in containerProvider.dockerConfig.uri.',
    ),
    docker: setting(filePath(), '/var/run/docker.sock', 'Socket of the Docker daemon.'),
    registries: setting(
      listOf(registryPlace, 'registries'),
      ['docker.io'],
      'Where images come from: host, host:port, or one of these with the beginning of a path, such as registry.example.org/ctf. Images without a host are from docker.io.',
    ),
    installation: setting(
      optional(installationMark),
      null,
      'Mark of the installation that it serves. If not set, it is derived from secretKey. A server that finds another one says which mark it needs.',
    ),
  },
)

const registries = table(
  "Logins for image registries, one for each host or host:port. Set them in the settings file, because shells can't set variables whose names contain dots.",
  {
    userName: setting(plainText(), '', 'Username at this registry.'),
    password: secret(secretText(), '', 'Password or token at this registry.'),
    serverAddress: setting(optional(plainText()), null, "Address to log in at, if it isn't the host itself."),
  },
)

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
