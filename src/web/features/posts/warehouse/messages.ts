import type { WarehouseState } from '#shared/features/posts/warehouse/contract.ts'
import type { SourcePart } from '#shared/features/posts/warehouse/rules.ts'
import { counted, countedIn } from '#shared/format/count.ts'

export const FAILED_TO_READ = 'Couldn’t start reading the warehouse'

const PARTS: Readonly<Record<SourcePart, string>> = {
  posts: 'posts',
  earnings: 'earnings',
  availability: 'stock',
}

/** The progress of an import: `Reading ClickHouse: earnings, 40,000 rows so far`. */
export const progressOf = ({ adapter, part, rows }: WarehouseState): string =>
  `Reading ${adapter}${part === null ? '' : `: ${PARTS[part]}`}${rows > 0 ? `, ${countedIn(rows, 'row')} so far` : ''}`

/** The total number of skipped rows. */
export const leftOut = ({ refused }: WarehouseState): number =>
  refused.reduce((sum, { rows }) => sum + rows, 0)

/** Why rows of a part were skipped: `posts, 12: There is no such site.` */
export const reasonOf = ({ part, rows, why }: WarehouseState['refused'][number]): string =>
  `${PARTS[part]}, ${counted(rows)}: ${why.replace(/^\w+: /, '')}`
