import type { Frame } from '../../frame.ts'
import type { GroundServices } from '../ground/area.ts'
import type { KeywordServices } from '../keywords/area.ts'
import { createMarketExports } from './market-exports/feature.ts'
import { createMarketImports } from './market-imports/feature.ts'
import { createShareOfVoice } from './share-of-voice/feature.ts'

export { RAW_WINNERS } from './share-of-voice/feature.ts'

export const createMarketArea = (deps: Frame & GroundServices & KeywordServices) => ({
  features: {
    marketExports: createMarketExports(deps),
    marketImports: createMarketImports(deps),
    shareOfVoice: createShareOfVoice(deps),
  },
})
