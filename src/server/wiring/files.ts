import { reviewFiles } from '../features/access-reviews/feature.ts'
import { adoptionFiles } from '../features/adoptions/feature.ts'
import { contentFiles } from '../features/content-tracker/feature.ts'
import { strikingFiles } from '../features/gsc-keywords/feature.ts'
import { marketFiles } from '../features/market-exports/feature.ts'
import { runFiles } from '../features/offboarding/feature.ts'
import { mentionFiles } from '../features/product-library/feature.ts'
import { rivalryFiles } from '../features/rivalries/feature.ts'
import { winnerFiles } from '../features/share-of-voice/feature.ts'
import type { PartsOf } from './frame.ts'

/** The files that can be taken away, of every kind. */
export const ownFiles = (
  of: PartsOf<typeof winnerFiles> &
    PartsOf<typeof contentFiles> &
    PartsOf<typeof mentionFiles> &
    PartsOf<typeof runFiles> &
    PartsOf<typeof reviewFiles> &
    PartsOf<typeof adoptionFiles> &
    PartsOf<typeof strikingFiles> &
    PartsOf<typeof rivalryFiles> &
    PartsOf<typeof marketFiles>,
) => ({
  ...winnerFiles(of),
  ...contentFiles(of),
  ...mentionFiles(of),
  ...runFiles(of),
  ...reviewFiles(of),
  ...adoptionFiles(of),
  ...strikingFiles(of),
  ...rivalryFiles(of),
  ...marketFiles(of),
})
