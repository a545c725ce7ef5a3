import { tunnelPort } from '@pennant/contract/tunnel'
import { programName } from '../paths.ts'

export const usage = `Opens local ports for the instances of a game's challenges.

${programName} serve [--port ${tunnelPort}] [--host 127.0.0.1] [--key]
    Run the tunnel for the sites of your events. When a site asks to use it, you decide. On Linux, only
    programs of your own user can connect. --key puts a secret into the address that you enter in the
    settings of the site.

${programName} connect URL [--port N] [--host 127.0.0.1]
    Open one tunnel to a ws:// or wss:// address, without a site.

${programName} allow SITE       Allow a site to use the tunnel, such as https://ctf.example.
${programName} revoke SITE      Revoke that and close what the site has opened.
${programName} list             List the sites and the tunnels they have opened.
${programName} status           Show whether a tunnel is running, and where. Exit code 1 if none is.

Options for serve and connect:
    --verbose         Also report every connection.
    --log-json        Print lines of JSON instead of text, and ask nothing.

    --help, --version

Permissions are kept in a file of yours. Set PENNANT_TUNNEL_HOME to use another folder.
Exit codes: 0 success, 1 failure, 2 unknown command or option.
`
