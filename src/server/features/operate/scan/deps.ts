import type { ScanIcon } from '#shared/features/operate/scan/contract.ts'
import type { FoundItem, ScanFix, ScanFunctionId } from '#shared/features/operate/scan/rules.ts'
import type { Db } from '../../../db/connect.ts'
import type { AccountDirectory } from '../../../integrations/account-directory/port.ts'
import type { PortCheck } from '../../../integrations/health.ts'
import type { ImageStore } from '../../../integrations/image-store/port.ts'
import type { PublishingSites } from '../../../integrations/publishing-site/port.ts'
import type { TaskBoard } from '../../../integrations/task-board/port.ts'
import type { Job } from '../../../jobs/job.ts'
import type { Caller } from '../../../security/actor.ts'
import type { ArticlesService } from '../../articles/area.ts'
import type { NoticesService, ProviderService, SignInRulesService } from '../../ground/area.ts'
import type { FailedJobsService } from '../failed-jobs/service.ts'
import type { WebhooksService } from '../webhooks/feature.ts'

export interface ConnectivityDeps {
  db: Db
  clock: () => Date
  timeZone: string
  dataDir: string
  backupDir: string
  log: { warn(details: object, message: string): void }
  portChecks: readonly PortCheck[]
  /** Every system with accounts, those that are not connected left out. */
  accountDirectories: () => Promise<readonly AccountDirectory[]>
  publishing: PublishingSites
  taskBoard: TaskBoard
  images: Pick<ImageStore, 'get' | 'nameOf' | 'listOlderThan'>
  articles: Pick<
    ArticlesService,
    'retryCopies' | 'requestMissingCopies' | 'listWithoutCopy' | 'listEditedPosts'
  >
  /** All jobs of the server. */
  jobs: () => readonly Job[]
  failedJobs: Pick<FailedJobsService, 'retryAll'>
  webhooks: Pick<WebhooksService, 'listHearings' | 'restartUnheard'>
  notices: Pick<NoticesService, 'notify' | 'readDigests'>
  provider: Pick<ProviderService, 'readHealth'>
  signInRules: Pick<SignInRulesService, 'readUnready' | 'isLimitIdle'>
}

export type ScanFinding = Omit<FoundItem, 'fix' | 'siteId' | 'tip'> & Partial<FoundItem>

/** One check. It changes nothing; its fix, if any, is a separate function with a name. */
export interface ScanCheck {
  id: ScanFunctionId
  name: string
  /** What it finds is about sites, one by one. */
  isOfSites?: true
  find(): Promise<ScanFinding[]>
  fixes?: ReadonlyMap<ScanFix, (actor: Caller) => Promise<unknown>>
}

export interface CheckedFeature {
  name: string
  icon: ScanIcon
  functions: readonly ScanCheck[]
}

export interface CheckedScan {
  id: string
  name: string
  icon: ScanIcon
  features: readonly CheckedFeature[]
}
