import { createPrivateKey, type KeyObject } from 'node:crypto'
import { z } from 'zod'
import type { SourcePart } from '#shared/features/posts/warehouse/rules.ts'
import { isOpenToOthers, optionalText, settingGroup, webAddress } from '../../settings/settings-group.ts'
import { CLICKHOUSE_ADDRESS, EXPECTED_CLICKHOUSE } from './clickhouse-settings.ts'

/** As Snowflake has it: in capitals, unless it was made in quotation marks. */
const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_$]{0,254}$/
/** A table name, optionally with schema and database. */
const isTable = (name: string) => {
  const parts = name.split('.')
  return parts.length <= 3 && parts.every((part) => IDENTIFIER.test(part))
}

type ColumnNames = Readonly<Record<string, string | null>>

/** Default column names of each part; columns with null are optional. */
const DEFAULTS: Readonly<Record<SourcePart, ColumnNames>> = {
  posts: {
    site: 'SITE',
    post_id: 'POST_ID',
    title: 'POST_TITLE',
    published: 'POST_DATE',
    modified: null,
    address: 'PERMALINK',
    focus_keyword: null,
    picture: null,
    tracking_id: null,
    products: 'PRODUCT_LIST',
    written_at: null,
  },
  earnings: {
    site: 'SITE',
    post_id: 'POST_ID',
    week: 'WEEK_START_DATE',
    earnings: 'EARNINGS',
    asin: null,
    written_at: null,
  },
  availability: { asin: 'ASIN', availability: 'AVAILABILITY_TYPE', seen: null, written_at: null },
}
/** Without these a row says nothing. */
const NEEDED: Readonly<Record<SourcePart, readonly string[]>> = {
  posts: ['site', 'post_id', 'title'],
  earnings: ['site', 'post_id', 'week', 'earnings'],
  availability: ['asin', 'availability'],
}

export interface SnowflakeTable {
  /** Its name, optionally with schema and database. */
  name: string
  /** Names of our columns in this table; null for a missing one. */
  columns: ColumnNames
}

export interface SnowflakeAccount {
  /** `ORGANISATION-ACCOUNT`, or a locator with its region. */
  account: string
  user: string
  /** Key for signing tokens, or a token created in Snowflake. */
  key: { privateKey: KeyObject } | { token: string }
  warehouse: string | undefined
  database: string
  schema: string
  role: string | undefined
  baseUrl: string
  tables: Readonly<Record<SourcePart, SnowflakeTable>>
}

const tableName = (name: string) => z.string().refine(isTable).default(name)

/** Overrides such as `site=SITE_CODE, modified=-` on top of the default names. Null if invalid. */
function columnsOf(part: SourcePart, words: string): ColumnNames | null {
  const names: Record<string, string | null> = { ...DEFAULTS[part] }
  for (const pair of words.split(',').filter((each) => each.trim() !== '')) {
    const [field = '', column = '', ...rest] = pair.split('=').map((each) => each.trim())
    const isNone = column === '-' && !NEEDED[part].includes(field)
    if (rest.length > 0 || !Object.hasOwn(names, field) || !(isNone || IDENTIFIER.test(column))) return null
    names[field] = isNone ? null : column
  }
  return names
}

const columns = (part: SourcePart) =>
  z
    .string()
    .default('')
    .transform((words) => columnsOf(part, words))
    .pipe(z.record(z.string(), z.string().nullable()))

function keyOf(pem: string, passphrase: string | undefined): KeyObject | null {
  try {
    const key = createPrivateKey({ key: pem, ...(passphrase === undefined ? {} : { passphrase }) })
    return key.asymmetricKeyType === 'rsa' ? key : null
  } catch {
    return null
  }
}

/** Account names are parts of an address there: an underscore is written as a hyphen. */
const addressOf = (account: string) =>
  `https://${account.toLowerCase().replaceAll('_', '-')}.snowflakecomputing.com`

const EXPECTED_COLUMNS = (example: string) =>
  `names of columns such as ${example}; the fields are those of docs/integrations/warehouse.md, and - marks a missing one`

export const snowflakeSettings = settingGroup({
  variables: {
    CLICKHOUSE_URL: CLICKHOUSE_ADDRESS,
    SNOWFLAKE_ACCOUNT: z
      .string()
      .regex(/^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*$/)
      .optional(),
    SNOWFLAKE_USER: optionalText(),
    SNOWFLAKE_PRIVATE_KEY: optionalText(),
    SNOWFLAKE_PRIVATE_KEY_PASSPHRASE: optionalText(),
    SNOWFLAKE_TOKEN: optionalText(),
    SNOWFLAKE_WAREHOUSE: optionalText(),
    SNOWFLAKE_DATABASE: optionalText(),
    SNOWFLAKE_SCHEMA: z.string().min(1).default('PUBLIC'),
    SNOWFLAKE_ROLE: optionalText(),
    SNOWFLAKE_BASE_URL: webAddress().optional(),
    SNOWFLAKE_T_POSTS: tableName('COPYDESK_POSTS'),
    SNOWFLAKE_T_EARNINGS: tableName('COPYDESK_EARNINGS'),
    SNOWFLAKE_T_AVAILABILITY: tableName('COPYDESK_AVAILABILITY'),
    SNOWFLAKE_C_POSTS: columns('posts'),
    SNOWFLAKE_C_EARNINGS: columns('earnings'),
    SNOWFLAKE_C_AVAILABILITY: columns('availability'),
  },
  expected: {
    CLICKHOUSE_URL: EXPECTED_CLICKHOUSE,
    SNOWFLAKE_ACCOUNT: 'the name of an account such as ACME-NEWS',
    SNOWFLAKE_BASE_URL: 'an address such as https://acme-news.snowflakecomputing.com',
    SNOWFLAKE_T_POSTS: 'the name of a table such as POSTS or CONTENT.PUBLIC.POSTS',
    SNOWFLAKE_T_EARNINGS: 'the name of a table such as EARNINGS or CONTENT.PUBLIC.EARNINGS',
    SNOWFLAKE_T_AVAILABILITY: 'the name of a table such as STOCK or CONTENT.PUBLIC.STOCK',
    SNOWFLAKE_C_POSTS: EXPECTED_COLUMNS('title=POST_TITLE,written_at=UPDATED_AT'),
    SNOWFLAKE_C_EARNINGS: EXPECTED_COLUMNS('week=WEEK_START_DATE,asin=ASIN'),
    SNOWFLAKE_C_AVAILABILITY: EXPECTED_COLUMNS('availability=AVAILABILITY_TYPE,seen=SEEN_AT'),
  },
  together: [['SNOWFLAKE_ACCOUNT', 'SNOWFLAKE_USER', 'SNOWFLAKE_DATABASE']],
  refused(values) {
    const { SNOWFLAKE_PRIVATE_KEY: pem, SNOWFLAKE_TOKEN: token, SNOWFLAKE_ACCOUNT: account } = values
    if (account === undefined)
      return pem === undefined && token === undefined
        ? null
        : 'SNOWFLAKE_ACCOUNT is missing: a key or a token cannot be used without it.'
    if (values.CLICKHOUSE_URL !== undefined)
      return 'CLICKHOUSE_URL and SNOWFLAKE_ACCOUNT: there is one warehouse, so set only one of them.'
    if ((pem === undefined) === (token === undefined))
      return 'SNOWFLAKE_PRIVATE_KEY or SNOWFLAKE_TOKEN: set exactly one of them.'
    if (pem !== undefined && keyOf(pem, values.SNOWFLAKE_PRIVATE_KEY_PASSPHRASE) === null)
      return 'SNOWFLAKE_PRIVATE_KEY is not usable: expected an RSA key in PEM, with its passphrase if it has one.'
    return null
  },
  refusedInProduction: ({ SNOWFLAKE_BASE_URL: url }) =>
    url !== undefined && isOpenToOthers(url)
      ? 'SNOWFLAKE_BASE_URL is not usable: a token would be sent unencrypted.'
      : null,
  settings(values): { snowflake: SnowflakeAccount | undefined } {
    const { SNOWFLAKE_ACCOUNT: account, SNOWFLAKE_USER: user, SNOWFLAKE_DATABASE: database } = values
    const { SNOWFLAKE_PRIVATE_KEY: pem, SNOWFLAKE_TOKEN: token } = values
    const privateKey = pem === undefined ? null : keyOf(pem, values.SNOWFLAKE_PRIVATE_KEY_PASSPHRASE)
    const key = privateKey !== null ? { privateKey } : token !== undefined ? { token } : null
    if (account === undefined || user === undefined || database === undefined || key === null)
      return { snowflake: undefined }
    return {
      snowflake: {
        account,
        user,
        key,
        database,
        warehouse: values.SNOWFLAKE_WAREHOUSE,
        schema: values.SNOWFLAKE_SCHEMA,
        role: values.SNOWFLAKE_ROLE,
        baseUrl: values.SNOWFLAKE_BASE_URL ?? addressOf(account),
        tables: {
          posts: { name: values.SNOWFLAKE_T_POSTS, columns: values.SNOWFLAKE_C_POSTS },
          earnings: { name: values.SNOWFLAKE_T_EARNINGS, columns: values.SNOWFLAKE_C_EARNINGS },
          availability: { name: values.SNOWFLAKE_T_AVAILABILITY, columns: values.SNOWFLAKE_C_AVAILABILITY },
        },
      },
    }
  },
  vendors: ({ snowflake }): Record<string, string> =>
    snowflake ? { warehouse: `Snowflake at ${snowflake.baseUrl} as ${snowflake.user}` } : {},
})
