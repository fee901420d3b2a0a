import { replacementEndpoints } from '#shared/features/articles/replacements/contract.ts'
import { useMay } from '#web/api/session.ts'

const { access } = replacementEndpoints.prepare

/** Whether the user may request articles, and so replace products in them. */
export const useMayReplace = (): boolean => useMay(...access)
