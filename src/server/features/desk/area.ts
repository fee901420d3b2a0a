import type { Frame } from '../../frame.ts'
import type { ArticleServices } from '../articles/area.ts'
import type { GroundServices } from '../ground/area.ts'
import type { KeywordServices } from '../keywords/area.ts'
import type { OperateServices } from '../operate/area.ts'
import type { PostServices } from '../posts/area.ts'
import type { ProductServices } from '../products/area.ts'
import { createAlertRules } from './alert-rules/feature.ts'
import { createBot } from './bot/feature.ts'
import { createFirstSteps } from './first-steps/feature.ts'
import { createGameSolutions } from './game-solutions/feature.ts'
import { createGoogleSheets } from './google-sheets/feature.ts'

export type { AlertRulesService } from './alert-rules/service.ts'

type DeskDeps = Frame &
  GroundServices &
  KeywordServices &
  ProductServices &
  PostServices &
  ArticleServices &
  OperateServices

export function createDeskArea(deps: DeskDeps) {
  const alertRules = createAlertRules(deps)
  return {
    features: {
      alertRules,
      bot: createBot({ ...deps, contentTracker: deps.trackedPosts }),
      firstSteps: createFirstSteps(deps),
      gameSolutions: createGameSolutions(deps),
      googleSheets: createGoogleSheets(deps),
    },
    services: { rules: alertRules.service },
  }
}

export type DeskServices = ReturnType<typeof createDeskArea>['services']
