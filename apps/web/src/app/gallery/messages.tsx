import { Badge } from '../../ui/badge.tsx'
import { BloodMark } from '../../ui/blood-mark.tsx'
import { Button } from '../../ui/button.tsx'
import { Callout } from '../../ui/callout.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Facts } from '../../ui/facts.tsx'
import { LiveChip } from '../../ui/live-chip.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { SolveMark } from '../../ui/solve-mark.tsx'
import { useToasts } from '../../ui/toast-store.ts'
import classes from './gallery.module.css'

const tones = ['neutral', 'good', 'caution', 'danger'] as const

export const Messages = () => {
  const toasts = useToasts()
  return (
    <section className={classes.part} aria-labelledby="messages">
      <h2 id="messages">{'Messages'}</h2>
      {tones.map((tone) => (
        <Callout key={tone} tone={tone} title={tone}>
          <p>{'What to do about it.'}</p>
        </Callout>
      ))}
      <div className={classes.row}>
        {([...tones, 'news'] as const).map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
        {([0, 1, 2, 3] as const).map((rank) => (
          <BloodMark key={rank} rank={rank} size={24} />
        ))}
      </div>
      <div className={classes.row}>
        {(['dip', 'top'] as const).map((at) => (
          <div key={at} style={{ width: 44, height: 132 }}>
            <SolveMark rank={1} at={at} />
          </div>
        ))}
      </div>
      <div className={classes.row}>
        {(['live', 'connecting', 'offline'] as const).map((state) => (
          <LiveChip key={state} state={state} label={state} detail="as of 14:05" />
        ))}
      </div>
      <div className={classes.row}>
        {(['good', 'danger', 'caution', 'news', 'pending'] as const).map((tone) => (
          <Button key={tone} size="small" onClick={() => toasts.show({ tone, title: tone, text: 'A toast' })}>
            {tone}
          </Button>
        ))}
      </div>
      <Facts
        facts={[
          { name: 'Version', value: '1.2.3' },
          { name: 'Waiting', value: 7 },
        ]}
      />
      <ProgressBar label="Known" share={0.4} />
      <ProgressBar label="Unknown" share={null} thin />
      <Skeleton label="Loading" lines={4} />
      <EmptyState title="Nothing here yet" text="New items will be here.">
        <Button kind="primary">{'Begin'}</Button>
      </EmptyState>
    </section>
  )
}
