import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { PennantMark } from '../../ui/icon.tsx'
import { Markdown } from '../../ui/markdown/markdown.tsx'
import { Name } from '../../ui/name.tsx'
import { NarrowPage } from '../../ui/narrow-page.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Row } from '../../ui/row.tsx'
import { ScoreCurve } from '../../ui/score-curve/score-curve.tsx'
import { Stack } from '../../ui/stack.tsx'
import classes from './gallery.module.css'

const source = `#### Markdown

A *text* with \`code\`, $e^{i\\pi} = -1$, a [link](/ui) and

| a table | of two |
| --- | --- |
| rows | 2 |

> a quotation

\`\`\`ts
const answer: number = 42
\`\`\`
`

export const Surfaces = () => (
  <section className={classes.part} aria-labelledby="surfaces">
    <h2 id="surfaces">{'Surfaces'}</h2>
    <PageHead title="The head of a page" lead="What it is about" actions={<Button>{'Do it'}</Button>} />
    <Panel labelledBy="panel">
      <h2 id="panel">{'A panel'}</h2>
      <div className={classes.row}>
        <PennantMark size={32} />
        <Avatar name="Ada" url={null} size={40} />
        <Name>פריק!</Name>
      </div>
      <Markdown source={source} />
      <ScoreCurve
        curve={{ originalScore: 1000, minScoreRate: 0.25, difficulty: 5 }}
        solves={7}
        label="From 1000 down to 250"
        labels={{ solves: 'Solves', points: 'Points' }}
      />
    </Panel>
    {(['xs', 's', 'm', 'l', 'xl'] as const).map((gap) => (
      <Stack key={gap} gap={gap}>
        <Row gap={gap}>
          <Button>{`Row ${gap}`}</Button>
          <Button>{'Beside'}</Button>
        </Row>
        <Button>{`Stack ${gap}`}</Button>
      </Stack>
    ))}
    <NarrowPage titleId="narrow" title="A narrow page" lead="One thing to do">
      <Button kind="primary">{'Do it'}</Button>
    </NarrowPage>
  </section>
)
