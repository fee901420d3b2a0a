import type { RunParts } from '../../../kernel/runs/run.ts'
import type { KeywordsService } from '../keywords/service.ts'

export interface ChangeParts extends RunParts {
  timeZone: string
  keywords: Pick<KeywordsService, 'resolveTags' | 'resolveSites' | 'whereOf'>
}
