import { portMappings } from '@pennant/contract/enums'
import { host, ipAddress, network } from './address.ts'
import { secret, section, setting, table } from './setting.ts'
import {
  choice,
  choiceOf,
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

export const containerProvider = section('Where instances run.', {
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

export const dockerProxy = section(
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

export const registries = table(
  "Logins for image registries, one for each host or host:port. Set them in the settings file, because shells can't set variables whose names contain dots.",
  {
    userName: setting(plainText(), '', 'Username at this registry.'),
    password: secret(secretText(), '', 'Password or token at this registry.'),
    serverAddress: setting(optional(plainText()), null, "Address to log in at, if it isn't the host itself."),
  },
)
