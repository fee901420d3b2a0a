import type { FastifyBaseLogger } from 'fastify'
import { type Db, transaction } from '../../db/connect.ts'
import type { PortCheck } from '../../integrations/health.ts'
import {
  IntegrationError,
  type IntegrationErrorKind,
  OWN_CEILING,
} from '../../integrations/integration-error.ts'
import { sayRefusal } from '../../integrations/refusal-words.ts'
import { BUILT_IN } from '../../settings-group.ts'
import type { NoticesService } from '../notices/service.ts'
import { listAdminIds } from './queries.ts'
import * as store from './store.ts'

/** What passes by itself is seen, but nobody is called for it. */
const PASSING = new Set<IntegrationErrorKind>(['rate_limited', 'unavailable', 'timeout'])

/** What mends a refusal, by the settings that are at fault. */
const REMEDIES: Partial<Record<IntegrationErrorKind, (settings: string) => string>> = {
  unauthorized: (settings) => `Update ${settings} and restart the server.`,
  forbidden: (settings) => `Give the account in ${settings} the permission, or set another one.`,
  payment_required: (settings) => `Buy credit or a larger plan for the account in ${settings}.`,
  not_found: (settings) => `Check that ${settings} names something that exists.`,
  invalid: (settings) => `Check ${settings}.`,
  bad_response: (settings) => `Check ${settings}.`,
}

interface Finding {
  adapter: string
  ok: boolean
  detail: string
  /** What it cannot do although it works; never kept. */
  limit?: string
  /** Somebody has to do something. */
  isLasting: boolean
}

export interface OutsideParts {
  db: Db
  clock: () => Date
  log: Pick<FastifyBaseLogger, 'warn'>
  /** Every outside system, and how it is asked whether it works. */
  portChecks: readonly PortCheck[]
  notices: Pick<NoticesService, 'notify'>
}

function findingOf(error: unknown, settings: string): Finding {
  if (!(error instanceof IntegrationError)) {
    return { adapter: '', ok: false, detail: 'It couldn’t be reached.', isLasting: false }
  }
  // Reached by use, and over at midnight.
  if (error.vendorCode === OWN_CEILING)
    return { adapter: error.system, ok: false, detail: sayRefusal(error), isLasting: false }
  const remedy = REMEDIES[error.kind]?.(settings)
  const detail = [sayRefusal(error), remedy].filter((part) => part !== undefined).join(' ')
  return { adapter: error.system, ok: false, detail, isLasting: !PASSING.has(error.kind) }
}

/** Asks a system whether it works; whatever comes of it is a finding. */
export async function askPort({ check, settings }: Pick<PortCheck, 'check' | 'settings'>): Promise<Finding> {
  try {
    const health = await check()
    // What is built in is nobody's account.
    return { ...health, isLasting: !health.ok && health.adapter !== BUILT_IN }
  } catch (error) {
    return findingOf(error, settings)
  }
}

export type OutsideService = ReturnType<typeof createOutsideService>

/** Whether the systems outside work, asked before their first user finds out. */
export function createOutsideService({ db, clock, log, portChecks, notices }: OutsideParts) {
  /** Writes down what was found; administrators are told once of what they have to mend. */
  async function record(port: string, { isLasting, limit: _, ...finding }: Finding): Promise<void> {
    const checkedAt = clock()
    await transaction(db, async (tx) => {
      const before = await store.lockState(tx, port, checkedAt)
      await store.keepState(tx, { port, checkedAt, ...finding })
      if (!isLasting || (before?.ok === false && before.detail === finding.detail)) return
      for (const userId of await listAdminIds(tx)) {
        const words = `${port}: ${finding.detail}`
        await notices.notify(tx, { userId, kind: 'outside-failed', actorId: null, words })
      }
    })
    if (!finding.ok) log.warn({ port, ...finding }, 'an outside system does not work')
  }

  return {
    listStates: () => store.listStates(db),
    async checkAll(): Promise<void> {
      for (const check of portChecks) await record(check.port, await askPort(check))
    },
    /** What somebody has met while working: the same as if the check had found it. */
    async reportFailure(port: string, error: IntegrationError): Promise<void> {
      const { settings = port } = portChecks.find((each) => each.port === port) ?? {}
      await record(port, findingOf(error, settings))
    },
    /** What was broken is seen to work again. */
    async reportSuccess(port: string): Promise<void> {
      const state = (await store.listStates(db)).find((each) => each.port === port)
      if (state === undefined || state.ok) return
      await record(port, { adapter: state.adapter, ok: true, detail: 'It works again.', isLasting: false })
    },
  }
}
