import type { Given } from './settings-group.ts'

/** Prefixes that belong only to Copydesk's settings. */
const OWN_PREFIX =
  /^(ALERTS|AMAZON|ASANA|ATLASSIAN|BOT|CLICKHOUSE|COPYDESK|DATAFORSEO|GSC|JUNGLE|JUNGLESCOUT|KEYWORD|PUBLISH|RAINFOREST|S3|SERPAPI|SMTP|SNOWFLAKE|SOV|STOCK|TRUST|WORDPRESS|WP)_/
/** What other products call it, by what it is called here. */
const FOREIGN: Readonly<Record<string, string>> = {
  DATABASE_URL:
    'DB_URL DB_URI DB_HOST DB_NAME DB_USER DATABASE_URI DATABASE_HOST POSTGRES_URL POSTGRESQL_URL PG_URL',
  DATABASE_PASSWORD: 'DB_PASSWORD DB_PASS DATABASE_PASS',
  SMTP_URL:
    'SMTP_HOST SMTP_SERVER SMTP_PORT SMTP_USER SMTP_USERNAME SMTP_PASS SMTP_PASSWORD SMTP_SECURE SMTP_TLS MAIL_URL MAIL_HOST MAIL_PASSWORD EMAIL_HOST',
  MAIL_FROM: 'SMTP_FROM EMAIL_FROM FROM_EMAIL MAIL_SENDER',
  ORG_TZ: 'ORG_TIMEZONE ORG_TIME_ZONE ORGANISATION_TZ ORGANIZATION_TZ',
  TRUST_PROXY: 'TRUST_PROXIES TRUSTED_PROXY TRUSTED_PROXIES TRUSTED_PROXY_IPS',
  PUBLIC_URL: 'PUBLIC_ADDRESS PUBLIC_HOST PUBLIC_BASE_URL EXTERNAL_URL APP_URL',
  SECRET_KEY: 'APP_SECRET SECRET_KEY_BASE SESSION_SECRET',
  BACKUP_DIR: 'BACKUP_FOLDER BACKUP_PATH BACKUPS_DIR',
  DATA_DIR: 'DATA_FOLDER DATA_PATH',
  OPENAI_API_KEY: 'OPENAI_KEY OPENAI_TOKEN BOT_API_KEY',
  ANTHROPIC_API_KEY: 'ANTHROPIC_KEY ANTHROPIC_TOKEN CLAUDE_API_KEY',
}
const MEANT = new Map(
  Object.entries(FOREIGN).flatMap(([setting, names]) => names.split(' ').map((name) => [name, setting])),
)

/** Said by the image and by the script that starts the server, and no settings of a person's. */
const MARKS = ['COPYDESK_INSTALLED', 'COPYDESK_WEB']
/** A shorter name resembles too much of what a machine sets for itself. */
const SHORTEST = 6

/** How many letters must be added, left out, exchanged or swapped with the next one to make one word of another. */
function distance(one: string, other: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, place) => place)
  for (let row = 1; row <= one.length; row++) {
    const current = [row]
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1]
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      current[column] = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        ...(isSwapped ? [(beforeLast[column - 2] ?? 0) + 1] : []),
      )
    }
    beforeLast = last
    last = current
  }
  return last[other.length] ?? 0
}

/** Typos allowed in a similar name: one if it is short, two if it is long. */
const slipsIn = (name: string) => (name.length < 8 ? 1 : 2)

/** The setting that was probably meant. */
function meantBy(name: string, known: readonly string[]): string | undefined {
  const foreign = MEANT.get(name.toUpperCase())
  if (foreign !== undefined) return foreign
  if (name.length < SHORTEST - 1) return undefined
  const near = known
    .filter((each) => each.length >= SHORTEST)
    // Every slip makes a name one letter longer at most: most of them need not be compared.
    .filter((each) => Math.abs(each.length - name.length) <= slipsIn(each))
    .map((each) => ({ each, slips: distance(name.toUpperCase(), each) }))
    .filter(({ each, slips }) => slips <= slipsIn(each))
    .sort((one, other) => one.slips - other.slips)
  return near[0]?.each
}

/** A line for each variable that looks like a setting but is unknown, and therefore has no effect. */
export function unknownSettings(given: Given, known: readonly string[]): string[] {
  const strange = Object.entries(given).filter(
    ([name, value]) => value !== undefined && value.trim() !== '' && !known.includes(name),
  )
  return strange.flatMap(([name]) => {
    if (MARKS.includes(name)) return []
    const meant = meantBy(name, known)
    if (meant !== undefined) return [`${name} is not a setting and has no effect. Did you mean ${meant}?`]
    return OWN_PREFIX.test(name)
      ? [`${name} is not a setting and has no effect. See docs/operating/settings.md.`]
      : []
  })
}
