import { z } from 'zod'
import { databaseSettings } from '../db/settings.ts'
import { articleSettings } from '../features/articles/articles/settings.ts'
import { alertRuleSettings } from '../features/desk/alert-rules/settings.ts'
import { auditSettings } from '../features/ground/audit/settings.ts'
import { authSettings } from '../features/ground/auth/settings.ts'
import { imageSettings } from '../features/ground/images/settings.ts'
import { systemSettings } from '../features/ground/system/settings.ts'
import { opportunitySettings } from '../features/keywords/opportunities/settings.ts'
import { shareOfVoiceSettings } from '../features/market/share-of-voice/settings.ts'
import { consoleSettings } from '../features/operate/db-query/settings.ts'
import { eventHookSettings } from '../features/operate/event-hooks/settings.ts'
import { productLibrarySettings } from '../features/products/product-library/settings.ts'
import { httpSettings } from '../http/settings.ts'
import { atlassianSettings } from '../integrations/account-directory/atlassian-settings.ts'
import { githubSettings } from '../integrations/account-directory/github-settings.ts'
import { googleDirectorySettings } from '../integrations/account-directory/google-workspace-settings.ts'
import { slackSettings } from '../integrations/account-directory/slack-settings.ts'
import { assistantSettings } from '../integrations/assistant/assistant-settings.ts'
import { gameSettings } from '../integrations/game-answers/game-settings.ts'
import { s3Settings } from '../integrations/image-store/s3-settings.ts'
import { jungleScoutSettings } from '../integrations/keyword-market/jungle-scout-settings.ts'
import { researchSettings } from '../integrations/keyword-research/research-settings.ts'
import { smtpSettings } from '../integrations/mailer/smtp-settings.ts'
import { amazonSettings } from '../integrations/product-catalog/amazon-creators-settings.ts'
import { wordPressSettings } from '../integrations/publishing-site/wordpress-settings.ts'
import { searchConsoleSettings } from '../integrations/search-performance/search-console-settings.ts'
import { rainforestSettings } from '../integrations/share-of-voice-source/rainforest-settings.ts'
import { oidcSettings } from '../integrations/sign-in-provider/oidc-settings.ts'
import { googleSettings } from '../integrations/spreadsheet/google-settings.ts'
import { asanaSettings } from '../integrations/task-board/asana-settings.ts'
import { clickHouseSettings } from '../integrations/warehouse-source/clickhouse-settings.ts'
import { snowflakeSettings } from '../integrations/warehouse-source/snowflake-settings.ts'
import { jobSettings } from '../jobs/settings.ts'
import { metricsSettings } from '../metrics/settings.ts'
import { securitySettings } from '../security/settings.ts'
import { traceSettings } from '../traces/settings.ts'
import { fileNamesOf, withFiles } from './settings-files.ts'
import { exitCodeOf, type Given, SettingsError, settingGroup, WRONG_SETTINGS } from './settings-group.ts'
import { unknownSettings } from './unknown-settings.ts'

export { exitCodeOf, SettingsError, WRONG_SETTINGS }

const OTHER_DAY = 'a number of days, unset in production'

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** Settings of the whole server: its kind of deployment and its clock. */
const frameSettings = settingGroup({
  variables: {
    APP_ENV: z.string().min(1).optional(),
    NODE_ENV: z.enum(['production', 'development', 'test']).optional(),
    ORG_TZ: z.string().refine(isTimeZone).default('UTC'),
    CLOCK_DAYS_AHEAD: z.coerce.number().min(-36_500).max(36_500).default(0),
  },
  expected: {
    NODE_ENV: 'production, development or test; the name in the footer is APP_ENV',
    ORG_TZ: 'a time zone such as Europe/Berlin',
    CLOCK_DAYS_AHEAD: OTHER_DAY,
  },
  // Events on a shifted day must not be recorded as real.
  refusedInProduction: ({ CLOCK_DAYS_AHEAD }) =>
    CLOCK_DAYS_AHEAD === 0 ? null : `CLOCK_DAYS_AHEAD is not usable: expected ${OTHER_DAY}.`,
  settings: ({ ORG_TZ, CLOCK_DAYS_AHEAD }, deployment) => ({
    ...deployment,
    /** The organization's time zone, which determines its days. */
    timeZone: ORG_TZ,
    /** Days by which the product's clock is ahead of the machine's, for tests; always 0 in production. */
    clockDaysAhead: CLOCK_DAYS_AHEAD,
  }),
})

/** One entry per part of the product with settings, which are defined next to that part. */
const PRODUCT = databaseSettings
  .and(smtpSettings)
  .and(httpSettings)
  .and(securitySettings)
  .and(frameSettings)
  .and(systemSettings)
  .and(authSettings)
  .and(articleSettings)
  .and(imageSettings)
  .and(shareOfVoiceSettings)
  .and(productLibrarySettings)
  .and(opportunitySettings)
  .and(alertRuleSettings)
  .and(auditSettings)
  .and(consoleSettings)
  .and(eventHookSettings)
  .and(jobSettings)
  .and(metricsSettings)
  .and(traceSettings)

/** Outside systems that can be configured. Built-in adapters replace the others. */
const VENDORS = asanaSettings
  .and(wordPressSettings)
  .and(amazonSettings)
  .and(rainforestSettings)
  .and(jungleScoutSettings)
  .and(researchSettings)
  .and(searchConsoleSettings)
  .and(assistantSettings)
  .and(s3Settings)
  .and(gameSettings)
  .and(githubSettings)
  .and(slackSettings)
  .and(googleDirectorySettings)
  .and(atlassianSettings)
  .and(googleSettings)
  .and(clickHouseSettings)
  .and(snowflakeSettings)
  .and(oidcSettings)

export const SETTING_NAMES: readonly string[] = PRODUCT.and(VENDORS).names

export type VendorSettings = ReturnType<typeof VENDORS.read>
export type Settings = ReturnType<typeof PRODUCT.read> & { vendors: VendorSettings }

const withoutBlanks = (environment: Given): Given =>
  Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim() !== ''))

function deploymentOf({ APP_ENV, NODE_ENV }: Given) {
  const env = APP_ENV ?? NODE_ENV ?? 'development'
  return { env, isProduction: NODE_ENV === 'production' || env === 'production' }
}

/** Names of one-line credentials; a PEM key has several lines. */
const CREDENTIAL = /(?<!PRIVATE)_(KEY|KEY_NAME|KEY_ID|LOGIN|PASSPHRASE|PASSWORD|SECRET|TOKEN|USER)$/

/**
 * Strips the trailing line break of a pasted or file-based credential. A line break in the middle would only
 * fail at the first call.
 */
function withOneLineCredentials(given: Given): Given {
  const credentials = SETTING_NAMES.filter((name) => CREDENTIAL.test(name) && given[name] !== undefined)
  const trimmed = credentials.map((name) => [name, given[name]?.replace(/[\r\n]+$/, '') ?? ''] as const)
  const [broken] = trimmed.find(([, value]) => /[\r\n]/.test(value)) ?? []
  if (broken !== undefined)
    throw new SettingsError(`${broken} is not usable: it contains a line break, and must be one line.`)
  return { ...given, ...Object.fromEntries(trimmed) }
}

/** Whether this is a production server; known before any other setting is read. */
export const isProduction = (environment: Given): boolean =>
  deploymentOf(withoutBlanks(environment)).isProduction

/**
 * Reads every setting once, from environment variables and the files that they name. A blank variable counts
 * as not set. Throws `SettingsError`, which names the setting and the expected value.
 */
export function readSettings(environment: Given): Settings {
  const given = withOneLineCredentials(withFiles(withoutBlanks(environment), SETTING_NAMES))
  const deployment = deploymentOf(given)
  return { ...PRODUCT.read(given, deployment), vendors: VENDORS.read(given, deployment) }
}

/** The vendor behind each outside service, without secrets. */
export const vendorNames = (settings: Settings): Readonly<Record<string, string>> => ({
  ...VENDORS.vendors(settings.vendors),
  ...PRODUCT.vendors(settings),
})

/** A line for each variable that looks like a setting but is unknown. */
export const strangeSettings = (environment: Given): readonly string[] =>
  unknownSettings(environment, [...SETTING_NAMES, ...fileNamesOf(SETTING_NAMES)])

/** Alert rules evaluate data that the nightly collection must have written. */
function orderWarnings({ alerts, shareOfVoice }: Settings): readonly string[] {
  if (alerts.dailyAt > shareOfVoice.dailyAt) return []
  return [
    `ALERTS_AT (${alerts.dailyAt}) is not after SOV_DAILY_AT (${shareOfVoice.dailyAt}): alert rules are evaluated before the day's share of voice arrives.`,
  ]
}

/** Warnings about settings that work, but probably not as intended; one line each. */
export function settingsWarnings(settings: Settings): readonly string[] {
  if (settings.isProduction)
    return [...PRODUCT.warnings(settings), ...VENDORS.warnings(settings.vendors), ...orderWarnings(settings)]
  return /^prod/i.test(settings.env)
    ? [
        `APP_ENV=${settings.env} only names the environment; this is still a development server. Set NODE_ENV=production.`,
      ]
    : []
}
