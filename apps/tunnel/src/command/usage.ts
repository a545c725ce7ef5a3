import { tunnelPort } from '@pennant/contract/tunnel'
import { programName } from '../version.ts'

export const usage = `Brings the instances of a competition's challenges to ports of this machine.

${programName} serve [--port ${tunnelPort}] [--host 127.0.0.1] [--key]
    Waits for the sites of your events. When one asks, you decide. On Linux only programs of your own user
    can connect. --key puts a secret into the address instead, which you enter in the settings of the site.

${programName} connect URL [--port N] [--host 127.0.0.1]
    One tunnel to a ws:// or wss:// address, without any site.

${programName} allow SITE       Lets a site use the tunnel, https://ctf.example for instance.
${programName} revoke SITE      Takes that back and closes what the site has opened.
${programName} list             The sites, and the tunnels they have opened.
${programName} status           Whether a tunnel runs, and where. Exit code 1 when none does.

Of serve and connect:
    --verbose         also tells about every connection
    --log-json        lines of JSON instead of text; asks nothing

    --help, --version

Permissions are kept in a file of yours; PENNANT_TUNNEL_HOME moves it to a folder of your choice.
Exit codes: 0 all went well, 1 it did not, 2 the command was not understood.
`
