import type { FastifyBaseLogger } from 'fastify'
import type { PostStyle } from '#shared/features/ground/sites/rules.ts'
import { type Db, transaction } from '../../../db/connect.ts'
import { listAdminIds } from '../../../db/list-admins.ts'
import type { PortCheck } from '../../../integrations/health.ts'
import {
  IntegrationError,
  type IntegrationErrorKind,
  OWN_CEILING,
} from '../../../integrations/integration-error.ts'
import { sayRefusal } from '../../../integrations/refusal-words.ts'
import { BUILT_IN } from '../../../settings/settings-group.ts'
import type { NoticesService } from '../notices/service.ts'
import * as store from './store.ts'

/** Transient errors are shown, but raise no notice. */
const PASSING = new Set<IntegrationErrorKind>(['rate_limited', 'unavailable', 'timeout'])

/** Remedy for each kind of refusal, with the settings to change. */
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
  /** A limitation despite working; never stored. */
  limit?: string
  /** An administrator must act. */
  isLasting: boolean
}

export interface OutsideDeps {
  db: Db
  clock: () => Date
  log: Pick<FastifyBaseLogger, 'warn'>
  /** All outside systems and their health checks. */
  portChecks: readonly PortCheck[]
  notices: Pick<NoticesService, 'notify'>
}

function findingOf(error: unknown, settings: string): Finding {
  if (!(error instanceof IntegrationError)) {
    return { adapter: '', ok: false, detail: 'It couldn’t be reached.', isLasting: false }
  }
  // Our own ceiling was reached by use; it resets at midnight.
  if (error.vendorCode === OWN_CEILING)
    return { adapter: error.system, ok: false, detail: sayRefusal(error), isLasting: false }
  const remedy = REMEDIES[error.kind]?.(settings)
  const detail = [sayRefusal(error), remedy].filter((part) => part !== undefined).join(' ')
  return { adapter: error.system, ok: false, detail, isLasting: !PASSING.has(error.kind) }
}

/** Checks a system. Every outcome is a finding; it never throws. */
export async function askPort({ check, settings }: Pick<PortCheck, 'check' | 'settings'>): Promise<Finding> {
  try {
    const health = await check()
    // A built-in system has no account that an administrator could fix.
    return { ...health, isLasting: !health.ok && health.adapter !== BUILT_IN }
  } catch (error) {
    return findingOf(error, settings)
  }
}

export type OutsideService = ReturnType<typeof createOutsideService>

/** Health checks of outside systems, so that problems are found before a user meets them. */
export function createOutsideService({ db, clock, log, portChecks, notices }: OutsideDeps) {
  /** Stores a finding. Administrators are notified once of a problem that they must fix. */
  async function record(
    port: string,
    { isLasting, limit: _, ...finding }: Finding,
    postStyle: PostStyle | null = null,
  ): Promise<void> {
    const checkedAt = clock()
    const style = postStyle === null ? {} : { postStyle, postStyleAt: checkedAt }
    await transaction(db, async (tx) => {
      const before = await store.lockState(tx, port, checkedAt)
      await store.updatePortState(tx, { port, checkedAt, ...finding, ...style })
      if (!isLasting || (before?.ok === false && before.detail === finding.detail)) return
      for (const userId of await listAdminIds(tx)) {
        const words = `${port}: ${finding.detail}`
        await notices.notify(tx, { userId, kind: 'outside-failed', actorId: null, words })
      }
    })
    if (!finding.ok) log.warn({ port, ...finding }, 'an outside system does not work')
  }

  async function checkOne(check: PortCheck): Promise<void> {
    const [finding, postStyle] = await Promise.all([askPort(check), check.readPostStyle?.()])
    await record(check.port, finding, postStyle)
  }

  return {
    listStates: () => store.listStates(db),
    async checkAll(): Promise<void> {
      for (const check of portChecks) await checkOne(check)
    },
    /** Checks one system now; nothing happens if it has no check. */
    async checkNow(port: string): Promise<void> {
      const check = portChecks.find((each) => each.port === port)
      if (check) await checkOne(check)
    },
    /** Reports a failure met during normal work, as if the check had found it. */
    async reportFailure(port: string, error: IntegrationError): Promise<void> {
      const { settings = port } = portChecks.find((each) => each.port === port) ?? {}
      await record(port, findingOf(error, settings))
    },
    /** Reports that a failed system works again. */
    async reportSuccess(port: string): Promise<void> {
      const state = (await store.listStates(db)).find((each) => each.port === port)
      if (state === undefined || state.ok) return
      await record(port, { adapter: state.adapter, ok: true, detail: 'It works again.', isLasting: false })
    },
  }
}
