import type { Pool } from 'pg'
import type {
  Surfaces,
  shareOfVoiceEndpoints,
  WinnersFilter,
} from '#shared/features/market/share-of-voice/contract.ts'
import type { Handlers } from '../../../calls/handlers.ts'
import { copyOut } from '../../../db/backup/copy-out.ts'
import { listText, objectText } from '../../../db/json/json-text.ts'
import { workbookOf } from '../../../files/workbook.ts'
import type { Caller } from '../../../security/actor.ts'
import { type ExportsService, presentExport } from '../../ground/area.ts'
import { presentChoices, presentStat, presentStory, presentSurfaces } from './present.ts'
import { dayFile } from './queries.ts'
import type { ShareOfVoiceService } from './service.ts'
import { RAW_WINNERS, storedFilterOf, WINNERS_REPORT } from './winner-files.ts'

/** A row per day; a day without data has none of the numbers. */
const surfacesWorkbook = ({ days, series, overall }: Omit<Surfaces, 'outings'>) =>
  workbookOf({
    name: 'Content Surfaces',
    columns: [
      { header: 'Day', width: 12 },
      ...series.map(({ publisher }) => ({ header: publisher, width: 18 })),
      { header: 'Over All', width: 12 },
    ],
    rows: days.map((day, at) => [
      day,
      ...series.map(({ values }) => values[at] ?? null),
      overall[at] ?? null,
    ]),
  })

export function shareOfVoiceHandlers(
  pool: Pool,
  service: ShareOfVoiceService,
  exports: Pick<ExportsService, 'startExport'>,
): Handlers<typeof shareOfVoiceEndpoints> {
  const start = async (actor: Caller, kind: string, filter: WinnersFilter) =>
    presentExport(await exports.startExport(actor, kind, storedFilterOf(filter)))
  return {
    list: async ({ query }) => (await service.listStats(query.keyword_id, query)).map(presentStat),
    read: async ({ params }) => presentStat(await service.readStat(params.id)),
    calendar: ({ query }) => service.readCalendar(query.keyword_id, query),
    readChoices: async ({ actor }) => presentChoices(await service.readChoices(actor)),
    async choose({ actor, body }) {
      const { winners_size: winnersSize, surfaces_view: surfacesView, oos_group: oosGroup } = body
      return presentChoices(await service.chooseReports(actor, { winnersSize, surfacesView, oosGroup }))
    },
    async find({ query }) {
      const { id, publisher, story } = await service.findOurs(query.keyword, query.until)
      return { stat_id: id, publisher, parsed_data: presentStory(story) }
    },
    async winners({ actor, query }) {
      const { total, isMore, rows } = await service.readWinners(actor, query)
      return objectText({ meta: { total, is_more: isMore }, data: listText(rows) })
    },
    hasReport: ({ query }) => service.readCollected(query.dateRange),
    dayCsv: async ({ actor, query }) => ({
      name: `share-of-voice-${query.date}.csv`,
      content: copyOut(pool, dayFile(query.date), actor.id),
    }),
    async surfaces({ query }) {
      const { days, held, outings } = await service.readSurfaces(query)
      return { ...presentSurfaces(days, held), outings }
    },
    async surfacesXlsx({ query }) {
      const { days, held } = await service.readHeld(query)
      return { name: 'content-surfaces.xlsx', content: surfacesWorkbook(presentSurfaces(days, held)) }
    },
    exportRaw: ({ actor, body }) => start(actor, RAW_WINNERS, body),
    exportReport: ({ actor, body }) => start(actor, WINNERS_REPORT, body),
  }
}
