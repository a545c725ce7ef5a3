import { createHand } from './players/hand.ts'
import { serve } from './worker.ts'

serve(createHand())
