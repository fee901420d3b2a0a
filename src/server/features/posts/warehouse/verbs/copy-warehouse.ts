import { SOURCE_PARTS, type SourcePart } from '#shared/features/posts/warehouse/rules.ts'
import { type Db, transaction } from '../../../../db/connect.ts'
import {
  type SourceKey,
  type SourceRows,
  sourceKey,
  type WarehouseSource,
  type WritableWarehouse,
} from '../../../../integrations/warehouse-source/port.ts'
import { audit } from '../../../../security/audit.ts'

const OPERATOR = { kind: 'operator', name: 'npm run warehouse' } as const

/** Rows that are compared together. */
const MOST: Readonly<Record<SourcePart, number>> = { posts: 500, earnings: 20_000, availability: 20_000 }

export interface CopiedRows {
  /** Rows that were not there, that were other ones, and that were there already. */
  added: number
  changed: number
  repeated: number
}

export interface CopyDeps {
  db: Db
  from: WarehouseSource
  to: WritableWarehouse
  /** Only counts. */
  isDryRun: boolean
  /** Called after each slice with the totals of the part so far. */
  onProgress: (part: SourcePart, counted: CopiedRows) => void
}

const wordOf = (key: SourceKey) => JSON.stringify(key)

/** What of a slice is not there as it should be. */
function differing<Part extends SourcePart>(
  part: Part,
  rows: readonly SourceRows[Part][],
  there: ReadonlyMap<string, string>,
  counted: CopiedRows,
): SourceRows[Part][] {
  return rows.filter((row) => {
    const known = there.get(wordOf(sourceKey(part, row)))
    if (known === JSON.stringify(row)) counted.repeated += 1
    else if (known === undefined) counted.added += 1
    else counted.changed += 1
    return known !== JSON.stringify(row)
  })
}

/** All rows in the target between two keys. */
async function readThere<Part extends SourcePart>(
  to: WritableWarehouse,
  part: Part,
  { after, upTo }: { after: SourceKey | null; upTo: SourceKey | undefined },
) {
  const there = new Map<string, string>()
  for (let from = after; ; ) {
    const { rows, next } = await to.read(part, { after: from, upTo, since: null, most: MOST[part] })
    for (const row of rows) there.set(wordOf(sourceKey(part, row)), JSON.stringify(row))
    if (next === null) return there
    from = next
  }
}

async function copyPart<Part extends SourcePart>(
  { from, to, isDryRun, onProgress }: CopyDeps,
  part: Part,
  isThere: boolean,
): Promise<CopiedRows> {
  const counted: CopiedRows = { added: 0, changed: 0, repeated: 0 }
  for (let after: SourceKey | null = null; ; ) {
    const { rows, next }: { rows: SourceRows[Part][]; next: SourceKey | null } = await from.read(part, {
      after,
      since: null,
      most: MOST[part],
    })
    const last = rows.at(-1)
    if (last !== undefined) {
      const upTo = sourceKey(part, last)
      const there = isThere ? await readThere(to, part, { after, upTo }) : new Map<string, string>()
      const wanted = differing(part, rows, there, counted)
      if (!isDryRun) await to.write(part, wanted)
      onProgress(part, counted)
    }
    if (next === null) return counted
    after = next
  }
}

/**
 * Copies Copydesk's data to an external warehouse. Rows that are already correct are left alone: an
 * interrupted copy continues where it stopped, and a repeated one changes nothing.
 */
export async function copyWarehouse(deps: CopyDeps): Promise<Record<SourcePart, CopiedRows>> {
  const { db, to, isDryRun } = deps
  if (!isDryRun) await to.prepare()
  const missing = await to.missingParts()
  const copied = {} as Record<SourcePart, CopiedRows>
  for (const part of SOURCE_PARTS) copied[part] = await copyPart(deps, part, !missing.includes(part))
  if (!isDryRun)
    await transaction(db, (tx) =>
      audit(tx, OPERATOR, 'warehouse.copied', { label: to.account, after: copied }),
    )
  return copied
}
