import type { ChallengeEditDetail, FlagCreate } from '@pennant/contract/challenge'
import type { ChallengeEditing } from '../use-challenge-editing.ts'
import { AttachmentSection } from './attachment-section.tsx'
import { FlagFilesSection } from './flag-files-section.tsx'
import { FlagLinesSection, type FlagText } from './flag-lines-section.tsx'
import { FlagListSection } from './flag-list-section.tsx'
import { TeamCount } from './team-count.tsx'

const usualName = 'attachment'

type Props = { game: number; challenge: ChallengeEditDetail; editing: ChallengeEditing; flagText: FlagText }

/** What is saved right away. */
export const FlagParts = ({ game, challenge, editing, flagText }: Props) => {
  const { id, type, flags, attachment, fileName, isEnabled } = challenge
  const known = flags.map(({ flag }) => flag)
  const add = (some: FlagCreate[]): Promise<void> => editing.addFlags(id, some)
  const linked = type === 'DynamicAttachment'
  return (
    <>
      {type !== 'DynamicContainer' && (
        <>
          {linked && <TeamCount game={game} flags={flags.length} />}
          {linked && <FlagFilesSection known={known} fileName={fileName ?? usualName} onAdd={add} />}
          <FlagLinesSection text={flagText} linked={linked} known={known} onAdd={add} />
          <FlagListSection
            flags={flags}
            attached={linked}
            enabled={isEnabled}
            onRemove={(flag) => editing.removeFlag(id, flag.id)}
            onDone={() => editing.refresh(id)}
          />
        </>
      )}
      {!linked && (
        <AttachmentSection
          game={game}
          enabled={isEnabled}
          attachment={attachment}
          onAttach={(body) => editing.attach(id, body)}
        />
      )}
    </>
  )
}
