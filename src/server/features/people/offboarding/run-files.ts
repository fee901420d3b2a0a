import Papa from 'papaparse'
import { z } from 'zod'
import { offboardingEndpoints } from '#shared/features/people/offboarding/contract.ts'
import { STATE_WORDS } from '#shared/features/people/offboarding/rules.ts'
import { safeText } from '#shared/format/safe-text.ts'
import type { Db } from '../../../db/connect.ts'
import { type ExportKinds, exportKind } from '../../ground/area.ts'
import { listRunSystems } from './store.ts'

export const OFFBOARDING_REPORT = 'offboarding-report'

const Request = z.object({ runId: z.number() })

const HEADERS = ['System', 'Account', 'State', 'Result', 'When (UTC)', 'Check a day later', 'What it found']
const LATER_WORDS = { away: 'Still closed', open: 'Open again', unknown: 'No answer' } as const

const line = (cells: readonly string[]) => `${Papa.unparse([cells.map(safeText)], { newline: '\n' })}\n`

async function* linesOf(db: Db, runId: number): AsyncGenerator<string> {
  // By this, Excel knows that it is UTF-8.
  yield '\ufeff'
  yield line(HEADERS)
  for (const system of await listRunSystems(db, runId)) {
    const { operationName, account, state, detail, endedAt, laterState, laterDetail } = system
    const later = laterState === null ? '' : LATER_WORDS[laterState]
    const when = endedAt?.toISOString() ?? ''
    yield line([operationName, account ?? '', STATE_WORDS[state], detail, when, later, laterDetail ?? ''])
  }
}

/** The reports of offboarding runs, as a kind of export. */
export function runFiles({ db }: { db: Db }): ExportKinds {
  const { access } = offboardingEndpoints.export
  return {
    [OFFBOARDING_REPORT]: exportKind(Request, {
      access: typeof access === 'string' ? [] : access,
      callers: 'person',
      nameOf: ({ runId }) => `offboarding-run-${runId}.csv`,
      write: ({ runId }) => linesOf(db, runId),
    }),
  }
}
