import type { Db } from '../../../db/connect.ts'
import type { ExportsService } from '../../ground/area.ts'

export interface RivalriesDeps {
  db: Db
  clock: () => Date
  exports: Pick<ExportsService, 'startExport'>
}
