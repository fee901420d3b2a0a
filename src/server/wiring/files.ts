import { marketFiles } from '../features/market/market-exports/feature.ts'
import { winnerFiles } from '../features/market/share-of-voice/feature.ts'
import { reviewFiles } from '../features/people/access-reviews/feature.ts'
import { runFiles } from '../features/people/offboarding/feature.ts'
import { adoptionFiles } from '../features/posts/adoptions/feature.ts'
import { contentFiles } from '../features/posts/content-tracker/feature.ts'
import { strikingFiles } from '../features/posts/gsc-keywords/feature.ts'
import { rivalryFiles } from '../features/posts/rivalries/feature.ts'
import { mentionFiles } from '../features/products/product-library/feature.ts'
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
