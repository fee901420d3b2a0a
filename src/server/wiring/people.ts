import { createAudit } from '../features/ground/audit/feature.ts'
import type { AuthService } from '../features/ground/auth/service.ts'
import { createUsers } from '../features/ground/users/feature.ts'
import { followAccess } from '../features/people/access-reviews/feature.ts'
import { createUserAccess } from '../features/people/user-access/feature.ts'
import { createUserActivity } from '../features/people/user-activity/feature.ts'
import { createWork } from '../features/people/work/feature.ts'
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
