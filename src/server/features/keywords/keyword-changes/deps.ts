import type { RunDeps } from '../../../kernel/runs/run.ts'
import type { KeywordsService } from '../keywords/service.ts'

export interface ChangeDeps extends RunDeps {
  timeZone: string
  keywords: Pick<KeywordsService, 'resolveTags' | 'resolveSites' | 'whereOf'>
}
