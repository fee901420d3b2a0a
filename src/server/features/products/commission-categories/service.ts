import {
  type CategoriesQuery,
  type CategoryBody,
  type CategoryChange,
  commissionCategoryEndpoints,
} from '#shared/features/products/commission-categories/contract.ts'
import { type Db, isDuplicate, transaction } from '../../../db/connect.ts'
import { refuseOldVersion } from '../../../db/version.ts'
import { AppError, notFound } from '../../../errors.ts'
import { type Caller, requires } from '../../../security/actor.ts'
import { audit } from '../../../security/audit.ts'
import * as queries from './queries.ts'
import * as store from './store.ts'

export interface CategoryDeps {
  db: Db
}

const valuesOf = ({ name, commission }: CategoryBody): store.CategoryValues => ({
  name,
  rate: Math.round(commission * 100),
})

const auditedOf = ({ name, rate }: store.CategoryValues) => ({ name, commission: rate / 100 })

/** A name is the only thing that no two categories may share, however it is written. */
function refuseTaken({ name }: CategoryBody) {
  return (error: unknown): never => {
    throw isDuplicate(error) ? new AppError('conflict', `The category “${name}” already exists.`) : error
  }
}

async function readCategory(db: Db, id: number): Promise<queries.FoundCategory> {
  const found = await queries.findCategory(db, id)
  if (!found) throw notFound('Commission category')
  return found
}

async function lockCategory(tx: Db, id: number): Promise<store.CategoryRow> {
  const row = await store.lockCategory(tx, id)
  if (!row) throw notFound('Commission category')
  return row
}

async function createCategory({ db }: CategoryDeps, actor: Caller, body: CategoryBody) {
  requires(actor, commissionCategoryEndpoints.create.access)
  const values = valuesOf(body)
  const id = await transaction(db, async (tx) => {
    const category = await store.insertCategory(tx, values)
    await audit(tx, actor, 'commission.created', { id: category, label: body.name, after: auditedOf(values) })
    return category
  }).catch(refuseTaken(body))
  return readCategory(db, id)
}

async function updateCategory({ db }: CategoryDeps, actor: Caller, id: number, body: CategoryChange) {
  requires(actor, commissionCategoryEndpoints.update.access)
  const values = valuesOf(body)
  await transaction(db, async (tx) => {
    const stored = await lockCategory(tx, id)
    await refuseOldVersion({
      sent: body.version,
      stored: stored.version,
      message: 'Another user has changed this category.',
      current: () => readCategory(tx, id),
    })
    if (stored.name === values.name && stored.rate === values.rate) return
    const before = auditedOf(stored)
    await store.writeCategory(tx, id, values)
    await audit(tx, actor, 'commission.changed', { id, label: body.name, before, after: auditedOf(values) })
  }).catch(refuseTaken(body))
  return readCategory(db, id)
}

async function removeCategory({ db }: CategoryDeps, actor: Caller, id: number): Promise<void> {
  requires(actor, commissionCategoryEndpoints.remove.access)
  await transaction(db, async (tx) => {
    const row = await lockCategory(tx, id)
    await store.removeCategory(tx, id)
    await audit(tx, actor, 'commission.deleted', { id, label: row.name, before: auditedOf(row) })
  })
}

/** Commission rates by product category. */
export function createCategoriesService(deps: CategoryDeps) {
  const { db } = deps
  return {
    listCategories: (query: CategoriesQuery) => queries.listCategories(db, query),
    /** What a sale of each of these products brings. */
    commissionsOf: (asins: readonly string[]) => queries.commissionsOf(db, asins),
    createCategory: (actor: Caller, body: CategoryBody) => createCategory(deps, actor, body),
    updateCategory: (actor: Caller, id: number, body: CategoryChange) =>
      updateCategory(deps, actor, id, body),
    removeCategory: (actor: Caller, id: number) => removeCategory(deps, actor, id),
  }
}
export type CategoriesService = ReturnType<typeof createCategoriesService>
