import { followAccess } from '../features/access-reviews/feature.ts'
import { createAudit } from '../features/audit/feature.ts'
import type { AuthService } from '../features/auth/service.ts'
import { createUserAccess } from '../features/user-access/feature.ts'
import { createUserActivity } from '../features/user-activity/feature.ts'
import { createUsers } from '../features/users/feature.ts'
import { createWork } from '../features/work/feature.ts'
import type { Frame } from './frame.ts'

/** Who works here, at what, and what they did. */
export function featuresOfPeople(of: Frame & { auth: AuthService }) {
  const users = createUsers(of)
  return {
    users,
    work: createWork({ ...of, users: users.service }),
    userAccess: createUserAccess({ ...of, users: users.service, listeners: [followAccess] }),
    userActivity: createUserActivity(of),
    audit: createAudit(of),
  }
}
