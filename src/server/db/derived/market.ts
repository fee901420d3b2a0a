import { marketKeywords } from '../schema/market.ts'
import type { DerivedColumns } from './entry.ts'

export const MARKET: readonly DerivedColumns[] = [
  {
    columns: [marketKeywords.score],
    from: [marketKeywords],
    recompute: ['integrations/keyword-market/rescore.ts#rescore'],
    test: {
      file: 'features/market/market-imports/market-imports.test.ts',
      title: 'a score compares a search with all others of its country, after any import',
    },
  },
]
