import { z } from 'zod'
import { settingGroup } from '../settings/settings-group.ts'

const Key = z
  .string()
  .regex(/^[0-9a-f]{64}$/i)
  .optional()
const EXPECTED = '64 hexadecimal digits, such as openssl rand -hex 32 prints'

export const securitySettings = settingGroup({
  variables: { SECRET_KEY: Key, SECRET_KEY_PREVIOUS: Key },
  expected: { SECRET_KEY: EXPECTED, SECRET_KEY_PREVIOUS: EXPECTED },
  settings: ({ SECRET_KEY, SECRET_KEY_PREVIOUS }) => ({
    /** Seals what must not be readable in the database, 32 bytes in hexadecimal; without it a file in the data folder. */
    secretKey: SECRET_KEY,
    /** Opens what was sealed before the key was replaced. */
    previousSecretKey: SECRET_KEY_PREVIOUS,
  }),
})
