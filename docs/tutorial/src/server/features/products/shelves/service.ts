import { shelfEndpoints } from '#shared/features/products/shelves/contract.ts'
import { PAGE_SIZE } from '#shared/http/fields.ts'
import { type Db, transaction } from '../../../db/connect.ts'
import { rowsWithin } from '../../../db/sql/rows-within.ts'
import { type Caller, requires } from '../../../security/actor.ts'
import { audit } from '../../../security/audit.ts'
import { countShelves, listShelves, type ShelfSearch } from './queries.ts'
import { insertShelf, type ShelfRow } from './store.ts'

export interface ShelvesDeps {
  db: Db
}

async function searchShelves({ db }: ShelvesDeps, search: Omit<ShelfSearch, 'pageSize'>) {
  const total = () => countShelves(db)
  const rows = await rowsWithin((search.page - 1) * PAGE_SIZE, total, () =>
    listShelves(db, { ...search, pageSize: PAGE_SIZE }),
  )
  return { rows, total: await total() }
}

async function createShelf({ db }: ShelvesDeps, actor: Caller, name: string): Promise<ShelfRow> {
  requires(actor, shelfEndpoints.create.access)
  return transaction(db, async (tx) => {
    const shelf = await insertShelf(tx, name)
    await audit(tx, actor, 'shelf.created', { id: shelf.id, label: name, after: { name } })
    return shelf
  })
}

export function createShelvesService(deps: ShelvesDeps) {
  return {
    searchShelves: (search: Omit<ShelfSearch, 'pageSize'>) => searchShelves(deps, search),
    createShelf: (actor: Caller, name: string) => createShelf(deps, actor, name),
  }
}
export type ShelvesService = ReturnType<typeof createShelvesService>
