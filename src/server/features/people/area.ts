import type { Frame } from '../../frame.ts'
import type { ArticleServices } from '../articles/area.ts'
import type { DeskServices } from '../desk/area.ts'
import type { GroundServices } from '../ground/area.ts'
import type { OperateServices } from '../operate/area.ts'
import { followAccess } from './access-reviews/access-listener.ts'
import { createAccessReviews } from './access-reviews/feature.ts'
import { createOffboarding } from './offboarding/feature.ts'
import { createUserAccess } from './user-access/feature.ts'
import { createUserActivity } from './user-activity/feature.ts'
import { createWork } from './work/feature.ts'

type PeopleDeps = Frame & GroundServices & ArticleServices & OperateServices & DeskServices

export function createPeopleArea(given: PeopleDeps) {
  const userAccess = createUserAccess({ ...given, listeners: [followAccess] })
  const deps = { ...given, userAccess: userAccess.service }
  return {
    features: {
      userAccess,
      accessReviews: createAccessReviews(deps),
      offboarding: createOffboarding(deps),
      userActivity: createUserActivity(deps),
      work: createWork(deps),
    },
  }
}
