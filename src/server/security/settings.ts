import { z } from 'zod'
import { settingGroup } from '../settings/settings-group.ts'

export const securitySettings = settingGroup({
  variables: {
    SECRET_KEY: z
      .string()
      .regex(/^[0-9a-f]{64}$/i)
      .optional(),
  },
  expected: { SECRET_KEY: '64 hexadecimal digits, such as openssl rand -hex 32 prints' },
  settings: ({ SECRET_KEY }) => ({
    /** Seals what must not be readable in the database, 32 bytes in hexadecimal; without it a file in the data folder. */
    secretKey: SECRET_KEY,
  }),
})
