import { comparisonEndpoints } from '#shared/features/articles/comparison/contract.ts'
import { presentOldVersion } from '../../../errors.ts'

export const presentOverwritten = presentOldVersion(
  comparisonEndpoints.saveExcludedWords,
  (current: string[]) => ({
    current,
  }),
)
