import { z } from 'zod'
import {
  BUILT_IN,
  isOpenToOthers,
  optionalText,
  settingGroup,
  webAddress,
} from '../../settings/settings-group.ts'

export interface ClickHouseAccount {
  /** Where its HTTP interface is. */
  baseUrl: string
  user: string
  password: string
  database: string
}

/** Where ClickHouse's HTTP interface is, and what the setting of it must look like. */
export const CLICKHOUSE_ADDRESS = webAddress().optional()
export const EXPECTED_CLICKHOUSE = 'an address such as http://127.0.0.1:8123'

export const clickHouseSettings = settingGroup({
  variables: {
    CLICKHOUSE_URL: CLICKHOUSE_ADDRESS,
    CLICKHOUSE_USER: z.string().min(1).default('default'),
    CLICKHOUSE_PASSWORD: optionalText(),
    CLICKHOUSE_DATABASE: z
      .string()
      .regex(/^[A-Za-z_][A-Za-z0-9_]{0,62}$/)
      .default('copydesk'),
  },
  expected: {
    CLICKHOUSE_URL: EXPECTED_CLICKHOUSE,
    CLICKHOUSE_DATABASE: 'a name of letters, digits and underscores',
  },
  requires: {
    CLICKHOUSE_USER: 'CLICKHOUSE_URL',
    CLICKHOUSE_PASSWORD: 'CLICKHOUSE_URL',
    CLICKHOUSE_DATABASE: 'CLICKHOUSE_URL',
  },
  refusedInProduction: ({ CLICKHOUSE_URL: url, CLICKHOUSE_PASSWORD: password }) =>
    url !== undefined && password !== undefined && isOpenToOthers(url)
      ? 'CLICKHOUSE_URL is not usable: a password would be sent unencrypted.'
      : null,
  settings(values): { clickHouse: ClickHouseAccount | undefined } {
    const { CLICKHOUSE_URL: baseUrl, CLICKHOUSE_USER: user, CLICKHOUSE_PASSWORD: password = '' } = values
    if (baseUrl === undefined) return { clickHouse: undefined }
    return { clickHouse: { baseUrl, user, password, database: values.CLICKHOUSE_DATABASE } }
  },
  vendors: ({ clickHouse }) => ({
    warehouse: clickHouse ? `ClickHouse at ${clickHouse.baseUrl}, ${clickHouse.database}` : BUILT_IN,
  }),
})
