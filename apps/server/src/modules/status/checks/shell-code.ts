/** What only `pennant doctor` finds, in the words of the terminal: `{0}` is the first value. */
export const shellTexts = {
  'place.nodeOld': [
    'Node.js {0} is too old for Pennant.',
    'Install a later 20.x from 20.19 on, or 22.12 or newer, from https://nodejs.org.',
  ],
  'place.stolen': [
    'The host took {0} % of the processor time for others.',
    'Move to a machine with processors of its own, or ask your provider.',
  ],
  'disk.sync': [
    'A write to {0} takes up to {1} ms until the disk has it.',
    'Use a local SSD for this folder, and stop what else writes to it.',
  ],
  'disk.write': ["Couldn't write to {0}: {1}", 'Give the folder to the account of the server: chown.'],
  'clock.site': [
    "The clock of the site is {0} ms off this machine's.",
    'Turn on time synchronization on all machines: timedatectl set-ntp true.',
  ],
  'database.away': ["Couldn't use the database: {0}", 'Check connectionStrings.database (DATABASE_URL).'],
  'database.version': ['PostgreSQL {0} is too old.', 'Upgrade to PostgreSQL 15 or newer.'],
  'database.commits': [
    'The database commits {0} times a second.',
    'Move its data to a local SSD: each correct flag waits for a commit.',
  ],
  'database.pooler': [
    'Between two statements, the database connection changed: a pooler works by transaction.',
    'Connect to PostgreSQL directly, or set pool_mode=session in PgBouncer.',
  ],
  'schema.pending': ['The database lacks: {0}', 'Run `pennant migrate apply`.'],
  'schema.newer': ['A newer version has changed the database: {0}', 'Run the doctor of that version.'],
  'proxy.unreachable': ["Couldn't reach {0}: {1}", 'Start the server and the proxy, and check publicUrl.'],
  'proxy.certificate': ['The certificate of {0} is not valid: {1}', 'Get a certificate for this name.'],
  'proxy.certificateEnds': [
    'The certificate of {0} ends on {1}.',
    'Renew it, and check that your renewal runs before the last game ends.',
  ],
  'proxy.plain': ['http://{0} does not lead to HTTPS.', 'Redirect it, as deploy/nginx/pennant.conf does.'],
  'proxy.foreign': [
    'Something else answers at {0}: it does not know the key of this installation.',
    'Set publicUrl to the address of this site, and the same secretKey for all servers.',
  ],
  'proxy.notTrusted': [
    'The server takes the proxy for the client, {0}: all players share its limits.',
    'Set forwardedOptions.knownNetworks to the network of the proxy.',
  ],
  'proxy.noAddress': [
    'The proxy sends no X-Forwarded-For: all players share the limits of {0}.',
    'Send it, as deploy/nginx/pennant.conf does.',
  ],
  'proxy.forged': [
    'A forged X-Forwarded-For is believed: anyone gets around the limits.',
    'Let the proxy replace the header, as deploy/nginx/pennant.conf does, and set forwardedOptions.forwardLimit to the number of proxies.',
  ],
  'proxy.hub': [
    'The proxy does not pass WebSockets on: {0}',
    'Pass Upgrade and Connection on, as deploy/nginx/pennant.conf does.',
  ],
  'proxy.hubCut': [
    'The proxy ended a live connection after {1} s: it has to hold for {0} s and longer.',
    'Set proxy_read_timeout 3600s, as deploy/nginx/pennant.conf does.',
  ],
  'proxy.hubRefused': [
    'The site refused a live connection ({1}), so whether one holds for {0} s was not tried.',
    'Run it again in a minute. If it stays, read the log of the server and of the proxy.',
  ],
  'proxy.cut': [
    'The proxy ends a request that is silent for {0} s.',
    'Set proxy_read_timeout 3600s, as deploy/nginx/pennant.conf does.',
  ],
  'proxy.compression': [
    'The proxy removes Brotli: pages are three times as large.',
    'Pass Accept-Encoding on, and do not compress again (gzip off).',
  ],
  'proxy.tags': [
    'The proxy removes ETags: everything is sent again each time.',
    'Do not compress or change answers in the proxy (gzip off).',
  ],
  'proxy.mixed': [
    "Someone got the answer to another's request: the proxy keeps answers that are private.",
    'Turn its cache off (proxy_cache off).',
  ],
  'proxy.upload': [
    'The proxy refuses an upload of {0} MiB: {1}',
    'Set client_max_body_size as deploy/nginx/pennant.conf does: 32m, and 513m for packages.',
  ],
  'proxy.upstream': [
    'The proxy opened {1} connections to the server for {0} requests.',
    'Keep them: keepalive 256, as in deploy/nginx/pennant.conf.',
  ],
  'proxy.idle': [
    'Of {0} idle connections, the proxy held {1}.',
    'Set worker_connections 16384 and worker_rlimit_nofile 65536 in nginx.',
  ],
  'mail.sent': ['The test email was not accepted: {0}', 'Check the settings under emailConfig.'],
  'safety.health': [
    'The health port can be reached at {0}.',
    'Set healthHost to 127.0.0.1, or close the port in the firewall.',
  ],
  'safety.secretFile': [
    'Other accounts of this machine can read {0}, which holds a secret.',
    'Give the file to the account of the server (chown), and close it to all others (chmod 600).',
  ],
  'instances.images': [
    'These images of enabled challenges are not on the machine: {0}',
    'Pull them before the game: docker pull.',
  ],
  'instances.pull': [
    "Couldn't pull {0}: {1}",
    'Check its name and tag, the login of the registry, and the network of the machine.',
  ],
  'instances.reach': [
    'An instance with the network mode {0} reaches what it must not: {1}',
    'Let the server set packet rules: see Networks in docs/operator/docker.md.',
  ],
  'instances.custom': [
    'An instance with the network mode Custom reaches: {0}',
    'This network is yours: close what instances must not reach.',
  ],
  'instances.untried': [
    "The network mode {0} couldn't be tried: {1}",
    'Fix what the message says, or use no challenge with this mode.',
  ],
  'game.unknown': ['There is no game {0}.', 'Look up the ID in the address of its page.'],
  'game.grave': [
    "The game can't be played yet: {0}",
    'Open its Overview: the list there leads to each place.',
  ],
  'game.rehearsal': [
    'No rehearsal shows that the installation holds this game: {0}',
    'Run `pennant rehearse`, best from another machine.',
  ],
  'game.order': ['The times of the game are not in order: {0}', 'Change them on its Info page.'],
  'doctor.skipped': ['Not checked: {0}', 'Fix what is red, and run it again.'],
} as const satisfies Readonly<Record<string, readonly [message: string, remedy: string]>>

export type ShellCode = keyof typeof shellTexts
