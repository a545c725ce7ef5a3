import type { RemarkCode } from '@pennant/contract/container'
import type { NewChallengeRow } from '../../apps/server/src/ports/tables/challenge.ts'

export type Told = { remark: RemarkCode } | { refused: 'instance.exited' } | { nothing: string }

export type ChallengeImage = {
  name: string
  what: string
  command: string
  lines?: readonly string[]
  challenge?: Partial<NewChallengeRow>
  ask: string
  needs?: { setting: string; challenge: Partial<NewChallengeRow> }
  told?: Told
  /** With `told` and without `needs`: it still becomes reachable a little later. */
  isLate?: true
  endsAlone?: true
}

const shell = 'echo "$FLAG"\nexit\n'
const asPlayer = 'unset FLAG PENNANT_FLAG GZCTF_FLAG; exec su -s /bin/sh player -c'

export const challengeImages: readonly ChallengeImage[] = [
  { name: 'nc-shell', what: 'A shell behind `nc`', command: 'nc -ll -p 7000 -e sh', ask: shell },
  {
    name: 'socat-fork',
    what: 'A shell for each connection, by `socat … fork EXEC`',
    command: 'exec socat TCP-LISTEN:7000,reuseaddr,fork EXEC:/bin/sh',
    ask: shell,
  },
  {
    name: 'one-connection',
    what: 'A service that takes one connection and exits (`nc -l -e`)',
    command: `exec nc -l -p 7000 -e sh -c 'echo "$FLAG"'`,
    ask: '',
    endsAlone: true,
  },
  {
    name: 'web',
    what: 'A web service',
    command: 'echo "$FLAG" > /www/flag.txt; exec httpd -f -p 7000 -h /www',
    ask: 'GET /flag.txt HTTP/1.0\r\n\r\n',
  },
  {
    name: 'slow-web',
    what: 'A web service that takes longer than five seconds to listen',
    command: 'sleep 7; echo "$FLAG" > /www/flag.txt; exec httpd -f -p 7000 -h /www',
    ask: 'GET /flag.txt HTTP/1.0\r\n\r\n',
    told: { remark: 'NotListening' },
    isLate: true,
  },
  {
    name: 'set-user-id',
    what: 'A flag that only a set-user-ID program of root can read (`/readflag`)',
    command: `echo "$FLAG" > /flag; chmod 400 /flag; ${asPlayer} 'exec nc -ll -p 7000 -e sh'`,
    ask: 'readflag /flag\nexit\n',
    needs: { setting: 'challenge.field.allowUserChange', challenge: { allow_user_change: true } },
    told: { remark: 'SetUserId' },
  },
  {
    name: 'root',
    what: 'A service that runs as root and reads a file of root',
    command:
      'mkdir /root; echo "$FLAG" > /root/flag; chmod 400 /root/flag; exec nc -ll -p 7000 -e cat /root/flag',
    ask: '',
  },
  {
    name: 'nobody',
    what: 'A service that runs as nobody (`USER`) and writes to `/tmp`',
    command: 'exec nc -ll -p 7000 -e sh',
    lines: ['USER 65534:65534'],
    ask: 'echo "$FLAG" > /tmp/own; cat /tmp/own\nexit\n',
  },
  {
    name: 'low-port',
    what: 'A service on port 80 that doesn’t run as root',
    command: 'exec nc -ll -p 80 -e sh',
    lines: ['USER 65534:65534'],
    challenge: { expose_port: 80 },
    ask: shell,
  },
  {
    name: 'drops-root',
    what: 'A service that starts as root and changes to another user itself (`su`, `gosu`, `setpriv`)',
    command: `exec su -s /bin/sh player -c 'exec nc -ll -p 7000 -e sh'`,
    ask: shell,
  },
  {
    name: 'chroot',
    what: 'A jail made with `chroot`',
    command:
      'mkdir -p /jail/bin; cp /bin/busybox /jail/bin/sh; echo "$FLAG" > /jail/flag; exec nc -ll -p 7000 -e chroot /jail /bin/sh',
    ask: 'read f < /flag; echo "$f"\nexit\n',
  },
  {
    name: 'read-only',
    what: 'An image with the label `pennant.readonly=true` that writes to `/tmp` only',
    command: 'echo "$FLAG" > /tmp/flag; exec nc -ll -p 7000 -e cat /tmp/flag',
    lines: ['LABEL pennant.readonly=true'],
    ask: '',
  },
  {
    name: 'workers',
    what: 'A service that forks a hundred processes',
    command: 'i=0; while [ $((i=i+1)) -le 100 ]; do sleep 100000 & done; exec nc -ll -p 7000 -e sh',
    ask: shell,
  },
  {
    name: 'daemon',
    what: 'A daemon that goes to the background while the first process exits',
    command: 'setsid nc -ll -p 7000 -e sh > /dev/null 2>&1 & exit 0',
    ask: shell,
    told: { refused: 'instance.exited' },
  },
  {
    name: 'no-service',
    what: 'An image that runs a shell, and nothing that listens (`CMD ["sh"]`)',
    command: 'exec sh',
    ask: shell,
    told: { refused: 'instance.exited' },
  },
  {
    name: 'ignores-term',
    what: 'A service that ignores SIGTERM',
    command: `trap '' TERM; nc -ll -p 7000 -e sh & while :; do sleep 1; done`,
    ask: shell,
  },
  {
    name: 'dual-stack',
    what: 'A service on an IPv6 socket that takes IPv4, too, as most runtimes create it',
    command: 'exec socat TCP6-LISTEN:7000,reuseaddr,fork EXEC:/bin/sh',
    ask: shell,
  },
  {
    name: 'ipv6-only',
    what: 'A service that listens on IPv6 only (`IPV6_V6ONLY`)',
    command: 'exec socat TCP6-LISTEN:7000,ipv6-v6only=1,reuseaddr,fork EXEC:/bin/sh',
    ask: shell,
    told: {
      nothing:
        'Nothing, because the system shows such a socket as one that takes IPv4, too. The player’s connection is refused. Let it listen on 0.0.0.0.',
    },
  },
  {
    name: 'loopback',
    what: 'A service that listens on 127.0.0.1',
    command: 'exec socat TCP-LISTEN:7000,bind=127.0.0.1,reuseaddr,fork EXEC:/bin/sh',
    ask: shell,
    told: { remark: 'LoopbackOnly' },
  },
  {
    name: 'other-port',
    what: 'A service that listens on a different port than the challenge says',
    command: 'exec nc -ll -p 8000 -e sh',
    ask: shell,
    needs: { setting: 'challenge.field.exposePort', challenge: { expose_port: 8000 } },
    told: { remark: 'NotListening' },
  },
  {
    name: 'udp',
    what: 'A service on UDP',
    command: 'exec socat UDP-LISTEN:7000,fork EXEC:/bin/sh',
    ask: shell,
    told: { remark: 'NotListening' },
  },
  {
    name: 'chatty',
    what: 'A service that logs without end (the older half is dropped beyond 4 MB)',
    command:
      'i=0; while [ $((i=i+1)) -le 200000 ]; do echo "a line of a log that nobody ever reads"; done & exec nc -ll -p 7000 -e sh',
    ask: shell,
  },
  {
    name: 'crashes',
    what: 'A service that exits after a while, such as in a crash',
    command: 'nc -ll -p 7000 -e sh & while [ ! -e /tmp/end ]; do sleep 1; done; exit 7',
    ask: 'echo "$FLAG"; touch /tmp/end\nexit\n',
    endsAlone: true,
  },
  {
    name: 'memory',
    what: 'A service that needs 100 MB of memory at its start',
    command: 'dd if=/dev/zero of=/dev/null bs=100M count=1 && exec nc -ll -p 7000 -e sh',
    ask: shell,
    needs: { setting: 'challenge.field.memoryLimit', challenge: { memory_limit: 256 } },
    told: { refused: 'instance.exited' },
  },
]
