import type { Db } from '../../../db/connect.ts'
import type { WebPoster } from '../../../integrations/web-fetcher/port.ts'
import type { Enqueue } from '../../../jobs/job.ts'
import type { PersonActor } from '../../../security/actor.ts'
import type { SecretBox } from '../../../security/secret-box.ts'
import type { NoticesService } from '../../ground/area.ts'

export interface EventHookDeps {
  db: Db
  clock: () => Date
  enqueue: Enqueue
  box: SecretBox
  poster: WebPoster
  /** Base address of Copydesk's pages. */
  publicUrl: string
  /** The organisation's: tells when a day begins, and when it is nine o'clock. */
  timeZone: string
  notices: Pick<NoticesService, 'notify'>
  requireStepUp: (tx: Db, session: PersonActor['session']) => Promise<void>
}
