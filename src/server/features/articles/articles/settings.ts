import { z } from 'zod'
import { settingGroup } from '../../../settings/settings-group.ts'

export const articleSettings = settingGroup({
  variables: {
    STRICT_VERSIONS: z.stringbool().default(false),
    SELF_APPROVAL: z.enum(['allowed', 'forbidden']).default('allowed'),
    DECISION_UNDO_SECONDS: z.coerce.number().int().min(0).max(60).default(10),
  },
  expected: {
    STRICT_VERSIONS: 'true or false',
    SELF_APPROVAL: 'allowed or forbidden',
    DECISION_UNDO_SECONDS: 'a number of seconds from 0 to 60',
  },
  settings: ({ STRICT_VERSIONS, SELF_APPROVAL, DECISION_UNDO_SECONDS }) => ({
    /** Refuse a save of an article that does not say which version it changes. */
    strictVersions: STRICT_VERSIONS,
    allowSelfApproval: SELF_APPROVAL === 'allowed',
    decisionUndoSeconds: DECISION_UNDO_SECONDS,
  }),
})
