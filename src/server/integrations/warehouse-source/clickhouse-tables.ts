import type { SourcePart } from '#shared/features/posts/warehouse/rules.ts'

export interface ClickHouseColumn {
  name: string
  type: string
  /** How it is read: text or a number, the same on servers of every age and time zone. */
  read: string
  /** Unix seconds outside, ISO 8601 here. */
  isMoment?: boolean
}

export interface ClickHouseTable {
  name: string
  columns: readonly ClickHouseColumn[]
  /** What a row is known by, in order; of its columns. */
  key: readonly string[]
  /** Version column: the highest value wins if a key was written twice. */
  version: string
}

const words = (name: string): ClickHouseColumn => ({ name, type: 'String', read: name })
const moment = (name: string): ClickHouseColumn => ({
  name,
  type: "Nullable(DateTime('UTC'))",
  read: `toUInt32(${name})`,
  isMoment: true,
})

/** Table of each part. Rows with the same key are merged; the newer one stays. */
export const CLICKHOUSE_TABLES: Readonly<Record<SourcePart, ClickHouseTable>> = {
  posts: {
    name: 'copydesk_posts',
    columns: [
      words('site'),
      words('post_id'),
      words('title'),
      moment('published'),
      moment('modified'),
      words('address'),
      words('focus_keyword'),
      words('picture'),
      words('tracking_id'),
      words('products'),
    ],
    key: ['site', 'post_id'],
    version: 'written_at',
  },
  earnings: {
    name: 'copydesk_earnings',
    columns: [
      words('site'),
      words('post_id'),
      { name: 'week', type: 'Date', read: 'toString(week)' },
      words('asin'),
      { name: 'earnings', type: 'Decimal(18, 2)', read: 'toString(earnings)' },
    ],
    key: ['site', 'post_id', 'week', 'asin'],
    version: 'written_at',
  },
  availability: {
    name: 'copydesk_availability',
    columns: [
      words('asin'),
      words('availability'),
      {
        name: 'seen',
        type: "DateTime('UTC') DEFAULT now()",
        read: 'toUInt32(seen)',
        isMoment: true,
      },
    ],
    key: ['asin'],
    version: 'seen',
  },
}

/** Time of a row's last write; older rows are not read again. */
export const WRITTEN_AT = 'written_at'

const columnsOf = ({ columns }: ClickHouseTable) =>
  [...columns.map(({ name, type }) => `${name} ${type}`), `${WRITTEN_AT} DateTime('UTC') DEFAULT now()`].join(
    ',\n  ',
  )

/** What makes the tables in a database; as often as one likes. */
export const clickHouseStatements = (database: string): string[] => [
  `CREATE DATABASE IF NOT EXISTS ${database}`,
  ...Object.values(CLICKHOUSE_TABLES).map(
    (table) => `CREATE TABLE IF NOT EXISTS ${database}.${table.name} (
  ${columnsOf(table)}
) ENGINE = ReplacingMergeTree(${table.version})
ORDER BY (${table.key.join(', ')})`,
  ),
]
