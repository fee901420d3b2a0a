import { BUILT_IN } from '../../settings/settings-group.ts'
import type { Assistant } from './port.ts'

/** Answers commands only; sends nothing to outside systems. */
export const createBuiltInAssistant = (): Assistant => ({
  live: null,
  check: async () => ({ adapter: BUILT_IN, ok: true, detail: 'The bot answers commands.' }),
})
