import type { Mailer } from '../../../integrations/mailer/port.ts'
import type { Enqueue } from '../../../jobs/job.ts'
import type { RunDeps } from '../../../kernel/runs/run.ts'
import type { ArticlesService, ClaimsService } from '../../articles/area.ts'
import type { AlertRulesService } from '../../desk/area.ts'
import type {
  ExportsService,
  NoticesService,
  ServiceAccountsService,
  TokensService,
  ViewsService,
} from '../../ground/area.ts'
import type { DbQueryService } from '../../operate/area.ts'
import type { UserAccessService } from '../user-access/service.ts'

export interface OffboardingDeps extends RunDeps {
  timeZone: string
  enqueue: Enqueue
  log: { warn(details: object, message: string): void }
  mailer: Mailer
  userAccess: UserAccessService
  articles: Pick<ArticlesService, 'handOverArticle'>
  claims: Pick<ClaimsService, 'releaseOf' | 'listClaimed'>
  rules: Pick<AlertRulesService, 'handOverRules'>
  views: Pick<ViewsService, 'handOverViews'>
  tokens: Pick<TokensService, 'revokeAllOf'>
  serviceAccounts: Pick<ServiceAccountsService, 'giveAll'>
  savedQueries: Pick<DbQueryService, 'handOverQueries'>
  notices: Pick<NoticesService, 'notify'>
  exports: Pick<ExportsService, 'startExport'>
}

export const CLOSE_NEXT = 'offboarding.close-next'
export const SECOND_LOOK = 'offboarding.second-look'
export const MAIL_MANAGER = 'offboarding.mail-manager'
