import { notFound } from '../../../errors.ts'
import type { EventHookDeps } from './deps.ts'
import { type HookNumbers, type HookRow, listHooks, readNumbers } from './queries.ts'

export interface ReadHook {
  row: HookRow
  numbers: HookNumbers
}

export async function readHook({ db }: Pick<EventHookDeps, 'db'>, id: number): Promise<ReadHook> {
  const [row] = await listHooks(db, id)
  if (!row) throw notFound('Event hook')
  return { row, numbers: await readNumbers(db, id) }
}
