import { z } from 'zod'
import { settingGroup, webAddress } from '../../../settings/settings-group.ts'

/** What the footer and the help say. */
export const systemSettings = settingGroup({
  variables: {
    HELP_EMAIL: z.email().default('help@copydesk.example'),
    REPOSITORY_URL: webAddress().prefault('https://code.copydesk.example'),
    COMMIT: z
      .string()
      .regex(/^[0-9a-f]{7,40}$/)
      .optional(),
  },
  expected: {
    HELP_EMAIL: 'an email address',
    REPOSITORY_URL: 'an address such as https://code.example.com/copydesk',
    COMMIT: '7 to 40 hexadecimal digits',
  },
  settings: ({ HELP_EMAIL, REPOSITORY_URL, COMMIT }) => ({
    helpEmail: HELP_EMAIL,
    /** Where the commit in the footer can be looked up. */
    repositoryUrl: REPOSITORY_URL,
    commit: COMMIT,
  }),
})
