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
  port,
  secretText,
  tenths,
} from './value.ts'

const environmentName = matching(
  'variable name or prefix',
  'made of letters, digits and underscores',
  /^[a-z_][a-z0-9_]*$/i,
)
const nodeLabel = matching(
  'node label',
  'a name and a value with an equals sign between them',
  /^[a-z0-9][a-z0-9._/-]{0,300}=([a-z0-9]([a-z0-9._-]{0,61}[a-z0-9])?)?$/i,
)
const taint = matching(
  'taint',
  'a key, a value and an effect as kubectl taint writes them',
  /^[a-z0-9][a-z0-9._/-]{0,300}(=[a-z0-9._-]{0,63})?(:(NoSchedule|PreferNoSchedule|NoExecute))?$/i,
)
const objectName = matching(
  'name',
  'made of lower-case letters, digits, dots and hyphens',
  /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/,
)
const networkPrefix = matching(
  'network name prefix',
  'made of letters, digits, dots, hyphens and underscores',
  /^[a-z0-9][a-z0-9_.-]{0,99}$/i,
)
const namespace = matching(
  'namespace',
  'made of up to 63 lower case letters, digits and hyphens',
  /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/,
)
const daemon = matching(
  'daemon address',
  'an address that begins with unix://, npipe://, tcp://, http:// or https://',
  /^(?:unix|npipe|tcp|https?):\/\/\S+$/i,
)
const capability = matching('capability', 'the name of a Linux capability', /^[a-z][a-z_]{0,40}$/i)

const platform = section(
  'What a new installation is called. Set-up asks for it where `title` is not given, and administrators change it on the settings page.',
  {
    title: setting(optional(plainText(limits.platformTitle)), null, 'Name of the platform.'),
    suffix: setting(
      plainText(limits.titleSuffix),
      usualSuffix,
      'What is shown right behind the name; `none` for nothing. Other clients always show `::CTF`.',
    ),
    slogan: setting(optional(plainText(limits.slogan)), null, 'Line under the name on the home page.'),
  },
)

const connectionStrings = section('The services that hold the data.', {
  database: secret(
    optional(databaseUrl()),
    null,
    'PostgreSQL 15 or newer. Without it the server runs a database of its own in the data folder.',
  ),
  redisCache: secret(
    optional(redisUrl()),
    null,
    'Redis, needed as soon as more than one server process runs. Without it caches live in the process.',
  ),
  storage: secret(
    storageString(),
    'disk://path=./files',
    'Where uploaded files are kept: a disk or a bucket. A relative disk path is inside the data folder.',
  ),
})

const emailConfig = section('How mail leaves. While senderAddress is blank, mail is kept in the outbox.', {
  userName: setting(plainText(), '', 'Name to log in with at the mail server. Blank means no login.'),
  password: secret(secretText(), '', 'Password to log in with at the mail server.'),
  senderAddress: setting(orBlank(email()), '', 'Address that mail comes from. Blank turns sending off.'),
  senderName: setting(plainText(), '', 'Name that mail comes from. Blank means the name of the platform.'),
  smtp: section('', {
    host: setting(host(), '127.0.0.1', 'The mail server.'),
    port: setting(integer(1, 65535), 587, 'Port of the mail server.'),
    secure: setting(
      choice(['auto', 'tls', 'starttls', 'none']),
      'auto',
      'Encryption: from the first byte (tls), demanded after connecting (starttls), never (none), or tls on port 465 and starttls wherever the server offers it, always before a password crosses a network (auto).',
    ),
    bypassCertVerify: setting(flag(), false, 'Accept any certificate of the mail server.'),
  }),
})

const captchaConfig = section('The test that visitors pass before they register or ask for mail.', {
  provider: setting(choiceOf(captchaProviders), 'None', 'Which test is used.'),
  siteKey: setting(optional(plainText()), null, 'Public key of the CloudflareTurnstile widget.'),
  secretKey: secret(optional(secretText()), null, 'Secret key that answers of the widget are checked with.'),
  verifyUrl: setting(
    link(),
    'https://challenges.cloudflare.com/turnstile/v0/siteverify',
    'Where answers of the widget are checked.',
  ),
  hashPow: section('', {
    difficulty: setting(
      clampedInteger(8, 48),
      18,
      'Leading zero bits that the HashPow provider asks for. One more doubles the work.',
    ),
  }),
})

const containerProvider = section('Where the instances of challenges run.', {
  type: setting(
    choice(['Auto', 'None', 'Docker', 'Kubernetes']),
    'Auto',
    'What runs containers. Auto takes Kubernetes inside a cluster, else Docker if dockerConfig.uri is given or its socket is there, else nothing.',
  ),
  portMappingType: setting(
    choiceOf(portMappings),
    'Default',
    'How players reach an instance: a published port (Default), or a tunnel through this server (PlatformProxy).',
  ),
  enableTrafficCapture: setting(
    flag(),
    false,
    'Let challenges record the traffic of their instances. Needs PlatformProxy.',
  ),
  startsAtOnce: setting(integer(1, 100), 4, 'How many instances each process starts at the same time.'),
  publicEntry: setting(orBlank(host()), '', 'Host that players reach published ports at.'),
  capabilities: setting(
    listOf(capability, 'Linux capabilities'),
    [],
    'Capabilities that instances keep besides the usual ones.',
  ),
  allowSetuid: setting(
    flag(),
    false,
    'Let set-user-ID programs have their effect in all instances. Otherwise, the challenge decides, and on Docker also the label pennant.setuid=true of its image.',
  ),
  leastCpu: setting(
    tenths(0.1, 64),
    0.5,
    'Cores that every instance may use at least, also where its challenge says less. Challenges made for other platforms often say 0.1, which is enforced there only in part or not at all.',
  ),
  environmentAliases: setting(
    listOf(environmentName, 'variable names or prefixes'),
    ['FLAG', 'GZCTF_'],
    'More names for the variables that an instance gets. A name that ends in _ is a prefix for all of them, any other is the flag alone.',
  ),
  dockerConfig: section('', {
    uri: setting(orBlank(daemon), '', 'Address of the Docker daemon. Blank means the local one.'),
    userName: setting(optional(plainText()), null, 'User name for a daemon behind basic authentication.'),
    password: secret(optional(secretText()), null, 'Password for a daemon behind basic authentication.'),
    tlsCa: setting(
      optional(filePath()),
      null,
      'File (PEM) with the certificates that the one of the daemon is checked against.',
    ),
    tlsCert: setting(
      optional(filePath()),
      null,
      'File (PEM) with the certificate that is shown to the daemon.',
    ),
    tlsKey: setting(optional(filePath()), null, 'File (PEM) with the key of tlsCert.'),
    challengeNetwork: setting(
      optional(networkPrefix),
      null,
      'Prefix of the Docker networks -open, -isolated and -custom. Without it the prefix is pennant.',
    ),
    reach: setting(
      choice(['Auto', 'Internal', 'Published']),
      'Auto',
      'How this server reaches instances that have no published port: at their addresses in the Docker networks (Internal), through a port of the Docker host that is published for it (Published), or the first wherever that is possible (Auto).',
    ),
    maxProcesses: setting(integer(16, 100_000), 512, 'Most processes and threads of an instance.'),
  }),
  kubernetesConfig: section('', {
    namespace: setting(namespace, 'pennant-challenges', 'Namespace that instances run in.'),
    kubeConfig: setting(
      filePath(),
      'kube-config.yaml',
      'File with the access to the cluster. If it is missing, the account of the pod is used.',
    ),
    allowCidr: setting(
      listOf(network(), 'networks'),
      [],
      'Networks that instances with network mode Open must not reach: those of pods, services and nodes. Left out, they are read from the cluster, and open instances are refused where they cannot be found. The address at which clouds tell machines about themselves, 169.254.169.254, is always one of them.',
    ),
    requestPercent: setting(
      integer(1, 100),
      100,
      'Percent of its processor, memory and storage limits that an instance reserves on its node.',
    ),
    nodeSelector: setting(
      listOf(nodeLabel, 'node labels'),
      [],
      'Labels, as name=value, that a node must have for instances to run on it.',
    ),
    tolerations: setting(
      listOf(taint, 'taints'),
      [],
      'Taints of nodes that instances tolerate, as kubectl taint writes them: key=value:Effect, key:Effect or key.',
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
      'Name servers of the instances, three at most. Blank means those of the cluster.',
    ),
    reach: setting(
      choice(['Internal', 'Published']),
      'Internal',
      'How this server reaches instances: at the address of the pod (Internal), for which it must stand in the network of the cluster, or at a port of the nodes (Published), which is then open for every instance.',
    ),
    schedulingSeconds: setting(
      integer(1, 3600),
      30,
      'Seconds that an instance waits for a node with room for it. Use more where the cluster adds nodes by itself.',
    ),
    startSeconds: setting(
      integer(10, 3600),
      300,
      'Seconds in which an instance must be running, the pull of its image included.',
    ),
  }),
})

const registries = table(
  'host',
  section(
    'Logins for image registries, one for each host or host:port. Shells cannot set variables whose names hold dots, so these are best written in the settings file.',
    {
      userName: setting(plainText(), '', 'User name at this registry.'),
      password: secret(secretText(), '', 'Password or token at this registry.'),
      serverAddress: setting(
        optional(plainText()),
        null,
        'Address to log in at, where it is not the host itself.',
      ),
    },
  ),
)

const forwardedOptions = section(
  'Which reverse proxies are believed when they say (X-Forwarded-For, X-Forwarded-Proto) who is calling.',
  {
    forwardLimit: setting(
      integer(0, 32),
      1,
      'How many proxies stand in a row before this server. 0 means that no proxy is believed.',
    ),
    knownNetworks: setting(
      listOf(network(), 'networks'),
      ['127.0.0.0/8', '::1/128'],
      'Networks whose hosts are believed. What is given replaces the default.',
      { alsoNamed: ['knownIPNetworks', 'trustedNetworks'] },
    ),
    knownProxies: setting(
      listOf(host(), 'IP addresses or host names'),
      [],
      'Single proxies that are believed, resolved once at the start.',
      {
        alsoNamed: ['trustedProxies'],
      },
    ),
  },
)

const telemetry = section('What can be watched from outside.', {
  prometheus: section('', {
    enable: setting(flag(), true, 'Answer /metrics. It is answered on the health port only.'),
  }),
})

const days = integer(1, 3650)

const retention = section('How long records are kept. What is older is deleted within the hour.', {
  logDays: setting(days, 90, 'Days that records of the log are kept.'),
  traceDays: setting(
    days,
    180,
    'Days after the end of a game that it is kept who opened and downloaded what.',
  ),
  mailDays: setting(
    days,
    30,
    'Days that mails are kept that have been sent, given up, or kept in the outbox.',
  ),
})

export const schema = section('The server itself.', {
  host: setting(host(), '0.0.0.0', 'Address that the site listens at. Use :: for IPv4 and IPv6.'),
  port: setting(port(), 8080, 'Port of the site. 0 takes any free one.'),
  healthHost: setting(
    optional(host()),
    null,
    'Address that the health port listens at. Without it: 127.0.0.1, or all addresses of the pod that the server runs in.',
  ),
  healthPort: setting(
    port(),
    3000,
    'Port that answers /healthz, /livez, /readyz, /startupz and /metrics, and nothing else. 0 takes any free one.',
  ),
  publicUrl: setting(
    optional(origin()),
    null,
    'Address that people open the site at, such as https://ctf.example.org. Links in mail begin with it, sessions follow its scheme, and calls from other sites are refused by it. Without it, an administrator enters the address in the settings.',
  ),
  trustedOrigins: setting(
    listOf(origin(), 'web addresses'),
    [],
    'More addresses that pages may call this server from.',
  ),
  dataDir: setting(
    filePath(),
    './data',
    'Folder for everything that must last: the built-in database, files, keys, captures.',
  ),
  webRoot: setting(
    optional(filePath()),
    null,
    'Folder of the built client. Without it, the client that was built with this server is used.',
  ),
  adminPassword: secret(
    optional(secretText()),
    null,
    'Creates the account Admin with this password if there is none yet. It never changes an existing one.',
  ),
  secretKey: secret(
    optional(secretText()),
    null,
    'Protects the private keys that are stored; the same for every process. Without it one is made and kept in the data folder, or in the database where that is not the built-in one.',
  ),
  logLevel: setting(
    choice(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    'info',
    'How much is logged.',
  ),
  requestLogging: setting(flag(), false, 'Log every request.'),
  disableRateLimit: setting(
    flag(),
    false,
    'Turn off the rate limits, but not the slowdown of failed logins, the limits on connections, or the captcha. For tests, not for competitions.',
  ),
  maxBodyBytes: setting(
    integer(1024, 2 ** 31 - 1),
    30_000_000,
    'Largest request body that is accepted, where a route does not say otherwise.',
  ),
  sessionDays: setting(
    integer(1, 365),
    7,
    'Days that a session lasts. A visit in its second half lets it last as long again from then.',
  ),
  databasePool: setting(
    integer(1, 500),
    20,
    'Most database connections that one process opens for its work. It opens one more to be counted among the processes, and up to eight more with Redis.',
  ),
  platform,
  connectionStrings,
  emailConfig,
  captchaConfig,
  containerProvider,
  registries,
  forwardedOptions,
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
  managedConfig: 'the server keeps it by itself',
  'forwardedOptions.forwardedHeaders':
    'X-Forwarded-For and X-Forwarded-Proto are always read from known proxies',
}
