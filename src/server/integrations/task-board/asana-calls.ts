import type { z } from 'zod'
import { IntegrationError } from '../integration-error.ts'
import type { VendorClient, VendorRequest } from '../vendor-client/vendor-client.ts'
import * as asana from './asana-schemas.ts'
import type { BoardSection, Proceed } from './port.ts'

export const SYSTEM = 'Asana'
const PAGE = 100
/** A board of more tasks than this is searched no further. */
const MOST_PAGES = 100
const SECTIONS_MAX_AGE_MS = 5 * 60_000

export function refusal(operation: string, advice: string): IntegrationError {
  return new IntegrationError(advice, { system: SYSTEM, operation, kind: 'invalid', advice })
}

export type AsanaCalls = ReturnType<typeof createCalls>

const at = (gid: string) => encodeURIComponent(gid)

interface Reading<Item> {
  /** No further page is needed after these. */
  enough?: (items: Item[]) => boolean
  proceed?: Proceed | undefined
}

/** The calls that several methods need. Ids come from outside and never leave their place in a path. */
export function createCalls(client: VendorClient, clock: () => number) {
  const sections = new Map<string, { readAt: number; list: BoardSection[] }>()

  async function listAll<Item>(
    request: Pick<VendorRequest<unknown>, 'operation' | 'path' | 'query'>,
    item: z.ZodType<Item>,
    { enough = () => false, proceed }: Reading<Item> = {},
  ): Promise<Item[]> {
    const found: Item[] = []
    let offset: string | undefined
    for (let page = 0; page < MOST_PAGES; page++) {
      const answer = await client.send({
        ...request,
        method: 'GET',
        query: { limit: PAGE, offset, ...request.query },
        answer: asana.pageOf(item),
      })
      found.push(...answer.data)
      offset = answer.next_page?.offset
      if (offset === undefined || enough(answer.data)) break
      await proceed?.()
    }
    return found
  }

  async function listSections(boardGid: string): Promise<BoardSection[]> {
    const path = `/projects/${at(boardGid)}/sections`
    const request = { operation: 'list sections', path, query: { opt_fields: 'name' } }
    const list = await listAll<BoardSection>(request, asana.AsanaSection)
    sections.set(boardGid, { readAt: clock(), list })
    return list
  }

  /** A section that is not in the list that we remember may be new. */
  async function sectionNamed(boardGid: string, name: string, operation: string): Promise<BoardSection> {
    const known = sections.get(boardGid)
    const isFresh = known !== undefined && clock() - known.readAt < SECTIONS_MAX_AGE_MS
    const named = (list: readonly BoardSection[]) => list.find((section) => section.name === name)
    const found = (isFresh ? named(known.list) : undefined) ?? named(await listSections(boardGid))
    if (!found) throw refusal(operation, `The board has no section “${name}”.`)
    return found
  }

  return {
    client,
    at,
    listAll,
    listSections,
    sectionNamed,
    putIntoSection: (taskGid: string, section: BoardSection) =>
      client.send({
        operation: 'move a task',
        method: 'POST',
        path: `/sections/${at(section.gid)}/addTask`,
        json: { data: { task: taskGid } },
        answer: asana.Nothing,
        isRepeatable: true,
      }),
  }
}

/** Treats "not found" as null instead of an error. */
export async function orNull<Data>(answer: Promise<{ data: Data }>): Promise<Data | null> {
  try {
    return (await answer).data
  } catch (error) {
    if (error instanceof IntegrationError && error.kind === 'not_found') return null
    throw error
  }
}
