import { downloadTunnel, tunnelFile } from '@pennant/contract/tunnel-program'
import { Icon } from '../../../ui/icon.tsx'
import classes from './tunnel-dialog.module.css'

export const ProgramLink = () => (
  <a className={classes.program} href={downloadTunnel.path} download={tunnelFile}>
    <Icon name="download" />
    {tunnelFile}
  </a>
)
