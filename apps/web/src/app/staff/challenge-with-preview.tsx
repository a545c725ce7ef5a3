import { ChallengePreview } from '../../features/challenge/components/challenge-preview.tsx'
import { ChallengePage, type Preview } from '../../features/challenge-edit/pages/challenge-page.tsx'

export const ChallengeWithPreview = () => <ChallengePage preview={preview} />

const preview: Preview = ({ challenge: { detail, solved, labels }, flags, onClose }) => (
  <ChallengePreview
    challenge={detail}
    solved={solved}
    labels={labels}
    isRight={(flag) => flags.some((one) => one.flag === flag)}
    onClose={onClose}
  />
)
