import type { FastifyBaseLogger } from 'fastify'
import type { BotProduct } from '#shared/features/desk/bot/contract.ts'
import type { BotCommandName } from '#shared/features/desk/bot/rules.ts'
import type { Db } from '../../../db/connect.ts'
import type { StoredOption } from '../../../db/schema/bot.ts'
import type { Assistant } from '../../../integrations/assistant/port.ts'
import type { IntegrationError } from '../../../integrations/integration-error.ts'
import type { Caller } from '../../../security/actor.ts'
import type { ArticlesService } from '../../articles/area.ts'
import type { ExportsService, Flags, OutsideService, SitesService, UsersService } from '../../ground/area.ts'
import type { KeywordsService } from '../../keywords/area.ts'
import type { FailedJobsService } from '../../operate/area.ts'
import type { ContentTrackerService } from '../../posts/area.ts'
import type { LibraryService } from '../../products/area.ts'

/** Services that the bot reads from. They check the permissions of the current user. */
export interface CommandDeps {
  clock: () => Date
  articles: Pick<ArticlesService, 'listPending' | 'suggestArticles'>
  contentTracker: Pick<ContentTrackerService, 'readContent' | 'readHistory' | 'readOverview'>
  failedJobs: Pick<FailedJobsService, 'listJobs'>
  keywords: Pick<KeywordsService, 'readKeyword' | 'suggestKeywords'>
  library: Pick<LibraryService, 'listProducts'>
  outside: Pick<OutsideService, 'listStates'>
  sites: Pick<SitesService, 'listSites'>
  users: Pick<UsersService, 'searchUsers'>
}

export interface BotDeps extends CommandDeps {
  db: Db
  exports: Pick<ExportsService, 'startExport'>
  assistant: Assistant
  flags: Flags
  /** Reports to the operators whether the assistant answers. */
  tell: { failure(error: IntegrationError): Promise<void>; success(): Promise<void> }
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>
}

/** What the bot says. */
export interface BotAnswer {
  message: string
  /** Why something could not be looked up. */
  error: string | null
  options: readonly StoredOption[]
  product: BotProduct | null
}

/** Looks something up with the current user's permissions. */
export type CommandReader = (deps: CommandDeps, actor: Caller, words: string) => Promise<BotAnswer>
export type CommandReaders = Readonly<Record<BotCommandName, CommandReader>>
