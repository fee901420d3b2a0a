import type { SheetRecord } from '#shared/features/desk/google-sheets/contract.ts'
import { presentUserName } from '../../ground/area.ts'
import type { FoundLink } from './queries.ts'

export const presentLink = (
  { link, sync, user, isFirst }: FoundLink,
  addressOf: (sheetId: string) => string | null,
): SheetRecord => ({
  google_sheet_table_id: link.id,
  google_sheet_id: link.sheetId,
  site_id: link.siteId,
  asana_board_id: link.boardGid,
  sheet_url: addressOf(link.sheetId) ?? `/google-sheets/${link.id}`,
  is_first: isFirst,
  last_sync: sync &&
    user && {
      id: sync.id,
      user: presentUserName(user),
      began_at: sync.beganAt.toISOString(),
      ended_at: sync.endedAt?.toISOString() ?? null,
      created: sync.created,
      updated: sync.updated,
      skipped: sync.skipped,
      faults: sync.faults,
      fault_count: sync.faultCount,
      failure: sync.failure,
    },
})
