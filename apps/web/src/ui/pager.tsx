import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import classes from './pager.module.css'

type Props = {
  page: number
  pages: number
  labels: { label: string; previous: string; next: string; place: string }
  onPage: (page: number) => void
}

export const Pager = ({ page, pages, labels, onPage }: Props) =>
  pages <= 1 ? null : (
    <nav className={classes.pager} aria-label={labels.label}>
      <Button size="small" icon={<Icon name="left" />} disabled={page <= 1} onClick={() => onPage(page - 1)}>
        {labels.previous}
      </Button>
      <span className={classes.place}>{labels.place}</span>
      <Button
        size="small"
        icon={<Icon name="right" />}
        disabled={page >= pages}
        onClick={() => onPage(page + 1)}
      >
        {labels.next}
      </Button>
    </nav>
  )
