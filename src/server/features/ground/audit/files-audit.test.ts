import { afterAll, beforeAll, expect, it } from 'vitest'
import { FILE_KIND_LABELS } from '#shared/features/ground/audit/form.ts'
import { OPERATIONS } from '../../../api.ts'
import { type Api, startApi } from '../../../testing/api.ts'

/** Parameters and name of each file that a call makes. The audit trail records who requested exports. */
const FILES: Readonly<Record<string, readonly [query: string, name: string]>> = {
  'keywords.csv': ['keyword=kettle', 'keywords.csv'],
  'shareOfVoice.dayCsv': ['date=2026-03-01', 'share-of-voice-2026-03-01.csv'],
  'shareOfVoice.surfacesXlsx': ['dateRange=7', 'content-surfaces.xlsx'],
  'stockReport.xlsx': ['', 'oos.xlsx'],
  'audit.export': ['noun=file', 'audit.ndjson'],
}
const MADE_AT_ONCE = OPERATIONS.filter(
  ({ id, endpoint }) => endpoint.download !== undefined && id !== 'exports.file',
)

let api: Api
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

it.each(MADE_AT_ONCE.map(({ id, endpoint }) => [id, endpoint.path] as const))(
  'the file of %s is in the audit trail with its request',
  async (id, path) => {
    const [query = '', label] = FILES[id] ?? []
    const adm = await api.as('adm')
    expect((await adm.get(`${path}?${query}`)).status).toBe(200)
    const { rows } = await api.database.pool.query(
      'select act, actor_id, label, after from audit_entries order by id desc limit 1',
    )
    const { kind, request } = rows[0].after
    expect(rows[0]).toMatchObject({ act: 'file.asked', actor_id: adm.id, label })
    expect(Object.keys(FILE_KIND_LABELS)).toContain(kind)
    const [, asked = ''] = query.split('=')
    expect(JSON.stringify(request)).toContain(asked)
  },
)
