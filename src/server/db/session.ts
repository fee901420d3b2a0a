/** No call holds a connection for ever. Migrations, backup and restore lift these limits. */
export const SESSION = {
  timezone: 'UTC',
  statement_timeout: '15s',
  lock_timeout: '10s',
  idle_in_transaction_session_timeout: '30s',
} as const

/** As the start of a connection sends them. */
export const SESSION_OPTIONS = Object.entries(SESSION)
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(' ')
