import type { Db } from '../../db/connect.ts'
import type { AccountDirectory } from '../../integrations/account-directory/port.ts'
import type { Mailer } from '../../integrations/mailer/port.ts'
import type { Enqueue } from '../../jobs/job.ts'
import type { UsersService } from '../users/service.ts'

export interface UserAccessParts {
  db: Db
  clock: () => Date
  enqueue: Enqueue
  mailer: Mailer
  log: { warn(details: object, message: string): void }
  accountDirectories: () => Promise<readonly AccountDirectory[]>
  users: Pick<UsersService, 'updateUser'>
}

/** Whose access is meant. */
export interface Sought {
  email: string
  github: string | null
  manager: string | null
}
