import { Markdown } from '../../ui/markdown/markdown.tsx'
import classes from './layout.module.css'

/** What the organisers have to say below every page. */
export const FooterText = ({ source }: { source: string }) => (
  <div className={classes.footerText}>
    <Markdown source={source} />
  </div>
)
