import { z } from 'zod'
import type { Db } from '#server/db/connect.ts'
import { commissionCategories } from '#server/db/schema/commission-categories.ts'
import { amount, words } from './cells.ts'
import { readTable } from './words.ts'

const Category = z.strictObject({ category: words, percent: amount })

/** Commission rates by category of the sample's catalogue. */
const CATEGORIES = await readTable('commissions.csv', Category)

export async function insertCommissions(tx: Db): Promise<void> {
  await tx
    .insert(commissionCategories)
    .values(CATEGORIES.map(({ category, percent }) => ({ name: category, rate: Math.round(percent * 100) })))
}
