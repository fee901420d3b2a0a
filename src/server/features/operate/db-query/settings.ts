import { z } from 'zod'
import { settingGroup } from '../../../settings/settings-group.ts'

export const consoleSettings = settingGroup({
  variables: { DATABASE_CONSOLE: z.enum(['on', 'off']).optional() },
  expected: { DATABASE_CONSOLE: 'on or off' },
  settings: ({ DATABASE_CONSOLE }) => ({
    /** Whether the Database Interface may be used; left out, it depends on the server's version. */
    databaseConsole: DATABASE_CONSOLE,
  }),
})
