import { z } from 'zod'
import { settingGroup } from '../../settings-group.ts'

export const articleSettings = settingGroup({
  variables: {
    STRICT_VERSIONS: z.stringbool().default(false),
    SELF_APPROVAL: z.enum(['allowed', 'forbidden']).default('allowed'),
  },
  expected: { STRICT_VERSIONS: 'true or false', SELF_APPROVAL: 'allowed or forbidden' },
  settings: ({ STRICT_VERSIONS, SELF_APPROVAL }) => ({
    /** Refuse a save of an article that does not say which version it changes. */
    strictVersions: STRICT_VERSIONS,
    allowSelfApproval: SELF_APPROVAL === 'allowed',
  }),
})
