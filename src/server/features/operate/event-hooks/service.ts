import { eventHookEndpoints } from '#shared/features/operate/event-hooks/contract.ts'
import type { EventHookBody, EventHookChange } from '#shared/features/operate/event-hooks/form.ts'
import type { EventType, SendFilter } from '#shared/features/operate/event-hooks/rules.ts'
import { notFound } from '../../../errors.ts'
import { type Caller, type PersonActor, requires } from '../../../security/actor.ts'
import type { EventHookDeps } from './deps.ts'
import { readHook } from './hook-reader.ts'
import * as queries from './queries.ts'
import { rotateSecret } from './verbs/rotate-secret.ts'
import { createHook, updateHook } from './verbs/save-hook.ts'
import { sendAgain, sendFailedAgain } from './verbs/send-again.ts'
import { deleteHook, pauseHook, resumeHook } from './verbs/stop-hook.ts'
import { testHook } from './verbs/test-hook.ts'

export interface SendQuery {
  page: number
  state?: SendFilter | undefined
  type?: readonly EventType[] | undefined
  since?: string | undefined
  until?: string | undefined
}

/** A send with its tries and the address it goes to. */
export interface ReadSend {
  row: queries.SendRow
  tries: queries.TryRow[]
  hook: queries.HookRow
}

async function readSend({ db }: EventHookDeps, id: number, sendId: string): Promise<ReadSend> {
  const [hook] = await queries.listHooks(db, id)
  const row = await queries.findSend(db, id, sendId)
  if (!hook || !row) throw notFound('Event')
  return { row, hook, tries: await queries.listTries(db, sendId) }
}

async function listSends(deps: EventHookDeps, id: number, { since, until, ...query }: SendQuery) {
  await readHook(deps, id)
  const moments = await queries.momentsOf(deps.db, { since, until, timeZone: deps.timeZone })
  return queries.listSends(deps.db, id, { ...query, ...moments })
}

export type EventHooksService = ReturnType<typeof createEventHooksService>

export function createEventHooksService(deps: EventHookDeps) {
  const asking = (actor: Caller) => requires(actor, eventHookEndpoints.list.access)
  return {
    async listHooks(actor: Caller) {
      asking(actor)
      return queries.listHooks(deps.db)
    },
    async readHook(actor: Caller, id: number) {
      asking(actor)
      return readHook(deps, id)
    },
    async listSends(actor: Caller, id: number, query: SendQuery) {
      asking(actor)
      return listSends(deps, id, query)
    },
    async readSend(actor: Caller, id: number, sendId: string) {
      asking(actor)
      return readSend(deps, id, sendId)
    },
    createHook: (actor: PersonActor, body: EventHookBody) => createHook(deps, actor, body),
    updateHook: (actor: PersonActor, id: number, change: EventHookChange) =>
      updateHook(deps, actor, { id, change }),
    pauseHook: (actor: Caller, id: number) => pauseHook(deps, actor, id),
    resumeHook: (actor: Caller, id: number) => resumeHook(deps, actor, id),
    deleteHook: (actor: Caller, id: number) => deleteHook(deps, actor, id),
    rotateSecret: (actor: PersonActor, id: number, endOld: boolean) =>
      rotateSecret(deps, actor, { id, endOld }),
    testHook: async (actor: Caller, id: number) => readSend(deps, id, await testHook(deps, actor, id)),
    async sendAgain(actor: Caller, id: number, sendId: string) {
      await sendAgain(deps, actor, { id, sendId })
      return readSend(deps, id, sendId)
    },
    sendFailedAgain: (
      actor: Caller,
      id: number,
      days: { since: string | undefined; until: string | undefined },
    ) => sendFailedAgain(deps, actor, { id, ...days }),
  }
}
